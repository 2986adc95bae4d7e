package sliptest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/deposit/slip"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

func faults(t *testing.T, b Bench) {
	q := b.make(t, Transfer{})
	for _, mode := range []string{"down", "timeout", "lost_reply", "garbage", "late_apply"} {
		b.Fault(mode, b.Timeout/4)
		a, err := b.Verifier.Verify(t.Context(), q)
		if err == nil {
			t.Errorf("%s: answered %+v", mode, a)
			continue
		}
		for _, secret := range b.Secrets {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: the error tells %q", mode, secret)
			}
		}
		told(t, "after "+mode, b.verify(t, q), q, 100*money.Baht)
	}
	b.Fault("slow", b.Timeout/4)
	told(t, "slow", b.verify(t, q), q, 100*money.Baht)
}

// later: a postponement has a code for operators, says nothing of the transfer, and ends with its cause.
func later(t *testing.T, b Bench, mode string, delay time.Duration) {
	t.Helper()
	q := b.make(t, Transfer{})
	b.Fault(mode, delay)
	a := b.verify(t, q)
	if a.Finding != slip.Later || a.Code == "" || a.After < 0 || a.Transfer.Known() {
		t.Errorf("%s: %+v", mode, a)
	}
	bubble.Pass(delay)
	told(t, "after "+mode, b.verify(t, q), q, 100*money.Baht)
}

func refused(t *testing.T, b Bench) { later(t, b, "refuse", 0) }

func pending(t *testing.T, b Bench) { later(t, b, "pending", b.Timeout/4) }

func notFound(t *testing.T, b Bench) {
	q := b.make(t, Transfer{})
	b.Fault("not_found", b.Timeout/4)
	if a := b.verify(t, q); a.Finding != slip.NotFound || a.Transfer.Known() {
		t.Errorf("not_found: %+v", a)
	}
	bubble.Pass(b.Timeout / 4)
	told(t, "after not_found", b.verify(t, q), q, 100*money.Baht)
}

func deadline(t *testing.T, b Bench) {
	q := b.make(t, Transfer{})
	b.Fault("timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if a, err := b.Verifier.Verify(ctx, q); err == nil {
		t.Errorf("an answer from nowhere: %+v", a)
	}
	bubble.Ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("timeout", 0)
	began = time.Now()
	if a, err := b.Verifier.Verify(t.Context(), q); err == nil {
		t.Errorf("an answer from nowhere: %+v", a)
	}
	bubble.Ends(t, "with the adapter's own", began, b.Timeout)
}

func concurrent(t *testing.T, b Bench) {
	const callers = 24
	queries := make([]slip.Query, callers)
	for i := range queries {
		queries[i] = b.make(t, Transfer{Amount: money.Amount(1000 + i)})
	}
	done := make(chan error)
	for i, q := range queries {
		go func() {
			a, err := b.Verifier.Verify(t.Context(), q)
			if err == nil && (a.Transfer.Amount != money.Amount(1000+i) || a.Transfer.Reference != q.Reference) {
				err = fmt.Errorf("somebody else's transfer: %+v", a.Transfer)
			}
			done <- err
		}()
	}
	for range callers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
