package together_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/testkit/bubble"
	"krapao/internal/together"
)

// asked is what one who asks was told.
type asked struct {
	answer   string
	found    bool
	err      error
	panicked any
}

// desk answers a group's calls when the test says so.
type desk struct {
	group *together.Group[int, string]
	mu    sync.Mutex
	// calls are the keys of each call that has begun.
	calls [][]int
	// turn lets one call go on with what it does.
	turn chan func(ctx context.Context, keys []int) (map[int]string, error)
	wg   sync.WaitGroup
}

func newDesk(most int) *desk {
	d := &desk{turn: make(chan func(context.Context, []int) (map[int]string, error))}
	d.group = together.New(most, func(ctx context.Context, keys []int) (map[int]string, error) {
		d.mu.Lock()
		d.calls = append(d.calls, keys)
		d.mu.Unlock()
		select {
		case does := <-d.turn:
			return does(ctx, keys)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	return d
}

// answers answers each key that is not negative with itself.
func answers(_ context.Context, keys []int) (map[int]string, error) {
	found := map[int]string{}
	for _, key := range keys {
		if key >= 0 {
			found[key] = fmt.Sprint(key)
		}
	}
	return found, nil
}

// begun returns the calls that have begun.
func (d *desk) begun() [][]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls
}

// ask asks for a key, and returns when it waits. What it was told is there after done.
func (d *desk) ask(ctx context.Context, key int) *asked {
	a := &asked{}
	d.wg.Go(func() {
		defer func() { a.panicked = recover() }()
		a.answer, a.found, a.err = d.group.Ask(ctx, key)
	})
	synctest.Wait()
	return a
}

// let lets so many calls go on, one after the other.
func (d *desk) let(n int, does func(context.Context, []int) (map[int]string, error)) {
	for range n {
		d.turn <- does
		synctest.Wait()
	}
}

// done asserts the calls that were made, when everybody was told.
func (d *desk) done(t *testing.T, calls string) {
	t.Helper()
	d.wg.Wait()
	if got := fmt.Sprint(d.begun()); got != calls {
		t.Errorf("calls %s, want %s", got, calls)
	}
}

func (a *asked) was(t *testing.T, answer string, found bool, err error) {
	t.Helper()
	if a.answer != answer || a.found != found || !errors.Is(a.err, err) || a.panicked != nil {
		t.Errorf("%q, %v, %v, panic %v; want %q, %v, %v", a.answer, a.found, a.err, a.panicked, answer, found, err)
	}
}

func TestWhatWaitsGoesTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		first := d.ask(ctx, 1)
		if len(d.begun()) != 1 {
			t.Errorf("a lone key waits: %v", d.begun())
		}
		second, missing, same := d.ask(ctx, 2), d.ask(ctx, -3), d.ask(ctx, 2)
		d.let(2, answers)
		first.was(t, "1", true, nil)
		second.was(t, "2", true, nil)
		missing.was(t, "", false, nil)
		same.was(t, "2", true, nil)
		d.done(t, "[[1] [2 -3]]")
	})
}

// A call that has begun may have read already: whoever asks after that needs another one, for the same key, too.
func TestNobodyJoinsACallThatHasBegun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		d.ask(ctx, 1)
		d.ask(ctx, 1)
		d.let(1, answers) // the second call begins
		d.ask(ctx, 1)
		d.let(2, answers)
		d.done(t, "[[1] [1] [1]]")
	})
}

func TestABatchHasABound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(2), t.Context()
		var all []*asked
		for _, key := range []int{1, 2, 3, 3, 4, 5} {
			all = append(all, d.ask(ctx, key))
		}
		d.let(3, answers)
		for n, want := range []string{"1", "2", "3", "3", "4", "5"} {
			all[n].was(t, want, true, nil)
		}
		d.done(t, "[[1] [2 3] [4 5]]")
	})
}

