package gamecase

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// BookedCase is the request to book an amount of a case.
type BookedCase struct {
	Amount money.Amount `json:"amount"`
}

// What booking an amount does: from the house's adjustments to the provider's result, or the other way.
const (
	fromAdjustments = "from_adjustments"
	toAdjustments   = "to_adjustments"
)

// planBook is the plan of booking what a provider moved without a transfer of ours, to or from the house's adjustments: always
// two, with the provider's answer. It rests on the case.
func (s *Service) planBook(ctx context.Context, id string, request json.RawMessage) (operator.Plan, error) {
	var of BookedCase
	if err := operator.ReadRequest(request, &of); err != nil {
		return operator.Plan{}, err
	}
	if s.d.Differences == nil {
		return operator.Plan{}, fault.New(fault.NO_DATA, "this house compares no days with providers")
	}
	x, err := s.d.Differences.Difference(ctx, id)
	switch {
	case err != nil:
		return operator.Plan{}, err
	case x.State != doubt.CaseOpen:
		return operator.Plan{}, fault.New(fault.NO_DATA, "case %s ended as %s: %s", id, x.Outcome, clue.English(x.Note))
	}
	o, err := x.Bookable(of.Amount)
	if err != nil {
		return operator.Plan{}, err
	}
	books := toAdjustments
	if o.Debit == ledger.Adjustment {
		books = fromAdjustments
	}
	return operator.Plan{
		Member: x.Member, Amount: o.Amount, Two: true, Confirm: true, Evidence: operator.ProviderSaid,
		State: fingerprint(x, doubt.Booked), Seen: seenCase(x), Facts: facts(x, doubt.Booked, books, o.Amount),
		Says: fmt.Sprintf("the case is closed; booked: %s baht from %s to %s", o.Amount, o.Debit, o.Credit),
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.d.Differences.DifferenceTx(ctx, tx, id)
			return fingerprint(now, doubt.Booked), err
		},
		Does: func(tx *store.Tx, d operator.Decision) error {
			return s.d.Differences.BookTx(ctx, tx, id, of.Amount, d.By, d.Note())
		},
	}, nil
}
