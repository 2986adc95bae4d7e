package wallet_test

import (
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

func TestStableTotal(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		joker := w.Open(member, "joker")
		w.Open(member, "pgslot")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		w.Outside.Round("joker", joker, "100", "40")
		total, err := w.Wallet.StableTotal(t.Context(), member)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := total.Exact(); err != nil || got != baht(940) || total.Wallet != baht(700) || total.High != baht(940) {
			t.Errorf("%+v, %v", total, err)
		}

		// The stake of an open bet is neither there nor lost.
		w.Outside.Stake("joker", joker, "140")
		total, err = w.Wallet.StableTotal(t.Context(), member)
		_, inexact := total.Exact()
		if err != nil || total.Low != baht(800) || total.High != baht(940) || namedGame(inexact) != "joker" || total.Settled() != nil {
			t.Errorf("with an open bet: %+v, %v, %v", total, err, inexact)
		}
		w.Outside.VoidStake("joker", joker)
		if total, err = w.Wallet.StableTotal(t.Context(), member); err != nil || total.Low != baht(940) || total.High != baht(940) {
			t.Errorf("after the bet: %+v, %v", total, err)
		}

		// pg is certainly empty and needs no reading; joker can't be read, and that is not 0.
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: "balance", Mode: "down", Count: 10})
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down"})
		total, err = w.Wallet.StableTotal(t.Context(), member)
		if err != nil || total.Low != baht(700) || len(total.Unread) != 1 || total.Unread[0].Code != "joker" {
			t.Errorf("%+v, %v", total, err)
		}
		var refused *fault.Error
		if _, err := total.Exact(); !errors.As(err, &refused) || refused.Code != fault.TRY_AGAIN ||
			refused.Params["game"] != "joker" || refused.Params["name"] != total.Unread[0].Name || refused.Params["name"] == "joker" {
			t.Errorf("an exact total that can't be had: %v", err)
		}
		if total, err := w.Wallet.StableTotal(t.Context(), member); err != nil || total.Low != baht(940) {
			t.Errorf("after the hold was released: %+v, %v", total, err)
		}

		// Nothing counts while a transfer is under way.
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "lost_reply"})
		if answer, err := w.Transfer(ledger.LabelWallet, "joker", baht(10)); err != nil || answer.Status != wallet.InProgress {
			t.Fatalf("%+v, %v", answer, err)
		}
		if _, err := w.Wallet.StableTotal(t.Context(), member); codeOf(err) != "TRY_AGAIN" {
			t.Errorf("with a transfer under way: %s", codeOf(err))
		}
		w.Settled(member, 10*time.Second)
		w.conserved2(joker)
	})
}

// namedGame returns the game in a refusal of a total.
func namedGame(err error) any {
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.TRY_AGAIN {
		return nil
	}
	return refused.Params["game"]
}

// conserved2 includes what was lost in play.
func (w *world) conserved2(username string) {
	w.T.Helper()
	w.Agrees("joker", username)
	if lost := w.Balance(ledger.GameResult("joker")).Posted; lost != baht(60) {
		w.T.Errorf("the result of the provider is %s", lost)
	}
	w.Conserved()
}

func (w *world) view() (wallet.View, error) {
	w.T.Helper()
	screens := wallet.NewScreens(w.Store, w.Games.Catalogue, w.Games.Balances)
	home, err := screens.Home(w.T.Context(), member)
	if err != nil {
		w.T.Fatal(err)
	}
	// A task asks alone: many members' query and that of one say the same, also of somebody who is not there.
	for _, one := range []string{member, "nobody"} {
		many, errMany := screens.Home(w.T.Context(), one)
		alone, errAlone := screens.Home(store.Task(w.T.Context()), one)
		if err := errors.Join(errMany, errAlone); err != nil || !many.Same(alone) {
			w.T.Errorf("%s: with others %+v, alone %+v, %v", one, many, alone, err)
		}
	}
	return screens.View(w.T.Context(), member, home)
}

func TestView(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		before, err := w.view()
		if err != nil || before.Amount != baht(1000) || before.Total != baht(1000) ||
			!before.SyncedAt.IsZero() || len(before.Slots) != 15 {
			t.Errorf("%+v, %v", before, err)
		}
		joker, huay := w.Open(member, "joker"), w.Open(member, "askmebet")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(100))
		w.MustTransfer(ledger.LabelWallet, "askmebet", baht(50))
		w.Outside.Round("joker", joker, "1", "0.1234") // 99.1234 credits
		w.Outside.Round("askmebet", huay, "1", "3.5")  // 7.5 credits of 10 baht
		if v, err := w.view(); err != nil || v.Total != baht(1000) {
			t.Errorf("before a refresh the total is what was confirmed last: %+v, %v", v, err)
		}
		rest(time.Second)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:askmebet", Op: "balance", Mode: "down"})
		r, err := w.Games.Balances.Refresh(t.Context(), member)
		if err != nil || len(r.Failed) != 1 || r.Failed[0] != "askmebet" {
			t.Fatalf("%+v, %v", r, err)
		}
		if got := w.Slot("askmebet"); got.Value != baht(50) || !got.ReadAt.Before(r.At) {
			t.Errorf("what failed keeps its amount and time: %+v", got)
		}
		if r, err = w.Games.Balances.Refresh(t.Context(), member); err != nil || len(r.Failed) != 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		v, err := w.view()
		if err != nil || v.Amount != baht(850) || v.Total != baht(850)+99_12+baht(75) || !v.SyncedAt.Equal(r.At) {
			t.Errorf("%+v, %v", v, err)
		}
		if got := w.Slot("joker").Credits.String(); got != "99.1234" {
			t.Errorf("joker shows %s credits", got)
		}
		if got := w.Slot("askmebet").Credits.String(); got != "7.50" {
			t.Errorf("askmebet shows %s credits", got)
		}
	})
}
