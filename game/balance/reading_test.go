package balance_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// fund puts baht into a game account as a transfer does, on both sides.
func fund(w *gametest.World, code, username string, baht int64) game.Account {
	w.T.Helper()
	ctx := w.T.Context()
	a, err := w.Accounts.Named(ctx, code, username)
	if err != nil {
		w.T.Fatal(err)
	}
	order := ledger.Order{
		Key: ledger.InternalKey("fund", code, username), Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: a.Ledger(),
		Amount: money.Amount(baht) * money.Baht,
	}
	if _, err := w.Ledger.Move(ctx, order); err != nil {
		w.T.Fatal(err)
	}
	m := game.Move{
		Reference: "000000000000001", Player: game.Player{Username: username}, Credits: money.Credits(baht) * money.Credit,
	}
	if o := w.Provider(code).Move(ctx, m); o.Kind != game.Done {
		w.T.Fatalf("%+v", o)
	}
	return a
}

func memo(w *gametest.World, a game.Account) money.Amount {
	w.T.Helper()
	b, err := w.Ledger.Balance(w.T.Context(), a.Ledger())
	if err != nil {
		w.T.Fatal(err)
	}
	return b.Posted
}

func TestReadingsBookTheResult(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		for _, code := range []string{"joker2", "pgslot"} {
			a := fund(w, code, w.Open(code).Username, 100)
			for _, play := range []struct {
				bet, win string
				memo     money.Amount
			}{
				{"10", "0", 90_00},
				{"1", "0.0001", 89_00}, // a part of a satang is not the member's yet
				{"1", "0.9999", 89_00}, // and becomes it when it is a whole one
				{"5", "55.5", 139_50},
			} {
				w.Outside.Round(code, a.Username, json.Number(play.bet), json.Number(play.win))
				c, err := w.Balances.Confirm(t.Context(), a)
				if err != nil || c.Memo != play.memo || memo(w, a) != play.memo {
					t.Errorf("%s after %+v: %s, %v", code, play, c.Memo, err)
				}
				if again, err := w.Balances.Confirm(t.Context(), a); err != nil || again.Memo != c.Memo {
					t.Errorf("%s read twice: %+v, %v", code, again, err)
				}
			}
			result, err := w.Ledger.Balance(t.Context(), ledger.GameResult(code))
			if err != nil || result.Posted != -39_50 {
				t.Errorf("%s: the provider's result is %s, %v", code, result.Posted, err)
			}
		}
	})
}

func TestReadingsAtOnceBookOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		a := fund(w, "joker2", w.Open("joker2").Username, 100)
		for range 3 {
			w.Outside.Round("joker2", a.Username, "10", "0")
			var wait sync.WaitGroup
			for range 8 {
				wait.Go(func() {
					if _, err := w.Balances.Confirm(t.Context(), a); err != nil {
						t.Logf("overtaken: %v", err) // allowed: somebody else's reading was booked meanwhile
					}
				})
			}
			wait.Wait()
		}
		if got := memo(w, a); got != 70_00 {
			t.Errorf("the memo balance is %s", got)
		}
	})
}

func TestNoReadingWhileATransferIsPending(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		a := fund(w, "joker2", w.Open("joker2").Username, 100)
		w.Outside.Round("joker2", a.Username, "10", "0")
		r, err := w.Ledger.Reserve(t.Context(), ledger.Order{
			Key: ledger.InternalKey("test"), Kind: "game_out", Debit: a.Ledger(), Credit: ledger.Bank("KBANK"), Amount: 100,
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Balances.Confirm(t.Context(), a); !errors.Is(err, game.ErrMoving) || memo(w, a) != 100_00 {
			t.Errorf("%v, and the memo balance is %s", err, memo(w, a))
		}
		if _, err := w.Ledger.Void(t.Context(), ledger.Settlement{ID: r.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		if c, err := w.Balances.Confirm(t.Context(), a); err != nil || c.Memo != 90_00 {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

func TestUnreadableIsNotZero(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		a := fund(w, "joker2", w.Open("joker2").Username, 100)
		if _, err := w.Balances.Confirm(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		before, err := w.Accounts.Named(t.Context(), "joker2", a.Username)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"refuse", "down", "timeout", "garbage"} {
			w.Fault("joker2", "balance", mode)
			r, err := w.Balances.Refresh(t.Context(), gametest.Member)
			if err != nil || len(r.Failed) != 1 || r.Failed[0] != "joker2" {
				t.Errorf("%s: %+v, %v", mode, r.Failed, err)
			}
			if s := r.Slots[0]; s.Credits != 100*money.Credit || !s.ReadAt.Equal(before.ReadAt) {
				t.Errorf("%s: %+v", mode, s)
			}
		}
	})
}
