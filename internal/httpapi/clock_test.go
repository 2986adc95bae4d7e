package httpapi

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// A node that starts with its clock set back, or whose clock lies behind another's, gives no old answer again: not one that was
// kept for those who waited for it, nor one that was kept for a minute. One of a key is the answer of its call for ever, and who
// died in a call holds nobody up for longer than its lease.
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
		for _, step := range []time.Duration{0, -3 * time.Second, -25 * time.Hour, -time.Hour, -time.Minute, time.Hour, 25 * time.Hour} {
			node, done := at(storetest.Begin.Add(step))
			told := func(scope string, fresh, running bool) {
				t.Helper()
				st, err := node.look(t.Context(), scope)
				if err != nil || st == nil {
					t.Fatalf("%s, %s: %+v, %v", step, scope, st, err)
				}
				if st.finished != nil && st.fresh != fresh || st.running != running {
					t.Errorf("%s, %s: fresh %t, running %t; want %t, %t", step, scope, st.fresh, st.running, fresh, running)
				}
			}
			agrees := step.Abs() < clock.Skew
			told("waited for", false, false)
			told("a minute", agrees, false)
			told("a key", true, false)
			told("died", false, agrees)
			done()
		}
	})
}
