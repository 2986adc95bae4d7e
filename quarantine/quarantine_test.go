package quarantine_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/quarantine"
	payouts "krapao/withdraw/brake"
)

var began = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// world is a store with two nodes' quarantines.
type world struct {
	t      *testing.T
	s      *store.Store
	now    *clock.Fake
	brakes *brake.Service
	nodes  [2]*quarantine.Service
}

func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := &world{t: t, s: s, now: now, brakes: brake.New(s, payouts.New(s))}
		for n := range w.nodes {
			w.nodes[n] = quarantine.New(s, w.brakes)
		}
		test(t, w)
	})
}

func (w *world) write(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.s.Write(w.t.Context(), f); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) restored() {
	w.t.Helper()
	w.write(func(tx *store.Tx) error { return quarantine.BeginTx(w.t.Context(), tx) })
}

func (w *world) lift(system string) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error { return w.nodes[0].LiftTx(w.t.Context(), tx, system, "lek") })
}

func (w *world) named(n int, systems ...string) {
	w.t.Helper()
	err := w.nodes[n].Name(w.t.Context(), func(context.Context) ([]string, error) { return systems, nil })
	if err != nil {
		w.t.Fatal(err)
	}
}

// rests fails the test unless exactly these of the systems rest, on both nodes.
func (w *world) rests(want ...string) {
	w.t.Helper()
	for n, node := range w.nodes {
		var got []string
		for _, system := range []string{"payouts", "bank:SCB1", "provider:pg", "bank:", "gateway:", ""} {
			rests, err := node.Rests(w.t.Context(), system)
			if err != nil {
				w.t.Fatal(err)
			}
			if rests {
				got = append(got, system)
			}
		}
		if !slices.Equal(got, want) {
			w.t.Errorf("on node %d %q rest, want %q", n, got, want)
		}
	}
}

// A store that was never restored is no matter of this package.
func TestAStoreThatWasNeverRestored(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.rests()
		w.named(0, "payouts", "provider:pg")
		w.rests()
		since, err := w.nodes[0].Since(t.Context())
		if all, err2 := w.nodes[0].All(t.Context()); err != nil || err2 != nil || !since.IsZero() || len(all) != 0 {
			t.Errorf("%v %v %v %v", since, all, err, err2)
		}
		if stopped, err := w.brakes.All(t.Context()); err != nil || len(stopped) != 0 {
			t.Errorf("%v %v", stopped, err)
		}
	})
}

// Before a node has named the systems all rest; then those that it named, until each is lifted, which it stays.
func TestEachSystemRestsUntilItIsLifted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.restored()
		w.rests("payouts", "bank:SCB1", "provider:pg", "bank:", "gateway:", "")
		w.now.Advance(time.Minute)
		var both sync.WaitGroup
		both.Go(func() { w.named(0, "bank:SCB1", "payouts", "provider:pg") })
		both.Go(func() { w.named(1, "bank:SCB1", "payouts", "provider:pg") })
		both.Wait()
		w.rests("payouts", "bank:SCB1", "provider:pg", "bank:", "")
		since, err := w.nodes[0].Since(t.Context())
		all, err2 := w.nodes[0].All(t.Context())
		if err != nil || err2 != nil || !since.Equal(began) || len(all) != 3 || !all[0].Rests() || !all[0].Since.Equal(began) {
			t.Fatalf("%v %v %v %v", since, all, err, err2)
		}
		if stopped, err := w.brakes.All(t.Context()); err != nil || len(stopped) != 3 || stopped[0].Cause != brake.Restore {
			t.Errorf("members are told of %v, %v", stopped, err)
		}
		w.lift("bank:SCB1")
		w.rests("payouts", "provider:pg", "")
		w.lift("provider:pg")
		w.lift("payouts")
		w.rests()
		stopped, err := w.brakes.All(t.Context())
		if err != nil || len(stopped) != 1 || stopped[0].System != brake.Payouts ||
			!slices.Equal(stopped[0].Found, []brake.Against{{Kind: brake.Restored}}) {
			t.Errorf("after the last one automatic payouts stay stopped: %v, %v", stopped, err)
		}
		if all, err := w.nodes[1].All(t.Context()); err != nil || all[0].Rests() || all[0].LiftedBy != "lek" ||
			!all[0].LiftedAt.Equal(began.Add(time.Minute)) {
			t.Errorf("%v, %v", all, err)
		}
	})
}

// What was stopped for another reason before the backup stays stopped when the quarantine is over.
func TestAnotherReasonStays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		if err := w.brakes.StopFor(t.Context(), "provider:pg", brake.Against{Kind: brake.Differences, Provider: "pg"}); err != nil {
			t.Fatal(err)
		}
		w.restored()
		w.named(0, "provider:pg")
		w.lift("provider:pg")
		if stopped, err := w.brakes.All(t.Context()); err != nil || len(stopped) != 1 || stopped[0].Cause != brake.Break {
			t.Errorf("%v, %v", stopped, err)
		}
	})
}

// Lists count from two hours before the last time that a node told, or that of the last batch. A store that is restored again is
// in quarantine again, for all systems.
func TestListsBeginBeforeTheBackup(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		exec := func(statement string, args ...any) {
			t.Helper()
			w.write(func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), statement, args...)
				return err
			})
		}
		backup := func(want time.Time) {
			t.Helper()
			w.restored()
			w.rests("payouts", "bank:SCB1", "provider:pg", "bank:", "gateway:", "")
			w.named(0, "payouts")
			all, err := w.nodes[0].All(t.Context())
			if err != nil || len(all) != 1 || !all[0].Backup.Equal(want) || !all[0].From.Equal(want.Add(-2*time.Hour)) {
				t.Errorf("%+v, %v, want %s", all, err, want)
			}
		}
		exec("DELETE FROM shared_clock")
		backup(began)
		exec(`INSERT INTO batch (id, digest, entries, refusals, created_at) VALUES (1, 'd', 0, 0, $1)`,
			clock.MicrosOf(began.Add(-5*time.Hour)))
		backup(began.Add(-5 * time.Hour))
		exec("INSERT INTO shared_clock (id, at, beat, whole_since) VALUES (1, $1, 1, 0)", clock.MicrosOf(began.Add(-3*time.Hour)))
		backup(began.Add(-3 * time.Hour))
	})
}
