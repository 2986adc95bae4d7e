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

// The promise is kept: the work ends before the promised time, with time to write the answer. The longest call leaves time for
// the steps before and after it.
func TestTheShares(t *testing.T) {
	t.Parallel()
	const before = 3 * time.Second // for finding the caller, and for the commit of the intent
	switch {
	case patience.Answer >= patience.Promised:
		t.Error("the work takes all of the promised time")
	case before+patience.Call+2*patience.Book > patience.Answer:
		t.Error("one call leaves no time for the rest")
	}
}

// The contract, by which the app and outside systems are built, has the same times: a call has neither more nor less.
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

// The deadline of the answer outlives the request's own context: work that has begun is finished by then.
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
			t.Error("a job counts as a waiting request")
		}
	})
}

var errPassing = errors.New("not yet")

// Again waits for a passing error as long as the request has time, and returns any other error at once. A job gets the passing
// error at once, too.
func TestAgain(t *testing.T) {
	t.Parallel()
	passing := func(err error) bool { return errors.Is(err, errPassing) }
	for name, c := range map[string]struct {
		job  bool
		ends time.Duration // when the error passes; zero: never
		err  error         // the error after that
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

// Work that has not begun does not begin once the client has gone, nor when the time is over. Work that has begun goes on.
// Preparing is no beginning, and what happened can always be recorded.
func TestWhatMayBegin(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, leaves := context.WithCancel(t.Context())
		arrived, answered := patience.Request(client)
		defer answered()
		work := func() context.Context {
			ctx, cancel := patience.Work(arrived)
			t.Cleanup(cancel)
			return ctx
		}
		told := func(what string, ctx context.Context, want error) {
			t.Helper()
			if err := patience.Begin(ctx); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		begun, prepared, late := work(), work(), work()
		told("a job", t.Context(), nil)
		told("while the client waits", begun, nil)
		told("a preparation while it waits", patience.Preparing(prepared), nil)
		leaves()
		synctest.Wait()
		told("reading when the client has gone", arrived, context.Canceled)
		told("work that has begun", begun, nil)
		told("work that was only prepared", prepared, patience.ErrGone)
		told("a preparation when the client has gone", patience.Preparing(prepared), patience.ErrGone)
		note, noted := patience.Note(prepared)
		defer noted()
		told("a note", note, nil)
		time.Sleep(patience.Answer)
		synctest.Wait()
		told("work that has begun, after its time", begun, context.DeadlineExceeded)
		told("the same, detached", context.WithoutCancel(begun), nil)
		told("work that has not begun, after its time", context.WithoutCancel(late), context.DeadlineExceeded)
		until, _ := note.Deadline()
		if over := time.Since(until); over < 0 {
			t.Errorf("a note of the beginning may take %s longer than the request", -over)
		}
		last, done := patience.Note(late)
		defer done()
		until, _ = last.Deadline()
		if left := time.Until(until); left <= 0 || patience.Answer+left >= patience.Promised {
			t.Errorf("a note at the end has %s", left)
		}
	})
}

// A body may take minutes to come in, while its client sends. The work has its whole time after that, and does not begin once the
// client has gone.
func TestABodyHasATimeOfItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, leaves := context.WithCancel(t.Context())
		arrived, answered := patience.Request(client)
		defer answered()
		receiving, received := patience.Receive(arrived, time.Minute)
		defer received()
		time.Sleep(50 * time.Second)
		if err := receiving.Err(); err != nil {
			t.Fatalf("while the body comes in: %v", err)
		}
		in, ended := patience.Request(receiving)
		defer ended()
		if left := time.Until(patience.By(in)); left != patience.Answer {
			t.Errorf("the work has %s", left)
		}
		leaves()
		synctest.Wait()
		work, done := patience.Work(in)
		defer done()
		if err := patience.Begin(work); !errors.Is(err, patience.ErrGone) || in.Err() == nil {
			t.Errorf("when the client has gone: %v, %v", err, in.Err())
		}
	})
}
