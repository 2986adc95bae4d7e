package wallet_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

func TestGameToGame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		joker, pg := w.Open(member, "joker"), w.Open(member, "pgslot")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
		key := w.Key()
		r := wallet.Request{From: "joker", To: "pgslot", Amount: baht(120)}
		answer, err := w.Wallet.Transfer(t.Context(), member, key, r)
		if err != nil || answer.Status != wallet.Success {
			t.Fatalf("%+v, %v", answer, err)
		}
		if again, err := w.Wallet.Transfer(t.Context(), member, key, r); err != nil || again.Reference != answer.Reference ||
			again.Status != answer.Status || !again.Replayed {
			t.Errorf("the same call answers %+v, %v", again, err)
		}
		r.Amount++
		if _, err := w.Wallet.Transfer(t.Context(), member, key, r); codeOf(err) != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another amount under the same key: %s", codeOf(err))
		}
		if got := w.Balance(ledger.Game("pgslot", pg)).Posted; got != baht(120) {
			t.Errorf("pg has %s", got)
		}
		if _, known, err := w.Ledger.FindByKey(t.Context(), key); !known || err != nil {
			t.Errorf("the ledger does not know the call's key: %v", err)
		}
		w.twoRows(answer)
		w.Agrees("joker", joker)
		w.Agrees("pgslot", pg)
		w.Conserved()
	})
}

// twoRows: a transfer from game to game is two rows of the statement.
func (w *world) twoRows(answer wallet.Answer) {
	w.T.Helper()
	lines, err := w.Ledger.History(w.T.Context(), ledger.Wallet(member), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 2})
	if err != nil {
		w.T.Fatal(err)
	}
	in, out := lines[0], lines[1]
	if in.Detail.From != ledger.LabelWallet || in.Detail.To != "pgslot" ||
		out.Detail.From != "joker" || out.Detail.To != ledger.LabelWallet {
		w.T.Errorf("the statement says %+v and %+v", out.Detail, in.Detail)
	}
	if w.Ledger.Reference(in.ID) != answer.Reference {
		w.T.Errorf("the answer names %s, the last row is %s", answer.Reference, w.Ledger.Reference(in.ID))
	}
}

// Each fault on each leg of a transfer from game to game: the money is in one of the three places that the member is
// told, and nothing stays pending.
func TestGameToGameFaults(t *testing.T) {
	t.Parallel()
	for _, leg := range []string{"joker", "pgslot"} {
		for _, c := range []struct {
			mode, told string
			// in the end the 100 baht are here
			at string
		}{
			{"refuse", "TRANSFER_FAIL", map[string]string{"joker": "joker", "pgslot": "WALLET"}[leg]},
			{"timeout", "TRANSFER_PENDING", map[string]string{"joker": "joker", "pgslot": "WALLET"}[leg]},
			{"lost_reply", "TRANSFER_PENDING", "pgslot"},
		} {
			t.Run(fmt.Sprintf("%s/%s", leg, c.mode), func(t *testing.T) {
				t.Parallel()
				storetest.Each(t, func(t *testing.T, s *store.Store) {
					w := newWorld(t, s)
					joker, pg := w.Open(member, "joker"), w.Open(member, "pgslot")
					w.MustTransfer(ledger.LabelWallet, "joker", baht(100))
					w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + leg, Mode: c.mode})
					if told := w.told("joker", "pgslot", baht(100)); told != c.told {
						t.Errorf("told %s, want %s", told, c.told)
					}
					w.Ended(1, 20*time.Second)
					for place, account := range map[string]ledger.Account{
						"joker": ledger.Game("joker", joker), "pgslot": ledger.Game("pgslot", pg), "WALLET": ledger.Wallet(member),
					} {
						want := baht(0)
						if place == "WALLET" {
							want = baht(900)
						}
						if place == c.at {
							want += baht(100)
						}
						if got := w.Balance(account).Available(); got != want {
							t.Errorf("%s has %s, want %s", place, got, want)
						}
					}
					w.Agrees("joker", joker)
					w.Agrees("pgslot", pg)
					w.Conserved()
				})
			})
		}
	}
}

func TestTransferAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		if _, err := w.Wallet.TransferAll(t.Context(), member, w.Key(), ledger.LabelWallet); codeOf(err) != "MONEY_NOT_ENOUGH" {
			t.Errorf("nothing in any game: %s", codeOf(err))
		}
		if _, err := w.Wallet.TransferAll(t.Context(), member, w.Key(), "pgslot"); codeOf(err) != "SLOT_NO_ACCOUNT" {
			t.Errorf("no account: %s", codeOf(err))
		}
		names := map[string]string{}
		for _, code := range []string{"joker", "pgslot", "askmebet"} {
			names[code] = w.Open(member, code)
			w.MustTransfer(ledger.LabelWallet, code, baht(100))
		}
		w.Outside.Round("joker", names["joker"], "1", "0.5055") // 99.5055 credits: dust below the step stays
		key := w.Key()
		got, err := w.Wallet.TransferAll(t.Context(), member, key, "pgslot")
		if err != nil || got.Status != wallet.Success {
			t.Fatalf("%+v, %v", got, err)
		}
		want := []wallet.Moved{
			{From: "askmebet", Amount: baht(100), Status: wallet.Success, Code: "SUCCESS"},
			{From: "joker", Amount: baht(99) + 50, Status: wallet.Success, Code: "SUCCESS"},
			{From: ledger.LabelWallet, Amount: baht(700), Status: wallet.Success, Code: "SUCCESS"},
		}
		if !slices.Equal(got.Moved, want) {
			t.Errorf("moved %+v", got.Moved)
		}
		again, err := w.Wallet.TransferAll(t.Context(), member, key, "pgslot")
		if err != nil || again.Answer != got.Answer || !slices.Equal(again.Moved, got.Moved) {
			t.Errorf("the same call answers %+v, %v", again, err)
		}
		if got := w.Balance(ledger.Game("pgslot", names["pgslot"])).Posted; got != baht(100+100+700)+baht(99)+50 {
			t.Errorf("pg has %s", got)
		}
		if rest := w.Outside.Account("joker", names["joker"]).Balance; rest != "0.0055" {
			t.Errorf("the dust is %s", rest)
		}
		for code, name := range names {
			w.Agrees(code, name)
		}
	})
}

// Games that refuse, hang or lose their answer: the answer lists what moved per game, and the others don't wait.
func TestTransferAllTellsPerGame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		names := map[string]string{}
		for _, code := range []string{"joker", "joker2", "pgslot", "slotracha"} {
			names[code] = w.Open(member, code)
			w.MustTransfer(ledger.LabelWallet, code, baht(100))
		}
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "refuse"})
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker2", Mode: "lost_reply"})
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: "balance", Mode: "down", Count: 2})
		got, err := w.Wallet.TransferAll(t.Context(), member, w.Key(), ledger.LabelWallet)
		if err != nil || got.Status != wallet.InProgress {
			t.Fatalf("%+v, %v", got, err)
		}
		told := map[string]wallet.Moved{}
		for _, m := range got.Moved {
			told[m.From] = m
		}
		if m := told["slotracha"]; m.Status != wallet.Success || m.Amount != baht(100) {
			t.Errorf("slotxo: %+v", m)
		}
		if m := told["joker"]; m.Status != wallet.Failed || m.Code != "TRANSFER_FAIL" {
			t.Errorf("joker: %+v", m)
		}
		if m := told["joker2"]; m.Status != wallet.InProgress || m.Code != "TRANSFER_PENDING" {
			t.Errorf("joker2: %+v", m)
		}
		if m := told["pgslot"]; m.Status != wallet.Failed || m.Code != "TRY_AGAIN" {
			t.Errorf("pg: %+v", m)
		}
		if failed := got.Failed(); !slices.Equal(failed, []string{"joker", "joker2", "pgslot"}) {
			t.Errorf("failed: %v", failed)
		}
		w.Ended(1, 20*time.Second)
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(800) {
			t.Errorf("the wallet has %s", got)
		}
		w.Outside.ClearFaults()
		for code, name := range names {
			w.Agrees(code, name)
		}
		w.Conserved()
	})
}

// The first leg takes so long that a second one would be too late for the answer: the member is told "in progress", and
// the sweep does the rest.
func TestLastLegLeftToTheSweep(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Open(member, "joker")
		pg := w.Open(member, "pgslot")
		w.MustTransfer(ledger.LabelWallet, "joker", baht(100))
		w.Outside.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "slow", DelayMS: 1100})
		key := w.Key()
		r := wallet.Request{From: "joker", To: "pgslot", Amount: baht(100)}
		answer, err := w.Hurried().Transfer(t.Context(), member, key, r)
		if err != nil || answer.Status != wallet.InProgress {
			t.Fatalf("%+v, %v", answer, err)
		}
		w.Ended(1, time.Minute)
		if got := w.Balance(ledger.Game("pgslot", pg)).Posted; got != baht(100) {
			t.Errorf("pg has %s", got)
		}
		if again, err := w.Wallet.Transfer(t.Context(), member, key, r); err != nil || again.Status != wallet.Success {
			t.Errorf("the same call answers %+v, %v", again, err)
		}
		w.Conserved()
	})
}
