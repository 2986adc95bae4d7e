package gamecase

import (
	"context"
	"encoding/json"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// The kinds of decision about transfers with game providers. Those about cases are called by their outcomes.
const (
	postTransfer = "transfer.post"
	voidTransfer = "transfer.void"

	ofCase = "case."
	// bookCase books a difference without a transfer of ours.
	bookCase = ofCase + string(doubt.Booked)
)

// planner plans one kind of decision.
type planner = func(ctx context.Context, subject string, request json.RawMessage) (operator.Plan, error)

func (s *Service) kinds() []operator.Kind {
	kinds := []operator.Kind{
		{Name: KindCompare, Needs: operator.Support, Plan: s.planCompare},
		{Name: postTransfer, Needs: operator.Cashier, Plan: s.planSettle(true)},
		{Name: voidTransfer, Needs: operator.Cashier, Plan: s.planSettle(false)},
	}
	for _, outcome := range []doubt.CaseOutcome{doubt.ItMoved, doubt.ItDidNotMove, doubt.Dismissed} {
		kinds = append(kinds, operator.Kind{Name: ofCase + string(outcome), Needs: operator.Cashier, Plan: s.planCase(outcome)})
	}
	return append(kinds, operator.Kind{Name: bookCase, Needs: operator.Cashier, Plan: s.planBook})
}

// planCase is the plan of closing a case with an outcome.
func (s *Service) planCase(outcome doubt.CaseOutcome) planner {
	return func(ctx context.Context, id string, _ json.RawMessage) (operator.Plan, error) {
		if s.d.Differences == nil {
			return operator.Plan{}, fault.New(fault.NO_DATA, "this house compares no days with providers")
		}
		x, err := s.d.Differences.Difference(ctx, id)
		if err != nil {
			return operator.Plan{}, err
		}
		if x.State != doubt.CaseOpen {
			return operator.Plan{}, fault.New(fault.NO_DATA, "case %s ended as %s: %s", id, x.Outcome, clue.English(x.Note))
		}
		stake, err := x.Stake(outcome)
		if err != nil {
			return operator.Plan{}, err
		}
		booked, err := x.Correction(outcome)
		if err != nil {
			return operator.Plan{}, err
		}
		books := choiceOf("", x, booked, false)
		p := operator.Plan{
			Member: x.Member, Amount: stake, Two: stake > operator.UnsettledBound, Evidence: operator.ProviderSaid,
			State: fingerprint(x, outcome), Seen: seenCase(x),
			Says: "the case is closed; booked: " + books.Books, Facts: facts(x, outcome, books.Does, books.Amount),
			Still: func(tx *store.Tx) (string, error) {
				now, err := s.d.Differences.DifferenceTx(ctx, tx, id)
				return fingerprint(now, outcome), err
			},
			Does: func(tx *store.Tx, d operator.Decision) error {
				return s.d.Differences.DecideTx(ctx, tx, id, outcome, d.By, d.Note())
			},
		}
		if booked > 0 {
			p.Says += " (if a part of it can't be taken now, it goes on by itself)"
			p.After = func(ctx context.Context) { _, _ = s.d.Differences.Correct(ctx) } // the job goes on with it
		}
		return p, nil
	}
}

// fingerprint is what a decision about a case rests on: not its note, which says what the last check found.
func fingerprint(x doubt.Difference, outcome doubt.CaseOutcome) string {
	return operator.Fingerprint(x.ID, x.Kind, x.State, x.Transfer, x.Provider, x.Username, x.Member, x.Ours, x.Theirs, outcome)
}

// seenCase is a case as it is opened, whatever is decided about it.
func seenCase(x doubt.Difference) string { return fingerprint(x, "") }

// facts are a case, how it ends, and what that books: a code, and how much if it is not nothing.
func facts(x doubt.Difference, outcome doubt.CaseOutcome, books string, amount money.Amount) []operator.Fact {
	list := []operator.Fact{
		{Name: "state", Kind: operator.FactState, Before: string(x.State), After: string(doubt.CaseClosed)},
		{Name: "why", Kind: operator.FactWhy, After: string(x.Kind)},
		{Name: "outcome", Kind: operator.FactState, After: string(outcome)},
		{Name: "ours", Kind: operator.FactAmount, After: x.Ours.String()},
		{Name: "theirs", Kind: operator.FactAmount, After: x.Theirs.String()},
		{Name: "provider", Kind: operator.FactSystem, After: x.Provider},
		{Name: "gameAccount", Kind: operator.FactText, After: x.Username},
		{Name: "books", Kind: operator.FactState, After: books},
	}
	if amount > 0 {
		list = append(list, operator.Fact{Name: "bookedAmount", Kind: operator.FactAmount, After: amount.String()})
	}
	return list
}
