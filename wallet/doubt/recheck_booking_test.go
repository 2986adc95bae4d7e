package doubt_test

import (
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// A transfer that was found applied is proven: while its money is taken back and the account can't be read for that, time
// makes it no case to decide. It counts as a doubt, and once it is long overdue, operators see that it is being booked.
func TestWhatIsTakenBackIsNobodysDecision(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		var away atomic.Bool
		// Its rounds are requested at once, with each reading.
		u := newUnaskedAt(t, engine, "pgslot", "pgslot", wallettest.Between("pgslot", func(p game.Provider) game.Provider {
			return lostOnTheWayOut{p, &away}
		}))
		reference := u.returned(true, baht(100))
		if n := u.counted(); n != 0 {
			t.Errorf("%d doubts are counted before anything is proven", n)
		}
		u.applies(reference, true, baht(100))
		u.Outside.AddFault(sandboxtest.Fault{Target: "game:" + u.there, Op: "move", Mode: "lost_reply", Count: 1_000_000})
		u.waitLong("SELECT count(*) FROM transfer WHERE state = 'pending' AND kind = 'game_out'", 1)
		u.waitLong("SELECT count(*) FROM game_doubt WHERE state = 'open'", 1)
		if n := u.counted(); n != 2 { // it, and the transfer that takes it back
			t.Errorf("%d doubts are counted, want 2", n)
		}
		u.clock.Move(25 * time.Hour)
		u.waitLong("SELECT count(*) FROM reconcile_case WHERE kind = 'unproved' AND state = 'booking' AND booking = 10000", 1)
		x := u.shown()
		err := u.Store.Write(t.Context(), func(tx *store.Tx) error {
			return u.Wallet.Doubts().Cases().DecideTx(t.Context(), tx, x.ID, doubt.ItDidNotMove, "nok", "the provider's journal")
		})
		if !fault.Is(err, fault.NO_DATA) {
			t.Errorf("it is decided against its proof: %v", err)
		}
		u.Outside.ClearFaults()
		away.Store(false)
		u.booked()
		if u.doubts("late") != 1 || u.Count("SELECT count(*) FROM reconcile_case") != 1 {
			t.Error("the doubt has no end, or operators were asked besides")
		}
		u.whole(0)
		unexplained := "SELECT count(*) FROM reconcile_case WHERE kind = 'unexplained'"
		u.nights()
		if u.Count(unexplained) != 0 {
			t.Error("what was booked is not explained, or twice")
		}
		u.Outside.Move(u.there, u.name, "-7", "")
		a, err := u.Games.Accounts.Named(t.Context(), u.code, u.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := u.Games.Balances.Confirm(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		u.nights()
		if u.Count(unexplained) != 1 {
			t.Error("the play is not compared")
		}
	})
}

// nights lets the time pass after which play is compared.
func (u *unasked) nights() {
	u.T.Helper()
	for range 3 {
		u.clock.Move(26 * time.Hour)
		u.read()
		if _, err := u.job.Run(u.T.Context()); err != nil {
			u.T.Fatal(err)
		}
	}
}

// counted returns how many doubts operators see at the provider.
func (u *unasked) counted() int {
	u.T.Helper()
	list, err := u.job.Providers(u.T.Context())
	if err != nil {
		u.T.Fatal(err)
	}
	for _, p := range list {
		if p.Provider == u.code {
			return p.Doubts
		}
	}
	u.T.Fatal("the provider is not told of")
	return 0
}

// shown returns the only case that is not closed.
func (u *unasked) shown() doubt.Difference {
	u.T.Helper()
	list, err := u.Wallet.Doubts().Cases().Differences(u.T.Context(), doubt.Filter{Limit: 10})
	if err != nil || len(list) != 1 {
		u.T.Fatalf("%+v, %v", list, err)
	}
	return list[0]
}

// A proven transfer is booked completely, even if nothing of it can be read any more: the provider is not called then.
func TestWhatIsProvenIsNotAskedAboutAgain(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		u := newUnaskedAt(t, engine, "pgslot", "pgslot")
		reference := u.returned(true, baht(100))
		u.applies(reference, true, baht(100))
		target := "game:" + u.there
		u.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "lost_reply"})
		u.waitLong("SELECT count(*) FROM transfer WHERE kind = 'game_out'", 1)
		u.Write(func(tx *store.Tx) error { // nobody looks before the provider is away
			_, err := tx.ExecContext(t.Context(), "UPDATE game_doubt SET check_at = $1 WHERE state = 'returned'",
				clock.MicrosOf(u.clock.Now().Add(time.Hour)))
			return err
		})
		u.waitLong("SELECT count(*) FROM transfer WHERE state = 'posted' AND kind = 'game_out'", 1)
		for _, op := range []string{"balance", "report"} {
			u.Outside.AddFault(sandboxtest.Fault{Target: target, Op: op, Mode: "down", Count: 1_000_000})
		}
		u.clock.Move(25 * time.Hour)
		u.foundLong()
		if n := u.Count("SELECT count(*) FROM reconcile_case"); n != 0 {
			t.Errorf("operators were asked %d times", n)
		}
		u.Outside.ClearFaults()
		u.whole(0)
	})
}
