package wallet_test

import (
	"encoding/json"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet"
)

func TestTransferInAndOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for _, code := range []string{"joker", "pgslot", "askmebet"} {
			name := w.Open(member, code)
			w.MustTransfer(ledger.LabelWallet, code, baht(200))
			if got := w.Balance(ledger.Game(code, name)).Posted; got != baht(200) {
				t.Errorf("%s holds %s after 200 went in", code, got)
			}
			w.Outside.Round(code, name, "5", "1.5")
			w.MustTransfer(code, ledger.LabelWallet, baht(50))
			w.Agrees(code, name)
		}
		if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(1000-3*150) {
			t.Errorf("the wallet has %s", got)
		}
		w.Conserved()
	})
}

func TestTransferRefusals(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		w.Open(member, "joker")
		w.Open(member, "askmebet")
		for name, c := range map[string]struct {
			from, to string
			amount   money.Amount
			want     string
		}{
			"Nothing":         {ledger.LabelWallet, "joker", 0, "TRANSFER_MINIMUM"},
			"LessThanOne":     {ledger.LabelWallet, "joker", 99, "TRANSFER_MINIMUM"},
			"Negative":        {ledger.LabelWallet, "joker", -baht(5), "TRANSFER_MINIMUM"},
			"UnknownGame":     {ledger.LabelWallet, "poker", baht(5), "NO_GAME"},
			"UnknownSource":   {"", ledger.LabelWallet, baht(5), "NO_GAME"},
			"NoAccount":       {ledger.LabelWallet, "pgslot", baht(5), "SLOT_NO_ACCOUNT"},
			"WalletToWallet":  {ledger.LabelWallet, ledger.LabelWallet, baht(5), "TRANSFER_SAME"},
			"SameGame":        {"joker", "joker", baht(5), "TRANSFER_SAME"},
			"NoWholeSteps":    {ledger.LabelWallet, "askmebet", baht(5) + 5, "INVALID_AMOUNT"},
			"MoreThanWallet":  {ledger.LabelWallet, "joker", baht(1000) + 1, "MONEY_NOT_ENOUGH"},
			"MoreThanGame":    {"joker", ledger.LabelWallet, baht(1), "MONEY_NOT_ENOUGH"},
			"BetweenWithNone": {"joker", "askmebet", baht(10), "MONEY_NOT_ENOUGH"},
		} {
			if _, err := w.Transfer(c.from, c.to, c.amount); codeOf(err) != c.want {
				t.Errorf("%s: got %s, want %s", name, codeOf(err), c.want)
			}
		}
		if got := w.Balance(ledger.Wallet(member)); got.Posted != baht(1000) || got.Reserved != 0 {
			t.Errorf("a refusal moved money: %+v", got)
		}
		w.Conserved()
	})
}

func TestSameKeyMovesOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		name := w.Open(member, "joker")
		key := w.Key()
		r := wallet.Request{From: ledger.LabelWallet, To: "joker", Amount: baht(100)}
		first, err := w.Wallet.Transfer(t.Context(), member, key, r)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			again, err := w.Wallet.Transfer(t.Context(), member, key, r)
			if !again.Replayed {
				t.Error("the answer does not say that the call was made before")
			}
			if again.Replayed = false; err != nil || again != first {
				t.Errorf("the same call answers %+v, %v after %+v", again, err, first)
			}
		}
		r.Amount++
		if _, err := w.Wallet.Transfer(t.Context(), member, key, r); codeOf(err) != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another amount under the same key: %s", codeOf(err))
		}
		if got := w.Balance(ledger.Game("joker", name)).Posted; got != baht(100) {
			t.Errorf("moved %s", got)
		}
		w.Conserved()
	})
}

// A game that is closing or in maintenance takes no money, and returns the money it has.
func TestShutGamesGiveBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		for _, code := range []string{"joker", "pgslot"} {
			w.Open(member, code)
			w.MustTransfer(ledger.LabelWallet, code, baht(100))
		}
		w.Write(func(tx *store.Tx) error {
			_, err := w.Games.Catalogue.Apply(t.Context(), tx, json.RawMessage(`[
				{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "state": "closing"},
				{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb", "maintenance": true}]`))
			return err
		})
		for code, want := range map[string]string{"joker": "NO_GAME", "pgslot": "TRY_AGAIN"} {
			if _, err := w.Transfer(ledger.LabelWallet, code, baht(1)); codeOf(err) != want {
				t.Errorf("into %s: %s, want %s", code, codeOf(err), want)
			}
			if _, err := w.Wallet.TransferAll(t.Context(), member, w.Key(), code); codeOf(err) != want {
				t.Errorf("all into %s: %s, want %s", code, codeOf(err), want)
			}
			w.MustTransfer(code, ledger.LabelWallet, baht(100))
		}
		w.Conserved()
	})
}
