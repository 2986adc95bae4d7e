package httpx

import (
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestRunsOfTheSameCall: they run one at a time. A run that died is taken over with its operation, so that nothing moves twice.
// A run that is over is never taken for another, however long ago it was and whatever was swept.
func TestRunsOfTheSameCall(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		clk := clock.NewFake(time.Now())
		s = storetest.OpenAt(t, s.Engine(), clk) // each engine has a clock of its own
		ctx := t.Context()
		a := newAnswers(s, testIndex(t))
		begin := func(request string) (*run, *standing) {
			t.Helper()
			r, st, err := a.begin(ctx, "scope", a.index.keyed(request), nil)
			if err != nil {
				t.Fatal(err)
			}
			return r, st
		}
		first, _ := begin("x")
		if r, st := begin("x"); r != nil || !st.running {
			t.Fatalf("two at once: %+v %+v", r, st)
		}
		clk.Advance(lease + time.Second) // its process died
		if r, st := begin("other"); r != nil || st.request != a.index.keyed("x") {
			t.Fatalf("another request takes over: %+v %+v", r, st)
		}
		second, _ := begin("x")
		if second == nil || second.operation != first.operation || second.name == first.name {
			t.Fatalf("taken over: %+v after %+v", second, first)
		}
		if err := a.finish(ctx, first, answer{200, "late"}, keepKeyed); err != nil {
			t.Fatal(err)
		}
		if _, st := begin("x"); st == nil || !st.running {
			t.Fatal("a run that was taken over could still answer")
		}
		if err := a.finish(ctx, second, answer{200, "done"}, time.Minute); err != nil {
			t.Fatal(err)
		}
		if _, st := begin("x"); st == nil || st.finished == nil || st.finished.body != "done" {
			t.Fatalf("not replayed: %+v", st)
		}
		clk.Advance(time.Hour)
		third, _ := begin("x")
		if third == nil || third.operation == first.operation {
			t.Fatalf("an old answer's operation again: %+v", third)
		}
		if err := a.finish(ctx, third, answer{200, "again"}, 0); err != nil {
			t.Fatal(err)
		}
		clk.Advance(time.Hour)
		if err := a.sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if st, known, err := a.look(ctx, "scope"); err != nil || known {
			t.Fatalf("not swept: %+v, %v", st, err)
		}
		fourth, _ := begin("x")
		if fourth == nil || fourth.operation == first.operation || fourth.operation == third.operation {
			t.Fatalf("after the sweep an old operation again: %+v", fourth)
		}
		if err := a.forget(ctx, fourth); err != nil {
			t.Fatal(err)
		}
		if r, _ := begin("x"); r == nil || r.operation == fourth.operation {
			t.Fatalf("a forgotten run's operation again: %+v", r)
		}
	})
}
