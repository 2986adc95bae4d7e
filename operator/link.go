package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/link"
	"krapao/internal/store"
	"krapao/money"
)

// OpenLinks lists wallet links without an outcome, oldest first. After 24 hours they are cases for an operator.
func (s *Service) OpenLinks(ctx context.Context, age time.Duration, limit int) ([]link.OpenLink, error) {
	return s.Link.Open(ctx, age, limit)
}

// SettleLink settles a wallet link by what our own wallet's history says that it received; 0 is nothing. Over 1,000 baht two
// persons must have found the same.
func (s *Service) SettleLink(ctx context.Context, d Decision, got money.Amount) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the line of our wallet's history, or that there is none")
	}
	found, err := s.Link.Decide(ctx, d.Subject, got)
	if err != nil {
		return Outcome{}, err
	}
	says := fmt.Sprintf("%s baht of wallet link %s belong to the member", got, found.Link.Reference)
	if got == 0 {
		says = fmt.Sprintf("wallet link %s brought nothing", found.Link.Reference)
	}
	d.Subject = fmt.Sprintf("%s got %s", found.Link.Reference, got)
	return s.decide(ctx, d, act{
		name: "link.settle", needs: Cashier, member: found.Link.Member, amount: got,
		two: max(got, found.Link.Amount) > unsettledBound, says: says,
		does: func(tx *store.Tx) error { return found.Tx(ctx, tx) },
	})
}
