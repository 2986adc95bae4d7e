package ledger_test

import (
	"testing"

	"krapao/ledger"
)

// TestAGameAccountsNameIsReadBack: whatever user names a provider gives, the account name gives both parts back.
func TestAGameAccountsNameIsReadBack(t *testing.T) {
	t.Parallel()
	for _, username := range []string{"kabc", "a:b", ":", "สมชาย", ""} {
		if p, u, ok := ledger.Game("joker", username).Game(); !ok || p != "joker" || u != username {
			t.Errorf("%q: %q, %q, %v", username, p, u, ok)
		}
	}
	for _, other := range []ledger.Account{
		ledger.Wallet(nok), ledger.Bank("game"), ledger.GameResult("joker"), "game:", "game:joker", "",
	} {
		if p, u, ok := other.Game(); ok {
			t.Errorf("%q is the game account %q, %q", other, p, u)
		}
	}
}
