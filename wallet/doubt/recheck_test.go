package doubt_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// A provider applies a transfer after it denied it for the whole window. The money was given back, and then exists twice,
// or is gone. The re-check proves it, and linked transfers book the truth.
func TestAppliedAfterTheWindow(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"joker", "pgslot"} {
		for _, in := range []bool{true, false} {
			for _, spent := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/in=%t/spent=%t", code, in, spent), func(t *testing.T) {
					t.Parallel()
					storetest.Each(t, func(t *testing.T, s *store.Store) {
						appliedLate(t, s, code, in, spent)
					})
				})
			}
		}
	}
}

func appliedLate(t *testing.T, s *store.Store, code string, in, spent bool) {
	w := newWorld(t, s)
	name := w.Open(member, code)
	w.MustTransfer(ledger.LabelWallet, code, baht(300))
	from, to := code, ledger.LabelWallet
	if in {
		from, to = to, from
	}
	w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Mode: "timeout"})
	reference := w.Unanswered(from, to, baht(100))
	w.Settled(member, 20*time.Second)
	if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(700) {
		t.Fatalf("after the return the wallet has %s", got)
	}
	if spent && in { // the member used what came back, before it turned out that the game has it too
		w.Open(member, "joker2")
		w.MustTransfer(ledger.LabelWallet, "joker2", baht(700))
	}
	late := game.Move{Reference: reference, Player: game.Player{Username: name}, Credits: 100 * money.Credit}
	if !in {
		late.Credits = -late.Credits
	}
	if o := w.Games.Provider(code).Move(t.Context(), late); o.Kind != game.Done {
		t.Fatalf("apply it late: %+v", o)
	}
	// Wait for the end of the re-check, not for the totals: they agree for a moment while the money is on its way back.
	w.FoundLate()
	w.Settled(member, 5*time.Second)
	w.Agrees(code, name)
	w.Conserved()
	if result := w.Balance(ledger.GameResult(code)).Posted; result != 0 {
		t.Errorf("nobody played, and the provider's result is %s", result)
	}
}

// Money that belongs to the member comes at once, even if the provider can't be read then.
func TestAGiftDoesNotWaitForAReading(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name := w.Open(member, "joker")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		w.Unswept.Store(true)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "timeout"})
		reference := w.Unanswered("joker", ledger.LabelWallet, baht(100))
		w.Settled(member, 20*time.Second)
		w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND check_at > 0", 1)
		w.Outside.Move("joker", name, "-100", reference)
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1_000_000})
		w.Unswept.Store(false)
		w.FoundLate()
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(800) {
			t.Errorf("the wallet has %s, want 800.00", got)
		}
		w.Outside.ClearFaults()
		w.Agrees("joker", name)
		w.Conserved()
	})
}

// A provider gets a transfer after it was given back, refuses it then, and knows the reference from now on. That it
// failed is an answer, and the re-checks end.
func TestWhatIsRefusedAfterItsReturnIsAnswered(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const code, there = "imi", "tgsc"
		w := newWorld(t, s, wallettest.ConnectFamilies)
		name := w.Open(member, code)
		w.MustTransfer(ledger.LabelWallet, code, baht(300))
		w.Unswept.Store(true) // nothing is asked about again before it has come
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + there, Op: "move", Mode: "timeout"})
		reference := w.Unanswered(code, ledger.LabelWallet, baht(100))
		w.Settled(member, 20*time.Second)
		w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND check_at > 0", 1)
		w.Outside.Round(there, name, "300", "0")
		a, err := w.Games.Accounts.Named(t.Context(), code, name)
		if err != nil {
			t.Fatal(err)
		}
		player, err := w.Games.Accounts.Player(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		late := game.Move{Reference: reference, Player: player, Credits: -100 * money.Credit}
		provider := w.Games.Provider(code)
		if o := provider.Move(t.Context(), late); o.Kind != game.Rejected {
			t.Fatalf("it comes late: %+v", o)
		}
		if o := provider.Check(t.Context(), late); o.Kind != game.Rejected {
			t.Fatalf("what became of it: %+v", o)
		}
		w.Unswept.Store(false)
		w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND check_at = 0", 1)
		if n := w.Count("SELECT count(*) FROM reconcile_case"); n != 0 {
			t.Errorf("operators were asked %d times", n)
		}
		w.Conserved()
	})
}

// A node that dies between giving money back and closing the doubt leaves the doubt open. Another node closes it, and
// asks about the reference again as the first would have.
func TestADoubtThatWasLeftIsClosed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name := w.Open(member, "joker")
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "timeout"})
		reference := w.Unanswered(ledger.LabelWallet, "joker", baht(100))
		w.Settled(member, 20*time.Second)
		w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned'", 1)
		w.Write(func(tx *store.Tx) error {
			err := storetest.ByHand(t.Context(), tx, "UPDATE game_doubt SET state = 'open', check_at = 0, checks = 0")
			if err != nil {
				return err
			}
			// An older one can't be closed: its transfer has nothing to do with a game.
			_, err = tx.ExecContext(t.Context(), `INSERT INTO game_doubt (transfer, member, provider, username, state, since, not_found,
				reading, reading_since, rounds, result, reason, check_at, checks, created_at, updated_at)
				SELECT id, 'x', 'joker', 'x', 'open', 0, 0, 0, 0, 0, 0, '', 0, 0, 0, 0 FROM transfer WHERE kind = 'deposit'`)
			return err
		})
		late := game.Move{Reference: reference, Player: game.Player{Username: name}, Credits: 100 * money.Credit}
		if o := w.Games.Provider("joker").Move(t.Context(), late); o.Kind != game.Done {
			t.Fatalf("apply it late: %+v", o)
		}
		w.FoundLate()
		w.Settled(member, 5*time.Second)
		w.Agrees("joker", name)
		w.Conserved()
	})
}

// hanging answers no question once it hangs, and uses all the time there is.
type hanging struct {
	game.Provider
	// hangs says from when on; over ends the time.
	hangs *atomic.Bool
	over  func()
}

func (p hanging) Check(ctx context.Context, m game.Move) game.Outcome {
	if !p.hangs.Load() {
		return p.Provider.Check(ctx, m)
	}
	p.over()
	return game.Outcome{}
}

// A provider that never answers uses all the time of each check: the case for an operator is made all the same.
func TestACaseIsMadeThoughTheTimeOfTheCheckIsOver(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		clock := &wallettest.Ahead{}
		ctx, over := context.WithCancel(t.Context())
		defer over()
		var hangs atomic.Bool
		w := newWorldWith(t, storetest.OpenAt(t, engine, clock), sandboxtest.Start(t, sandboxtest.Options{Clock: clock}),
			func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
				c := all["joker"]
				c.Provider = hanging{c.Provider, &hangs, over}
				all["joker"] = c
			})
		w.Unswept.Store(true)
		w.Open(member, "joker")
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "timeout"})
		w.Unanswered(ledger.LabelWallet, "joker", baht(100))
		w.Settled(member, 20*time.Second)
		w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'returned' AND check_at > 0", 1)
		hangs.Store(true)
		clock.Move(25 * time.Hour)
		_, _ = w.Wallet.Doubts().Recheck(ctx)
		if n := w.Count("SELECT count(*) FROM reconcile_case WHERE kind = 'unproved'"); ctx.Err() == nil || n != 1 {
			t.Errorf("%d cases, %v", n, ctx.Err())
		}
	})
}