func TestWhoeverLeavesTakesNobodyAlong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		leaving, leave := context.WithCancel(ctx)
		running, waiting := d.ask(leaving, 1), d.ask(leaving, 2)
		stays := d.ask(ctx, 3)
		leave()
		synctest.Wait()
		running.was(t, "", false, context.Canceled)
		waiting.was(t, "", false, context.Canceled)
		d.let(1, answers)
		stays.was(t, "3", true, nil)
		if gone := d.ask(leaving, 4); len(d.begun()) != 2 {
			t.Errorf("one who has left asks: %+v, %v", gone, d.begun())
		}
		d.done(t, "[[1] [2 3]]")
	})
}

func TestWhatNobodyWaitsForIsNotAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		leaving, leave := context.WithCancel(ctx)
		first := d.ask(ctx, 1)
		d.ask(leaving, 2)
		leave()
		synctest.Wait()
		after := d.ask(ctx, 3) // joins no batch that was given up
		d.let(2, answers)
		first.was(t, "1", true, nil)
		after.was(t, "3", true, nil)
		d.done(t, "[[1] [3]]")
	})
}

func TestAnErrorIsEverybodys(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		broken := errors.New("broken")
		first, one, other := d.ask(ctx, 1), d.ask(ctx, 2), d.ask(ctx, 3)
		d.let(1, answers)
		d.let(1, func(context.Context, []int) (map[int]string, error) { return nil, broken })
		first.was(t, "1", true, nil)
		one.was(t, "", false, broken)
		other.was(t, "", false, broken)
		after := d.ask(ctx, 4)
		d.let(1, answers)
		after.was(t, "4", true, nil)
		d.done(t, "[[1] [2 3] [4]]")
	})
}

func TestNobodyHangsWhenACallPanicsOrEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(100), t.Context()
		panicked, ended := d.ask(ctx, 1), d.ask(ctx, 2)
		d.let(1, func(context.Context, []int) (map[int]string, error) { panic("at the disco") })
		after := d.ask(ctx, 3)
		d.let(1, func(context.Context, []int) (map[int]string, error) { runtime.Goexit(); return nil, nil })
		if text, is := panicked.panicked.(string); !is || !strings.HasPrefix(text, "at the disco\n") {
			t.Errorf("panicked with %v", panicked.panicked)
		}
		ended.was(t, "", false, together.ErrEnded)
		d.let(1, answers)
		after.was(t, "3", true, nil)
		d.done(t, "[[1] [2] [3]]")
	})
}

// A call that hangs holds up its own. What waits behind it goes beside it after a second, in a bounded number of calls.
func TestACallThatHangsHoldsUpOnlyItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, ctx := newDesk(1), t.Context()
		for key := range 6 {
			d.ask(ctx, key)
		}
		bubble.Pass(time.Second - time.Nanosecond)
		if len(d.begun()) != 1 {
			t.Errorf("before a second has passed: %v", d.begun())
		}
		bubble.Pass(time.Nanosecond)
		if len(d.begun()) != 4 {
			t.Errorf("%d calls at once, want 4: %v", len(d.begun()), d.begun())
		}
		d.let(6, answers)
		d.wg.Wait()
		if len(d.begun()) != 6 {
			t.Errorf("%v", d.begun())
		}
		d.ask(ctx, 7)
		d.ask(ctx, 8)
		if len(d.begun()) != 7 {
			t.Errorf("afterwards, more than one call at a time: %v", d.begun())
		}
		d.let(2, answers)
		d.wg.Wait()
	})
}

// Each who asks after a change was made sees it, whoever else asks at the same time.
func TestAnAnswerIsAsFreshAsOnesOwn(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var version int
	g := together.New(8, func(_ context.Context, keys []int) (map[int]int, error) {
		mu.Lock()
		now := version
		mu.Unlock()
		runtime.Gosched()
		found := map[int]int{}
		for _, key := range keys {
			found[key] = now
		}
		return found, nil
	})
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			for range 200 {
				mu.Lock()
				version++
				mine := version
				mu.Unlock()
				if seen, found, err := g.Ask(context.Background(), n%12); !found || err != nil || seen < mine {
					t.Errorf("saw %d (%v, %v) after %d", seen, found, err, mine)
				}
			}
		})
	}
	wg.Wait()
}
