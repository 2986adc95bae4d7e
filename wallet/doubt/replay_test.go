package doubt_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/wallettest"
)

// A refusal of a second sending does not prove that the first did nothing: the money stays pending until the provider
// says what it did.
func TestASecondSendingRefusedProvesNothing(t *testing.T) {
	t.Parallel()
	for _, code := range []string{wallettest.CheckedReplay, wallettest.BareReplay} {
		for _, in := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/in=%t", code, in), func(t *testing.T) {
				t.Parallel()
				storetest.Each(t, func(t *testing.T, s *store.Store) { refusedAgain(t, s, code, in) })
			})
		}
	}
}

// refusedAgain: the answer of the first sending is lost. The provider denies the reference for a while, and refuses it
// until long after its window.
func refusedAgain(t *testing.T, s *store.Store, code string, in bool) {
	w := newWorld(t, s, wallettest.Replays)
	name := w.Open(member, code)
	w.MustTransfer(ledger.LabelWallet, code, baht(300))
	from, to, want := code, ledger.LabelWallet, baht(200)
	if in {
		from, to, want = to, from, baht(400)
	}
	target := "game:" + code
	w.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "lost_reply"})
	w.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "refuse", Count: 8})
	if code == wallettest.CheckedReplay {
		w.Outside.AddFault(sandboxtest.Fault{Target: target, Op: "check", Mode: "not_found", DelayMS: 20_000})
	}
	w.Unanswered(from, to, baht(100))
	w.Settled(member, time.Minute)
	for _, f := range w.Outside.Faults() {
		if f.Left > 0 {
			t.Errorf("the fault %s of %s never happened in full", f.Mode, f.Op)
		}
	}
	w.Outside.ClearFaults()
	if got := w.Balance(ledger.Game(code, name)).Posted; got != want {
		t.Errorf("the game account has %s, want %s", got, want)
	}
	// Only a returned transfer is asked about again: a booked one would be booked twice.
	w.WaitFor("SELECT count(*) FROM game_doubt WHERE state = 'applied' AND check_at = 0", 1)
	w.Agrees(code, name)
	w.Conserved()
}

// proving rejects every sending and says that it never had the reference: a definitive rejection, if it is believed only
// after the window.
type proving struct{ game.Provider }

func (p proving) Capabilities() game.Capabilities {
	c := p.Provider.Capabilities()
	c.Replay = true
	return c
}

func (p proving) Move(ctx context.Context, m game.Move) game.Outcome {
	if m.Again {
		return game.Outcome{Kind: game.Rejected, Reason: "no, and there is no such reference"}
	}
	return p.Provider.Move(ctx, m)
}

// A definitive rejection of a second sending gives the money back, not before the provider's window is over, and the
// reference is asked about again later. A sending that arrives after that is booked.
func TestAProvenNoReturnsTheMoneyAfterTheWindow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
			c := all[wallettest.CheckedReplay]
			c.Provider = proving{c.Provider}
			all[wallettest.CheckedReplay] = c
		})
		name := w.Open(member, wallettest.CheckedReplay)
		// It arrives long after the window, but before the last of the re-checks.
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + wallettest.CheckedReplay, Op: "move", Mode: "late_apply", DelayMS: 9000})
		began := time.Now()
		made := w.Unanswered(ledger.LabelWallet, wallettest.CheckedReplay, baht(100))
		w.Settled(member, 30*time.Second)
		w.noted(made, clue.ProviderRefused.With("no, and there is no such reference"))
		if took, from := time.Since(began), sendBy+callTime+window; took < from || took > from+2*time.Second {
			t.Errorf("given back after %s, want it soon after %s", took, from)
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(1000) {
			t.Fatalf("after the return the wallet has %s", got)
		}
		w.FoundLate()
		w.Settled(member, 5*time.Second)
		w.Agrees(wallettest.CheckedReplay, name)
		w.Conserved()
		w.Conserved()
	})
}
