package fair_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"krapao/internal/fair"
)

// line makes people work one after the other, when the test says so, and records who did.
type line struct {
	*testing.T
	q    *fair.Queue
	mu   sync.Mutex
	did  []string
	goOn chan struct{}
	all  sync.WaitGroup
}

// asks makes somebody take a turn; it is in the queue before asks returns.
func (l *line) asks(ctx context.Context, who string) {
	l.all.Go(func() {
		done, err := l.q.Take(ctx, who)
		if err != nil {
			return
		}
		l.mu.Lock()
		l.did = append(l.did, who)
		l.mu.Unlock()
		<-l.goOn
		done()
	})
	synctest.Wait()
}

func (l *line) order() string {
	close(l.goOn)
	l.all.Wait()
	return strings.Join(l.did, "")
}

func TestTurns(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		places     int
		asks, want string
	}{
		"in order":                              {1, "abc", "abc"},
		"one who piles up work waits":           {1, "aaaaaab", "abaaaaa"},
		"in rounds":                             {1, "aaabbbc", "abcabab"},
		"nobody has two places":                 {2, "aaab", "abaa"},
		"a place is not kept for who has one":   {2, "aaabc", "abcaa"},
		"another's first comes before a second": {1, "aabcbc", "abcabc"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := &line{T: t, q: fair.New(tc.places), goOn: make(chan struct{}, 100)}
				for _, who := range strings.Split(tc.asks, "") {
					l.asks(t.Context(), who)
				}
				for range tc.asks { // one after the other
					l.goOn <- struct{}{}
					synctest.Wait()
				}
				if got := l.order(); got != tc.want {
					t.Errorf("%s asked, %s had their turns, want %s", tc.asks, got, tc.want)
				}
			})
		})
	}
}

// TestWhoGivesUpIsPassedOver: and nobody loses a place by that.
func TestWhoGivesUpIsPassedOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &line{T: t, q: fair.New(1), goOn: make(chan struct{}, 100)}
		leaving, leave := context.WithCancel(t.Context())
		l.asks(t.Context(), "a")
		l.asks(leaving, "b")
		l.asks(leaving, "a")
		l.asks(t.Context(), "c")
		leave()
		synctest.Wait()
		if got := l.order(); got != "ac" {
			t.Errorf("turns: %s", got)
		}
		for range 3 { // all places are free again
			done, err := l.q.Take(t.Context(), "b")
			if err != nil {
				t.Fatal(err)
			}
			done()
		}
	})
}

// TestAPlaceThatComesTooLateIsGivenBack: a caller that gives up at the moment when its place comes does not keep it.
func TestAPlaceThatComesTooLateIsGivenBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.New(1)
		for range 50 { // each time one of both is seen first
			done, err := q.Take(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			leaving, leave := context.WithCancel(t.Context())
			var waiting sync.WaitGroup
			waiting.Go(func() {
				if mine, err := q.Take(leaving, "b"); err == nil {
					mine()
				}
			})
			synctest.Wait()
			leave()
			done()
			waiting.Wait()
		}
	})
}

// TestNeverMoreThanThePlaces: whoever comes and goes.
func TestNeverMoreThanThePlaces(t *testing.T) {
	t.Parallel()
	q, gate := fair.New(3), make(chan struct{}, 3)
	var all sync.WaitGroup
	for i := range 300 {
		all.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			if i%7 == 0 {
				go cancel()
			}
			defer cancel()
			done, err := q.Take(ctx, string(rune('a'+i%20)))
			if err != nil {
				return
			}
			defer done()
			select {
			case gate <- struct{}{}:
				<-gate
			default:
				t.Error("a fourth is at work")
			}
		})
	}
	all.Wait()
}
