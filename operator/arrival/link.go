package arrival

import (
	"context"
	"encoding/json"
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

// whatCame is the request to settle a wallet link by what it brought.
type whatCame struct {
	Got money.Amount `json:"got"`
}

// seenLink is a wallet link as it is opened.
func seenLink(l link.OpenLink) string {
	return operator.Fingerprint(l.Reference, l.State, l.Member, l.Voucher, l.Amount, l.Sent)
}

// redeemed says whether a link may have been redeemed: sent means that its issuer was asked to.
func redeemed(sent bool) operator.Fact {
	said := "no"
	if sent {
		said = "perhaps"
	}
	return operator.Fact{Name: "redeemed", Kind: operator.FactState, After: said}
}

func (s *Service) planLink(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var came whatCame
	if err := operator.ReadRequest(request, &came); err != nil {
		return operator.Plan{}, err
	}
	found, err := s.d.Link.Decide(ctx, reference, came.Got)
	if err != nil {
		return operator.Plan{}, err
	}
	l := found.Link
	becomes, says := "credited", fmt.Sprintf("%s baht of wallet link %s belong to the member", came.Got, l.Reference)
	if came.Got == 0 {
		becomes, says = "refused", fmt.Sprintf("wallet link %s brought nothing", l.Reference)
	}
	state := func(now link.OpenLink) string {
		return operator.Fingerprint(now.Reference, now.State, now.Member, now.Voucher, now.Amount, now.Sent, came.Got)
	}
	return operator.Plan{
		Member: l.Member, Amount: came.Got, Two: max(came.Got, l.Amount) > operator.UnsettledBound,
		Evidence: operator.WalletHistory, Says: says, State: state(l), Seen: seenLink(l),
		Facts: []operator.Fact{
			{Name: "state", Kind: operator.FactState, Before: l.State, After: becomes},
			{Name: "amount", Kind: operator.FactAmount, Before: l.Amount.String(), After: came.Got.String()},
			{Name: "voucher", Kind: operator.FactText, After: l.Voucher},
			redeemed(l.Sent),
		},
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.d.Link.FindTx(ctx, tx, reference)
			return state(now), err
		},
		Does: func(tx *store.Tx, _ operator.Decision) error { return found.Tx(ctx, tx) },
	}, nil
}
