package gamecase

import (
	"context"

	"krapao/fault"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// outcomes are what a choice decides, by its command.
var outcomes = map[string]doubt.CaseOutcome{
	"moved": doubt.ItMoved, "not-moved": doubt.ItDidNotMove, "close": doubt.Dismissed, "book": doubt.Booked,
}

// Open is what an operator looks at before it decides about a case, or about a transfer whose outcome nobody knows. The audit log
// records who looked.
func (s *Service) Open(ctx context.Context, by operator.Person, id string) (operator.Sight, error) {
	x, c, err := s.findCase(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	v, err := s.caseView(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	sight := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemCase, ID: v.ID}, Member: v.Member, Amount: max(v.Ours, -v.Ours), State: string(v.State),
		Why: []string{string(v.Kind)}, Facts: v.known(),
	}
	if c != nil {
		sight.Kind, sight.Seen = operator.ItemUnsettled, seenUnsettled(*c)
	} else {
		sight.Seen = seenCase(*x)
	}
	for _, choice := range v.Choices {
		sight.Choices = append(sight.Choices, operator.Choice{
			Kind: kindOf(c != nil, outcomes[choice.Command]), Needs: operator.Cashier, Two: choice.Two, Evidence: operator.ProviderSaid,
		})
	}
	look := operator.Glance{By: by.Name, Action: "case.show", Subject: v.ID, Member: v.Member}
	if err := s.d.Approvals.Look(ctx, look); err != nil {
		return operator.Sight{}, err
	}
	return sight, nil
}

// books is what a decision books: its amount under the code, or the code alone.
func (c Choice) books() operator.Fact {
	if c.Amount == 0 {
		return operator.Fact{Name: "books." + c.Command, Kind: operator.FactState, After: c.Does}
	}
	return operator.Fact{Name: "books." + c.Command + "." + c.Does, Kind: operator.FactAmount, After: c.Amount.String()}
}

func kindOf(unsettled bool, outcome doubt.CaseOutcome) string {
	switch {
	case unsettled && outcome == doubt.ItMoved:
		return postTransfer
	case unsettled:
		return voidTransfer
	}
	return ofCase + string(outcome)
}

// KindOf is the kind of decision that ends a case by a command: moved, not-moved or close. INVALID_INPUT: a transfer whose
// outcome nobody knows is not closed, because money waits in it.
func (s *Service) KindOf(ctx context.Context, id, command string) (string, error) {
	_, c, err := s.findCase(ctx, id)
	if err == nil && c != nil && outcomes[command] == doubt.Dismissed {
		err = fault.New(fault.INVALID_INPUT, "an unsettled transfer can't be closed: decide moved or not-moved")
	}
	return kindOf(c != nil, outcomes[command]), err
}
