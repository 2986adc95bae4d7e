package together_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/together"
)

// inn is a place whose guests stay until the test says so.
type inn struct {
	turns together.Turns[*[]string]
	mu    sync.Mutex
	// came are the names of those who got a turn, with those of their company.
	came []string
	wg   sync.WaitGroup
}

func newInn(most, atOnce int) *inn {
	i := &inn{}
	i.turns = together.Turns[*[]string]{Most: most, AtOnce: atOnce, Meet: func(_ string, members int) *[]string {
		seats := make([]string, members)
		return &seats
	}}
	return i
}

// come takes a turn under a name, and returns when somebody has it or it waits.
func (i *inn) come(ctx context.Context, name string) {
	i.wg.Go(func() {
		company, seat, err := i.turns.Take(ctx, "here", name)
		i.mu.Lock()
		defer i.mu.Unlock()
		switch {
		case err != nil:
			i.came = append(i.came, name+" left")
		case seat == together.Alone:
			i.came = append(i.came, name)
		default:
			(*company)[seat] = name
			if !slices.Contains(*company, "") {
				i.came = append(i.came, fmt.Sprint(*company))
			}
		}
	})
	synctest.Wait()
}

// leave ends a turn, and returns when the next ones have theirs.
func (i *inn) leave() {
	i.turns.Leave("here")
	synctest.Wait()
}

func (i *inn) saw(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(i.came, want) {
		t.Errorf("%q, want %q", i.came, want)
	}
	i.came = nil
}

func TestThoseWhoWaitGoTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i := newInn(3, 1)
		i.come(t.Context(), "x")
		i.saw(t, "x")
		for _, name := range []string{"d", "b", "b", "a", "c"} {
			i.come(t.Context(), name)
		}
		if n := i.turns.Waiting(); n != 5 {
			t.Errorf("%d wait", n)
		}
		i.leave()
		i.saw(t, "[a b d]") // the same one not twice, and no more than three
		i.leave()
		i.saw(t, "[b c]")
		i.leave()
		i.come(t.Context(), "y")
		i.saw(t, "y")
		i.come(t.Context(), "z")
		i.leave()
		i.saw(t, "z") // a company of one is none
		i.leave()
		i.wg.Wait()
	})
}

func TestWhileOneCompanyLeavesAnotherIsThere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i := newInn(3, 2)
		for _, name := range []string{"x", "y", "a", "b"} {
			i.come(t.Context(), name)
		}
		i.saw(t, "x", "y")
		i.leave()
		i.saw(t, "[a b]")
		i.leave()
		i.leave()
		i.wg.Wait()
	})
}

func TestWhoLeavesTheLineIsInNoCompany(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i := newInn(3, 1)
		ctx, cancel := context.WithCancel(t.Context())
		i.come(t.Context(), "x")
		i.come(ctx, "a")
		i.come(t.Context(), "b")
		cancel()
		synctest.Wait()
		i.saw(t, "x", "a left")
		i.leave()
		i.saw(t, "b")
		i.leave()
		i.wg.Wait()
	})
}
