package feedtest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/internal/testkit/bubble"
	"krapao/money"
)

func off(t *testing.T, b Bench) {
	b.credit(10_00)
	_, next := b.rest(t, "")
	b.Switch(false)
	b.credit(20_00)
	b.credit(30_00)
	if page := b.page(t, next); len(page.Lines) != 0 || page.Next != next {
		t.Errorf("while it is off: %+v", page)
	}
	if lines, _ := b.rest(t, ""); len(lines) != 1 {
		t.Errorf("what was told before is %+v", lines)
	}
	b.Switch(true)
	if lines, _ := b.rest(t, next); len(lines) != 2 || lines[0].Amount != 20_00 {
		t.Errorf("on again: %+v", lines)
	}
}

func faults(t *testing.T, b Bench) {
	b.credit(10_00)
	want := b.page(t, "")
	for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "garbage", "late_apply", "not_found"} {
		b.Fault(mode, 5*time.Millisecond)
		page, err := b.Feed.Lines(t.Context(), b.Account, "")
		if err == nil {
			t.Errorf("%s: answered %+v", mode, page)
			continue
		}
		for _, secret := range b.Secrets {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: the error tells %q", mode, secret)
			}
		}
		bubble.Pass(5 * time.Millisecond) // not_found lasts for its delay
		if diff := cmp.Diff(want, b.page(t, "")); diff != "" {
			t.Errorf("after %s:\n%s", mode, diff)
		}
	}
	b.Fault("slow", b.Timeout/4)
	if diff := cmp.Diff(want, b.page(t, "")); diff != "" {
		t.Errorf("slow:\n%s", diff)
	}
}

func stranger(t *testing.T, b Bench) {
	b.Credit(Credit{From: payer(), To: b.Other, Amount: 99_00})
	if lines, _ := b.rest(t, ""); len(lines) != 0 {
		t.Errorf("another account's money is told: %+v", lines)
	}
	for _, account := range []string{b.Other, "0000000000", "../" + b.Account} {
		if page, err := b.Feed.Lines(t.Context(), account, ""); err == nil {
			t.Errorf("account %s of another bank, or nobody's, is told %+v", account, page)
		}
	}
	if page, err := b.Feed.Lines(t.Context(), b.Account, "no such cursor"); err == nil {
		t.Errorf("a cursor that nobody gave is told %+v", page)
	}
}

func deadline(t *testing.T, b Bench) {
	b.Fault("timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if page, err := b.Feed.Lines(ctx, b.Account, ""); err == nil {
		t.Errorf("an answer from nowhere: %+v", page)
	}
	bubble.Ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("timeout", 0)
	began = time.Now()
	if page, err := b.Feed.Lines(t.Context(), b.Account, ""); err == nil {
		t.Errorf("an answer from nowhere: %+v", page)
	}
	bubble.Ends(t, "with the adapter's own", began, b.Timeout)
}

func concurrent(t *testing.T, b Bench) {
	cursors := []string{""}
	for i := range 8 {
		b.credit(money.Amount(100 + i))
		_, next := b.rest(t, cursors[i])
		cursors = append(cursors, next)
	}
	done := make(chan error)
	for i, cursor := range cursors[:8] {
		go func() {
			page, err := b.Feed.Lines(t.Context(), b.Account, cursor)
			if err == nil && (len(page.Lines) == 0 || page.Lines[0].Amount != money.Amount(100+i)) {
				err = fmt.Errorf("after %q: %+v", cursor, page)
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
