package app

import (
	"slices"
	"testing"

	"krapao/ledger"
)

// A break at an account stops the payouts, and the system that the account is about.
func TestABreakConcernsItsSystem(t *testing.T) {
	t.Parallel()
	for account, want := range map[ledger.Account][]string{
		"":                               {"payouts"},
		ledger.Wallet("M"):               {"payouts"},
		ledger.Bonus:                     {"payouts"},
		ledger.Game("joker", "krap:abc"): {"payouts", "provider:joker"},
		ledger.GameResult("pg"):          {"payouts", "provider:pg"},
		"game:joker":                     {"payouts", "provider:joker"}, // the class of all accounts there, as the tallies name it
	} {
		if got, err := (areas{}).concerned(t.Context(), account); !slices.Equal(got, want) || err != nil {
			t.Errorf("%s: %v, want %v (%v)", account, got, want, err)
		}
	}
}
