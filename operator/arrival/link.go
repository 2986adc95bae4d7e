package arrival

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/link"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
)

// OpenLinks lists wallet links without an outcome, oldest first. After 24 hours they are cases for an operator.
func (s *Service) OpenLinks(ctx context.Context, age time.Duration, limit int) ([]link.OpenLink, error) {
	return s.d.Link.Open(ctx, age, limit)
}

// SettleLink settles a wallet link by what our own wallet's history says that it received; 0 is nothing. Over 1,000 baht two
// persons must have found the same.
func (s *Service) SettleLink(ctx context.Context, d operator.Decision, got money.Amount) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the line of our wallet's history, or that there is none")
	}
	found, err := s.d.Link.Decide(ctx, d.Subject, got)
	if err != nil {
		return operator.Outcome{}, err
	}
	says := fmt.Sprintf("%s baht of wallet link %s belong to the member", got, found.Link.Reference)
	if got == 0 {
		says = fmt.Sprintf("wallet link %s brought nothing", found.Link.Reference)
	}
	d.Subject = fmt.Sprintf("%s got %s", found.Link.Reference, got)
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "link.settle", Needs: operator.Cashier, Member: found.Link.Member, Amount: got,
		Two: max(got, found.Link.Amount) > operator.UnsettledBound, Says: says,
		Does: func(tx *store.Tx) error { return found.Tx(ctx, tx) },
	})
}
