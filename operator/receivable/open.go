package receivable

import (
	"context"

	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
)

// seen is a debt as it is opened.
func seen(member string, b ledger.Balance) string {
	return operator.Fingerprint(member, b.Posted, b.Version)
}

// Open is what an operator looks at before it decides about what a member owes. The audit log records who looked. NO_DATA: it
// owes nothing.
func (s *Service) Open(ctx context.Context, by operator.Person, member string) (operator.Sight, error) {
	b, err := s.books.Balance(ctx, ledger.Owed(member))
	switch {
	case err != nil:
		return operator.Sight{}, err
	case b.Posted >= 0:
		return operator.Sight{}, fault.New(fault.NO_DATA, "member %q owes nothing", member)
	}
	look := operator.Glance{By: by.Name, Action: "receivable.show", Subject: member, Member: member}
	if err := s.approvals.Look(ctx, look); err != nil {
		return operator.Sight{}, err
	}
	return operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemReceivable, ID: member}, Member: member, Amount: -b.Posted, State: "owed",
		Seen: seen(member, b), Facts: []operator.Fact{{Name: "owed", Kind: operator.FactAmount, After: (-b.Posted).String()}},
		Choices: []operator.Choice{
			{Kind: repay, Needs: operator.Cashier, Evidence: operator.Consent}, {Kind: writeOff, Needs: operator.Cashier, Two: true},
		},
	}, nil
}

// Request is the request to lessen what a member owes now by an amount.
func (s *Service) Request(ctx context.Context, member string, amount money.Amount) (any, error) {
	b, err := s.books.Balance(ctx, ledger.Owed(member))
	return part{Amount: amount, Key: Key(ledger.Debt{Version: b.Version})}, err
}
