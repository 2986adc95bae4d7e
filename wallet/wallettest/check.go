package wallettest

import (
	"encoding/json"
	"testing"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
)

// Credits reads an amount of the sandbox.
func Credits(t *testing.T, n json.Number) money.Credits {
	t.Helper()
	c, err := money.ParseCredits(n.String())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Conserved checks that the wallets and the sandbox's own count of the games add up to what was deposited, to the satang.
func (w *World) Conserved() {
	w.T.Helper()
	if diff := w.Surplus(); diff != 0 {
		w.T.Errorf("wallets and games are off by %s (positive: money out of nothing)", diff)
	}
}

// Surplus returns how much money came out of nothing.
func (w *World) Surplus() money.Amount {
	w.T.Helper()
	inside := -w.Balance(ledger.Bank("KBANK")).Posted
	for _, member := range w.Members {
		inside -= w.Balance(ledger.Wallet(member)).Posted
	}
	for code, totals := range w.Outside.Totals().Games {
		text := Factors[code]
		if text == "" {
			text = "1"
		}
		factor := money.MustFactor(text)
		inside -= Credits(w.T, totals.Deposited).Baht(factor) - Credits(w.T, totals.Withdrawn).Baht(factor)
	}
	return -inside
}

// Agrees checks that the books and the sandbox have the same balance of a game account.
func (w *World) Agrees(code, username string) {
	w.T.Helper()
	w.AgreesAt(code, code, username)
}

// AgreesAt is Agrees where the sandbox's game has another code.
func (w *World) AgreesAt(code, there, username string) {
	w.T.Helper()
	slot := w.Slot(code)
	a, err := w.Games.Accounts.Named(w.T.Context(), slot.Game.Provider, username)
	if err != nil {
		w.T.Fatal(err)
	}
	c, err := w.Games.Balances.Confirm(w.T.Context(), a)
	if err != nil {
		w.T.Errorf("%s can't be confirmed: %v", code, err)
		return
	}
	says := Credits(w.T, w.Outside.Account(there, username).Balance)
	if memo := w.Balance(a.Ledger()).Posted; memo != says.Baht(a.Factor) || c.Reading.Credits != says {
		w.T.Errorf("%s: the books say %s baht, the provider %s credits", code, memo, says)
	}
}

// Slot returns the member's slot of a game.
func (w *World) Slot(code string) game.Slot {
	w.T.Helper()
	slots, err := w.Games.Balances.Slots(w.T.Context(), w.Member)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, s := range slots {
		if s.Game.Code == code {
			return s
		}
	}
	w.T.Fatalf("no slot %s", code)
	return game.Slot{}
}

// AppliedOnce checks that no reference is in the provider's journal twice.
func (w *World) AppliedOnce(code string) {
	w.T.Helper()
	seen := map[string]bool{}
	for _, m := range w.Outside.Moves(code) {
		if seen[m.Ref] {
			w.T.Errorf("%s was applied twice", m.Ref)
		}
		seen[m.Ref] = true
	}
}

// Count returns what a query counts.
func (w *World) Count(query string) (n int) {
	w.T.Helper()
	if err := w.Store.DB().QueryRowContext(w.T.Context(), query).Scan(&n); err != nil {
		w.T.Fatal(err)
	}
	return n
}
