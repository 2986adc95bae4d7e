package wallet_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// A process that dies after the intent was committed and before anything was sent: the money comes back, by what the
// provider says and not by a guess.
func TestDiedBeforeSending(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pgslot"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s)
				name := w.open(member, code)
				w.mustTransfer(ledger.LabelWallet, code, baht(100))
				began := time.Now()
				order := ledger.Order{
					Key: w.key(), Kind: wallet.KindIn, Debit: ledger.Wallet(member), Credit: ledger.Game(code, name),
					Amount: baht(50), Member: member, DueAt: began, Detail: ledger.Detail{From: ledger.LabelWallet, To: code, Account: name},
				}
				if _, err := w.ledger.Reserve(t.Context(), order); err != nil {
					t.Fatal(err)
				}
				w.settled(member, 20*time.Second)
				if took, from := time.Since(began), sendBy+callTime+window; took < from || took > from+2*time.Second {
					t.Errorf("given back after %s, want it soon after %s", took, from)
				}
				if got := w.balance(ledger.Wallet(member)).Available(); got != baht(900) {
					t.Errorf("the wallet has %s", got)
				}
				w.agrees(code, name)
				w.conserved()
			})
		})
	}
}

// paused is a process that stands still when it is about to send, and goes on long after.
type paused struct {
	game.Provider
	on chan struct{}
}

func (p paused) Move(ctx context.Context, m game.Move) game.Outcome {
	<-p.on
	return p.Provider.Move(ctx, m)
}

// A process that stands still after the intent was committed: the settle worker takes the transfer up when nothing can be on
// its way any more, and gives the money back after the window. Whoever goes on then sends nothing.
func TestPausedBeforeSending(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		goOn := make(chan struct{})
		w := newWorld(t, s, between("joker", func(p game.Provider) game.Provider { return paused{p, goOn} }))
		name := w.open(member, "joker")
		began, answered := time.Now(), make(chan wallet.Answer, 1)
		go func() {
			answer, err := w.transfer(ledger.LabelWallet, "joker", baht(50))
			if err != nil {
				t.Log(err) // it lost, however it says so
			}
			answered <- answer
		}()
		reserved := func() bool { return w.balance(ledger.Wallet(member)).Available() == baht(950) }
		w.until(time.Second, "the money is reserved", reserved)
		w.until(20*time.Second, "the money is back", func() bool { return !reserved() })
		if took, from := time.Since(began), sendBy+callTime+window; took < from || took > from+2*time.Second {
			t.Errorf("given back after %s, want it soon after %s", took, from)
		}
		close(goOn)
		if answer := <-answered; answer.Status == wallet.Success {
			t.Errorf("whoever was overtaken says %+v", answer)
		}
		if moves := w.outside.Moves("joker"); len(moves) != 0 {
			t.Errorf("it was sent all the same: %+v", moves)
		}
		w.agrees("joker", name)
		w.conserved()
	})
}

// However late a provider says that it has never had a reference, it has to say so three times before the money goes back: the
// first answers after an outage may be those of a provider that is not itself yet.
func TestNotFoundIsSaidThreeTimes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.unswept.Store(true) // nobody asks again about what was given back
		name := w.open(member, "joker")
		fault := func(op, mode string) {
			w.outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: mode, Count: 1000})
		}
		fault("move", "timeout")
		fault("check", "down")
		w.unanswered(ledger.LabelWallet, "joker", baht(50))
		rest(3 * (sendBy + callTime + window))
		answered := func() (n int) {
			for _, m := range w.outside.Calls() {
				if m.Target == "game:joker" && m.Op == "check" && m.Mode == "" {
					n += m.Calls
				}
			}
			return n
		}
		if got := w.balance(ledger.Wallet(member)).Available(); got != baht(950) || answered() != 0 {
			t.Errorf("nobody was told anything %d times, and the wallet has %s", answered(), got)
		}
		w.outside.ClearFaults()
		w.settled(member, 20*time.Second)
		if n := answered(); n != 3 {
			t.Errorf("given back after it was said %d times", n)
		}
		if got := w.balance(ledger.Wallet(member)).Available(); got != baht(1000) {
			t.Errorf("the wallet has %s", got)
		}
		w.agrees("joker", name)
		w.conserved()
	})
}

// A process that dies between two legs, or before the first: the sweep finishes what is fresh and stops what is old, and
// the money is in the wallet then.
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
				w.open(member, "joker")
				pg := w.open(member, "pgslot")
				w.mustTransfer(ledger.LabelWallet, "joker", baht(100))
				w.abandoned(time.Now().Add(-c.age))
				w.ended(1, 20*time.Second)
				at := map[string]bool{
					"pgslot": w.balance(ledger.Game("pgslot", pg)).Posted == baht(100),
					"WALLET": w.balance(ledger.Wallet(member)).Available() == baht(1000),
				}
				if !at[c.want] {
					t.Errorf("the money is not at %s: %v", c.want, at)
				}
				w.conserved()
			})
		})
	}
}

// abandoned writes down an operation from game to game as a process leaves it that dies right after planning it.
func (w *world) abandoned(at time.Time) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), `INSERT INTO movement
			(id, operation, request, member, kind, target, amount, state, due_at, created_at, ended_at)
			VALUES ('m1', $3, 'r', $1, 'between', 'pg', 10000, 'open', $2, $2, 0)`, member, at.UnixMicro(), w.key().String())
		for n, places := range [][2]string{{"joker", ledger.LabelWallet}, {ledger.LabelWallet, "pgslot"}} {
			_, err2 := tx.ExecContext(w.t.Context(), `INSERT INTO movement_leg
				(movement, number, source, target, amount, transfer, state, reason)
				VALUES ('m1', $1, $2, $3, 10000, 0, 'planned', '')`, n+1, places[0], places[1])
			err = errors.Join(err, err2)
		}
		return err
	})
}
