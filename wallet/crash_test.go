package wallet_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// A process dies after the intent was committed and before anything was sent. The money comes back by the provider's
// answer, not by a guess.
func TestDiedBeforeSending(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pgslot"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s)
				name := w.Open(member, code)
				w.MustTransfer(ledger.LabelWallet, code, baht(100))
				began := time.Now()
				order := ledger.Order{
					Key: w.Key(), Kind: game.KindIn, Debit: ledger.Wallet(member), Credit: ledger.Game(code, name),
					Amount: baht(50), Member: member, DueAt: began, Detail: ledger.Detail{From: ledger.LabelWallet, To: code, Account: name},
				}
				if _, err := w.Ledger.Reserve(t.Context(), order); err != nil {
					t.Fatal(err)
				}
				w.Settled(member, 20*time.Second)
				if took, from := time.Since(began), sendBy+callTime+window; took < from || took > from+2*time.Second {
					t.Errorf("given back after %s, want it soon after %s", took, from)
				}
				if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(900) {
					t.Errorf("the wallet has %s", got)
				}
				w.Agrees(code, name)
				w.Conserved()
			})
		})
	}
}

// paused is a process that stops just before it sends, and continues long after.
type paused struct {
	game.Provider
	on chan struct{}
}

func (p paused) Move(ctx context.Context, m game.Move) game.Outcome {
	<-p.on
	return p.Provider.Move(ctx, m)
}

// A process stops after the intent was committed. The settle worker takes over when nothing can be on its way any more,
// and gives the money back after the window. When the process continues it sends nothing.
func TestPausedBeforeSending(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		goOn := make(chan struct{})
		w := newWorld(t, s, wallettest.Between("joker", func(p game.Provider) game.Provider { return paused{p, goOn} }))
		name := w.Open(member, "joker")
		began, answered := time.Now(), make(chan wallet.Answer, 1)
		go func() {
			answer, err := w.Transfer(ledger.LabelWallet, "joker", baht(50))
			if err != nil {
				t.Log(err) // it lost, however it says so
			}
			answered <- answer
		}()
		reserved := func() bool { return w.Balance(ledger.Wallet(member)).Available() == baht(950) }
		w.Until(time.Second, "the money is reserved", reserved)
		w.Until(20*time.Second, "the money is back", func() bool { return !reserved() })
		if took, from := time.Since(began), sendBy+callTime+window; took < from || took > from+2*time.Second {
			t.Errorf("given back after %s, want it soon after %s", took, from)
		}
		close(goOn)
		if answer := <-answered; answer.Status == wallet.Success {
			t.Errorf("whoever was overtaken says %+v", answer)
		}
		if moves := w.Outside.Moves("joker"); len(moves) != 0 {
			t.Errorf("it was sent all the same: %+v", moves)
		}
		w.Agrees("joker", name)
		w.Conserved()
	})
}

// A process dies between two legs, or before the first. The sweep finishes a fresh operation and stops an old one, whose
// money is then in the wallet.
func TestSweepFinishesOrStops(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		age  time.Duration
		want string
	}{
		"Fresh": {0, "pgslot"},
		"Old":   {time.Hour, "WALLET"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s)
				w.Open(member, "joker")
				pg := w.Open(member, "pgslot")
				w.MustTransfer(ledger.LabelWallet, "joker", baht(100))
				w.abandoned(time.Now().Add(-c.age))
				w.Ended(1, 20*time.Second)
				at := map[string]bool{
					"pgslot": w.Balance(ledger.Game("pgslot", pg)).Posted == baht(100),
					"WALLET": w.Balance(ledger.Wallet(member)).Available() == baht(1000),
				}
				if !at[c.want] {
					t.Errorf("the money is not at %s: %v", c.want, at)
				}
				w.Conserved()
			})
		})
	}
}

// abandoned stores an operation from game to game as a process leaves it that dies right after planning it.
func (w *world) abandoned(at time.Time) {
	w.T.Helper()
	w.Write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), `INSERT INTO movement
			(id, operation, request, member, kind, target, amount, state, due_at, created_at, ended_at)
			VALUES ('m1', $3, 'r', $1, 'between', 'pg', 10000, 'open', $2, $2, 0)`, member, clock.MicrosOf(at), w.Key().String())
		for n, places := range [][2]string{{"joker", ledger.LabelWallet}, {ledger.LabelWallet, "pgslot"}} {
			_, err2 := tx.ExecContext(w.T.Context(), `INSERT INTO movement_leg
				(movement, number, source, target, amount, transfer, state, reason)
				VALUES ('m1', $1, $2, $3, 10000, 0, 'planned', '')`, n+1, places[0], places[1])
			err = errors.Join(err, err2)
		}
		return err
	})
}
