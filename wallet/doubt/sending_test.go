package doubt_test

import (
	"context"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// recording answers no sending, and keeps all of them.
type recording struct {
	game.Provider
	sent *[]game.Move
}

func (p recording) Move(_ context.Context, m game.Move) game.Outcome {
	*p.sent = append(*p.sent, m)
	return game.Outcome{}
}

// The same reference is sent again only within the sender's lease, and while nobody else has settled the transfer or
// given it to operators.
func TestASendingKeepsToItsLease(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		clock, sent := &wallettest.Ahead{}, []game.Move{}
		outside := sandboxtest.Start(t, sandboxtest.Options{Clock: clock})
		w := newWorldWith(t, storetest.OpenAt(t, engine, clock), outside, wallettest.Replays,
			func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
				c := all[wallettest.BareReplay]
				c.Provider = recording{c.Provider, &sent}
				all[wallettest.BareReplay] = c
			})
		name := w.Open(member, wallettest.BareReplay)
		made, err := w.Ledger.Reserve(t.Context(), ledger.Order{ // no worker takes it up
			Key: w.Key(), Kind: game.KindIn, Amount: baht(50), Member: member, DueAt: clock.Now().Add(time.Hour),
			Debit: ledger.Wallet(member), Credit: ledger.Game(wallettest.BareReplay, name),
			Detail: ledger.Detail{From: ledger.LabelWallet, To: wallettest.BareReplay, Account: name},
		})
		if err != nil {
			t.Fatal(err)
		}
		clock.Move(time.Minute)
		settles := func(leased time.Duration) (until time.Time) {
			t.Helper()
			sent = nil
			claimed := made.Transfer
			claimed.DueAt = clock.Now().Add(leased)
			if _, err := w.Wallet.Doubts().Settle(t.Context(), claimed); err != nil {
				t.Fatal(err)
			}
			return claimed.DueAt
		}
		settles(time.Hour)
		if len(sent) != 1 || sent[0].SendBy.After(clock.Now().Add(callTime)) {
			t.Errorf("within a long lease: %+v", sent)
		}
		if until := settles(callTime / 2); len(sent) != 1 || sent[0].SendBy.After(until) {
			t.Errorf("it may leave after the lease: %+v", sent)
		}
		for _, state := range []string{"applied", "returned", "case"} {
			w.Write(func(tx *store.Tx) error {
				return storetest.ByHand(t.Context(), tx, "UPDATE game_doubt SET state = $1", state)
			})
			if settles(time.Hour); len(sent) != 0 {
				t.Errorf("%s: sent again: %+v", state, sent)
			}
		}
	})
}
