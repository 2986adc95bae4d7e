package doubt

import (
	"testing"

	"krapao/ledger"
	"krapao/money"
)

// A decision books the provider's side less ours, positive where the member has it twice.
func TestWhatADecisionBooks(t *testing.T) {
	t.Parallel()
	const a, b = 100 * money.Baht, 60 * money.Baht
	for name, tc := range map[string]struct {
		kind                              DifferenceKind
		transfer                          ledger.ID
		ours, theirs                      money.Amount
		moved, not                        money.Amount
		stakeMoved, stakeNot, stakeClosed money.Amount
	}{
		"in, they have nothing":              {MissingThere, 1, a, 0, 0, -a, a, a, a},
		"out, they have nothing":             {MissingThere, 1, -a, 0, 0, a, a, a, a},
		"in, refused and applied":            {MissingHere, 1, 0, a, a, 0, a, a, a},
		"out, refused and applied":           {MissingHere, 1, 0, -a, -a, 0, a, a, a},
		"in, they have less":                 {AnotherAmount, 1, a, b, b - a, -a, a - b, a, a - b},
		"in, they have more":                 {AnotherAmount, 1, b, a, a - b, -b, a - b, b, a - b},
		"out, they have more":                {AnotherAmount, 1, -b, -a, b - a, b, a - b, b, a - b},
		"in here, out there":                 {AnotherDirection, 1, a, -a, -2 * a, -a, 2 * a, 2 * a, 2 * a},
		"in, twice there":                    {Twice, 1, a, 2 * a, a, -a, a, a, a},
		"out, twice there":                   {Twice, 1, -a, -2 * a, -a, a, a, a, a},
		"on another account":                 {AnotherAccount, 1, a, a, 0, -a, a, a, a},
		"an answer that can't be about ours": {Unclear, 1, a, 0, 0, -a, a, a, a},
	} {
		x := Difference{Kind: tc.kind, Transfer: tc.transfer, Ours: tc.ours, Theirs: tc.theirs}
		for outcome, want := range map[CaseOutcome][2]money.Amount{
			ItMoved: {tc.moved, tc.stakeMoved}, ItDidNotMove: {tc.not, tc.stakeNot}, Dismissed: {0, tc.stakeClosed},
		} {
			booked, err := x.Correction(outcome)
			stake, err2 := x.Stake(outcome)
			if err != nil || err2 != nil || booked != want[0] || stake != want[1] {
				t.Errorf("%s, %s: books %s (want %s), stake %s (want %s), %v %v", name, outcome, booked, want[0], stake, want[1], err, err2)
			}
		}
	}
	for _, kind := range []DifferenceKind{MissingHere, Unexplained} {
		if _, err := (Difference{Kind: kind, Theirs: a}).Correction(ItMoved); err == nil {
			t.Errorf("%s without a transfer of ours is booked", kind)
		}
	}
}
