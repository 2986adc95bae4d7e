package brake_test

import (
	"reflect"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	payouts "krapao/withdraw/brake"
)

var began = time.Date(2026, 11, 28, 3, 0, 0, 0, time.UTC)

// world is a store with its brakes.
type world struct {
	t      *testing.T
	s      *store.Store
	now    *clock.Fake
	brakes *brake.Service
}

func each(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		test(t, &world{t, s, now, brake.New(s, payouts.New(s))})
	})
}

func (w *world) write(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.s.Write(w.t.Context(), f); err != nil {
		w.t.Fatal(err)
	}
	w.now.Advance(time.Second)
}

func (w *world) stopFor(system string, found brake.Against) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error { return w.brakes.StopForTx(w.t.Context(), tx, system, found, "") })
}

func (w *world) resume(system string) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error { return w.brakes.ResumeTx(w.t.Context(), tx, system) })
}

func (w *world) restored() {
	w.t.Helper()
	w.write(func(tx *store.Tx) error { return w.brakes.RestoredTx(w.t.Context(), tx) })
}

func (w *world) exec(statement string) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), statement)
		return err
	})
}

// is holds the one stop that there is to its cause, what was found, and the words.
func (w *world) is(cause brake.Cause, why string, found ...brake.Against) {
	w.t.Helper()
	all, err := w.brakes.All(w.t.Context())
	if err != nil || len(all) != 1 {
		w.t.Fatalf("stopped: %+v, %v", all, err)
	}
	if b := all[0]; b.Cause != cause || b.Why != why || !reflect.DeepEqual(b.Found, found) {
		w.t.Errorf("%s: %s, %q, %+v; want %s, %q, %+v", b.System, b.Cause, b.Why, b.Found, cause, why, found)
	}
}

// What the product found is read back as it was, with the cause that it names and in English, of payouts and of any other system.
// Where a system is stopped already, the first stays.
func TestWhatWasFoundIsKept(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for _, c := range []struct {
			found brake.Against
			cause brake.Cause
			why   string
		}{
			{
				brake.Against{Kind: brake.Differences, Provider: "joker", Cases: 21, Amount: 1_250_00},
				brake.Break,
				"joker: open differences: 21, of 1250.00 baht",
			},
			{
				brake.Against{Kind: brake.Below, Ratio: 9_998, At: began.Add(-time.Hour)},
				brake.Coverage,
				"the house has 99.98 % of what it owes its members (liability report of 2026-11-28 09:00)",
			},
			{
				brake.Against{Kind: brake.Restored},
				brake.Restore,
				"restored from a backup: what happened since is not in the books",
			},
			{
				brake.Against{Kind: brake.Unapproved},
				brake.Credential,
				"its part of the file of outside systems was changed, and two persons have not approved that yet",
			},
			{
				brake.Against{Kind: brake.PaidAndRefused, Reference: "W1"},
				brake.Break,
				"the bank says that it paid W1, and that it refused it",
			},
			{
				brake.Against{Kind: brake.PaidAfterReturn, Reference: "W1"},
				brake.Break,
				"the returned payout W1 turned out to be paid",
			},
			{
				brake.Against{Kind: brake.NotWhole, Account: "house:bonus", Detail: "1 satang too much"},
				brake.Break,
				"the books are not whole: house:bonus: 1 satang too much",
			},
			{
				brake.Against{Kind: brake.NotWhole, Detail: "the chain is broken"},
				brake.Break,
				"the books are not whole: the chain is broken",
			},
			{
				brake.Against{Kind: brake.Rewritten, Detail: "audit: row 7"},
				brake.Break,
				"history is not what it was: audit: row 7",
			},
			{
				brake.Against{Kind: brake.Unanswered, Cases: 3},
				brake.Callout,
				"the callout did not answer about the last 3 withdrawals",
			},
		} {
			for _, system := range []string{brake.Payouts, brake.Provider("joker")} {
				w.stopFor(system, c.found)
				w.is(c.cause, c.why, c.found)
				w.stopFor(system, brake.Against{Kind: brake.Rewritten, Detail: "later"})
				w.is(c.cause, c.why, c.found)
				w.resume(system)
			}
		}
	})
}

// A person's stop has words alone, and so has one of a version before: that left what was found at an earlier stop of payouts.
func TestAStopInWordsAlone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for _, system := range []string{brake.Payouts, brake.Provider("joker")} {
			w.stopFor(system, brake.Against{Kind: brake.PaidAndRefused, Reference: "W1"})
			w.resume(system)
			w.write(func(tx *store.Tx) error { return w.brakes.StopTx(t.Context(), tx, system, "not believed", "lek") })
			w.is(brake.Person, "not believed")
			w.resume(system)
		}
		w.exec(`INSERT INTO system_brake (system, stopped_at, cause, why, stopped_by)
			VALUES ('slips', 5, 'break', 'its day differs', '')`)
		w.is(brake.Break, "its day differs")
		w.resume(brake.Slips)
		w.exec(`UPDATE payout_brake SET stopped_at = 5, cause = '', why = 'the books' WHERE id = 1`)
		w.is(brake.Break, "the books")
		w.resume(brake.Payouts)
		w.stopFor(brake.Payouts, brake.Against{Kind: brake.PaidAndRefused, Reference: "W1"})
		w.exec(`UPDATE payout_brake SET stopped_at = 6, cause = 'break', why = 'the books' WHERE id = 1`)
		w.is(brake.Break, "the books")
	})
}

// A store that is restored stops payouts, and keeps what they were stopped for before, however often it is restored.
func TestARestorationKeepsWhatWasFound(t *testing.T) {
	t.Parallel()
	const restored = "restored from a backup: what happened since is not in the books"
	each(t, func(t *testing.T, w *world) {
		again := brake.Against{Kind: brake.Restored}
		w.restored()
		w.is(brake.Restore, restored, again)
		w.resume(brake.Payouts)
		found := brake.Against{Kind: brake.PaidAfterReturn, Reference: "W1"}
		w.stopFor(brake.Payouts, found)
		for range 2 {
			w.restored()
			w.is(brake.Restore, restored+"; the returned payout W1 turned out to be paid", again, found)
		}
		w.resume(brake.Payouts)
		w.write(func(tx *store.Tx) error {
			return w.brakes.StopTx(t.Context(), tx, brake.Payouts, "not believed", "lek")
		})
		said := brake.Against{Kind: brake.Earlier, Detail: "not believed"}
		for range 2 {
			w.restored()
			w.is(brake.Restore, restored+"; stopped before: not believed", again, said)
		}
		if all, err := w.brakes.All(t.Context()); err != nil || all[0].By != "" || !all[0].Since.Equal(w.now.Now().Add(-time.Second)) {
			t.Errorf("%+v, %v", all, err)
		}
	})
}
