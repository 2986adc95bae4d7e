package patience_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/patience"
)

// What is promised is kept: the work ends before, with time to write the answer, and one call of the longest kind leaves time
// for what comes before and after it.
func TestTheShares(t *testing.T) {
	t.Parallel()
	const before = 3 * time.Second // to find out who asks, and for the intent's commit
	switch {
	case patience.Answer >= patience.Promised:
		t.Error("the work takes all that was promised")
	case before+patience.Call+2*patience.Book > patience.Answer:
		t.Error("one call leaves no time for the rest")
	}
}

// What the members' app and who runs the outside were told is what the product goes by: a call has neither more time nor less.
func TestTheSharesAreThosePromised(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../docs/founding/API.md")
	if err != nil {
		t.Fatal(err)
	}
	promise := fmt.Sprintf("Outside calls have a deadline of %g s, so that a request is answered within %g s.",
		patience.Call.Seconds(), patience.Promised.Seconds())
	if !strings.Contains(string(contract), promise) {
		t.Errorf("API.md (Conventions) does not say: %s", promise)
	}
}

// The moment of the answer outlives the request's own context: what has begun is brought to its end by then.
func TestTheAnswersMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := patience.Request(t.Context())
		defer cancel()
		time.Sleep(5 * time.Second)
		for name, c := range map[string]context.Context{"request": ctx, "detached": context.WithoutCancel(ctx)} {
			if !patience.Waiting(c) || !patience.By(c).Equal(began.Add(patience.Answer)) {
				t.Errorf("%s: by %s after %s", name, patience.By(c), began)
			}
			short, done := patience.But(c, 10*time.Second)
			defer done()
			if end, ends := short.Deadline(); !ends || !end.Equal(began.Add(patience.Answer-10*time.Second)) {
				t.Errorf("%s, but 10 s: %s", name, end)
			}
		}
		<-ctx.Done()
		if took := time.Since(began); took != patience.Answer {
			t.Errorf("it ended after %s", took)
		}
		if patience.Waiting(t.Context()) || !patience.By(t.Context()).Equal(time.Now().Add(patience.Answer)) {
			t.Error("a job is somebody who waits")
		}
	})
}

var errPassing = errors.New("not yet")

// What passes is waited for as long as the request has time, anything else is told at once; a job is told at once what passes.
func TestAgain(t *testing.T) {
	t.Parallel()
	passing := func(err error) bool { return errors.Is(err, errPassing) }
	for name, c := range map[string]struct {
		job  bool
		ends time.Duration // when it passes; zero: never
		err  error         // what it is then
		took time.Duration
	}{
		"soon":       {ends: time.Second, took: time.Second},
		"late":       {ends: 19 * time.Second, took: 19 * time.Second},
		"a refusal":  {ends: 3 * time.Second, err: errors.New("no"), took: 3 * time.Second},
		"never":      {err: errPassing, took: patience.Answer - 4*time.Second},
		"of a job":   {job: true, ends: time.Second, err: errPassing},
		"not at all": {ends: -1, err: nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := t.Context(), context.CancelFunc(func() {})
				if !c.job {
					ctx, cancel = patience.Request(ctx)
				}
				defer cancel()
				began := time.Now()
				err := patience.Again(ctx, 4*time.Second, func() error {
					if c.ends == 0 || time.Since(began) < c.ends {
						return errPassing
					}
					return c.err
				}, passing)
				took := time.Since(began)
				if !errors.Is(err, c.err) || took > max(c.took, c.ends)+time.Second || took < c.took-time.Second {
					t.Errorf("%v after %s", err, took)
				}
			})
		})
	}
}
