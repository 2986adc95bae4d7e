package bonus

import (
	"context"

	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
)

// Described is what a statement shows for the transfer of a grant or of an end.
type Described struct {
	Source      Source
	Description Text
	// Finish: the transfer is the condition's end, with State and Returned. It may be a voided one of one satang.
	Finish   bool
	State    State
	Returned money.Amount
	// Reason explains the end, empty if State itself explains it.
	Reason fault.Code
}

// Described returns what a member's statement shows for the grants and ends among transfers.
func (r Records) Described(ctx context.Context, member string, transfers []ledger.ID) (map[ledger.ID]Described, error) {
	if len(transfers) == 0 {
		return nil, nil //nolint:nilnil // a nil map reads like an empty one
	}
	first, final := transfers[0], transfers[0]
	for _, t := range transfers {
		first, final = min(first, t), max(final, t)
	}
	rows, err := r.reads().ConditionsOfTransfers(ctx, member, int64(first), int64(final))
	if err != nil {
		return nil, err
	}
	all := map[ledger.ID]Described{}
	for _, row := range rows {
		c, err := conditionOf(row)
		if err != nil {
			return nil, err
		}
		d := Described{Source: c.Source, Description: c.Terms.shown()}
		all[c.Granted] = d
		if c.Finished != 0 {
			d.Finish, d.State, d.Returned, d.Reason = true, c.State, c.Returned, c.State.reason()
			all[c.Finished] = d
		}
	}
	return all, nil
}
