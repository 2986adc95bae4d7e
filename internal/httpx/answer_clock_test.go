package httpx

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// A node whose clock was set back before it started, or is behind another's, gives no old answer again: neither one that was
// kept for the requests that waited for it, nor one that was kept for a minute. The answer under a key is its call's for ever.
// A process that died in a call delays nobody for longer than its lease.
func TestAnswersOfAnotherClock(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		config := storetest.Config(t, engine, nil)
		at := func(now time.Time) (*answers, func()) {
			config := config
			config.Clock = clock.NewFake(now)
			s, err := store.Open(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			return newAnswers(s, testIndex(t)), func() { _ = s.Close() }
		}
		scopes := map[string]time.Duration{"waited for": 0, "a minute": keepReplay, "a key": keepKeyed}
		first, done := at(storetest.Begin)
		for scope, keep := range scopes {
			r, _, err := first.begin(t.Context(), scope, "request", nil)
			if err != nil || r == nil {
				t.Fatalf("%s: %v", scope, err)
			}
			if err := first.finish(t.Context(), r, answer{200, scope}, keep); err != nil {
				t.Fatal(err)
			}
		}
		if r, _, err := first.begin(t.Context(), "died", "request", nil); err != nil || r == nil {
			t.Fatal(err)
		}
		done()
		for _, step := range []time.Duration{
			0, -3 * time.Second, -25 * time.Hour, -time.Hour, -time.Minute, time.Hour, 25 * time.Hour,
		} {
			node, done := at(storetest.Begin.Add(step))
			expect := func(scope string, fresh, running bool) {
				t.Helper()
				st, known, err := node.look(t.Context(), scope)
				if err != nil || !known {
					t.Fatalf("%s, %s: %+v, %v", step, scope, st, err)
				}
				if st.finished != nil && st.fresh != fresh || st.running != running {
					t.Errorf("%s, %s: fresh %t, running %t; want %t, %t", step, scope, st.fresh, st.running, fresh, running)
				}
			}
			agrees := step.Abs() < clock.Skew
			expect("waited for", false, false)
			expect("a minute", agrees, false)
			expect("a key", true, false)
			expect("died", false, agrees)
			done()
		}
	})
}
