package arrival

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/declared"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
)

// Declarations lists open declared transfers, oldest first.
func (s *Service) Declarations(ctx context.Context, limit int) ([]declared.Declaration, error) {
	return s.d.Declared.Open(ctx, "", limit)
}

// inStatement is a transfer as an operator found it in a bank's statement. A proposal keeps it with its payer sealed.
type inStatement struct {
	Account       string       `json:"account,omitempty"`
	At            time.Time    `json:"at"`
	Amount        money.Amount `json:"amount"`
	Bank          string       `json:"bank,omitempty"`
	BankReference string       `json:"bankReference,omitempty"`
	Payer         string       `json:"payer,omitempty"`
}

// FoundRequest is the request to confirm a declared transfer by what an operator found in the bank's statement. Its payer is
// sealed.
func (s *Service) FoundRequest(f declared.Found) (any, error) {
	sealed, err := s.desk.SealPayer(f.Reference, f.Payer)
	return inStatement{f.Account, f.At.UTC(), f.Amount, f.Bank, f.BankReference, sealed}, err
}

// found is what a proposal about a declared transfer says was found.
func (s *Service) found(reference string, request json.RawMessage) (declared.Found, error) {
	var in inStatement
	if err := operator.ReadRequest(request, &in); err != nil {
		return declared.Found{}, err
	}
	payer, err := s.desk.OpenPayer(reference, in.Payer)
	return declared.Found{
		Reference: reference, Account: in.Account, At: in.At, Amount: in.Amount, Bank: in.Bank, BankReference: in.BankReference,
		Payer: payer,
	}, err
}

// seenDeclared is a declared transfer as it is opened.
func seenDeclared(v declared.Declaration) string {
	return operator.Fingerprint(v.Reference, v.State, v.Member, v.Amount, v.Inflow)
}

// planDeclared is a plan about a declared transfer, without what it would do. rests is what else it rests on.
func (s *Service) planDeclared(ctx context.Context, v declared.Declaration, becomes declared.State, rests ...any) operator.Plan {
	state := func(now declared.Declaration) string {
		return operator.Fingerprint(now.Reference, now.State, now.Member, now.Amount, now.Inflow, rests)
	}
	return operator.Plan{
		Member: v.Member, Amount: v.Amount, State: state(v), Seen: seenDeclared(v),
		Still: func(tx *store.Tx) (string, error) {
			now, err := s.d.Declared.FindTx(ctx, tx, v.Reference)
			return state(now), err
		},
		Facts: []operator.Fact{
			{Name: "state", Kind: operator.FactState, Before: string(v.State), After: string(becomes)},
			{Name: "declared", Kind: operator.FactAmount, After: v.Amount.String()},
		},
	}
}

func (s *Service) planConfirm(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	f, err := s.found(reference, request)
	if err != nil {
		return operator.Plan{}, err
	}
	c, err := s.d.Declared.Confirm(ctx, f)
	if err != nil {
		return operator.Plan{}, err
	}
	p := s.planDeclared(ctx, c.Declaration, declared.Confirmed, f.Says(), c.PayerMatches)
	p.Amount, p.Two = c.Amount, !c.PayerMatches || c.Amount > operator.AssignBound
	p.Evidence, p.Says = operator.BankLine, fmt.Sprintf("%s baht are in the member's wallet", c.Amount)
	p.Facts = append(p.Facts, operator.Fact{Name: "bankAmount", Kind: operator.FactAmount, After: f.Amount.String()},
		operator.Fact{Name: "paidAt", Kind: operator.FactTime, After: f.At.UTC().Format(time.RFC3339)},
		operator.Fact{Name: "ourAccount", Kind: operator.FactText, After: f.Account},
		operator.Fact{Name: "bankReference", Kind: operator.FactText, After: strings.TrimSpace(f.Bank + " " + f.BankReference)},
		payerIs(f.Payer, c.PayerMatches))
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return c.Tx(ctx, tx) }
	return p, nil
}

func (s *Service) planRejectDeclared(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var with withCode
	if err := operator.ReadRequest(request, &with); err != nil {
		return operator.Plan{}, err
	}
	v, err := s.d.Declared.Find(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	p := s.planDeclared(ctx, v, declared.Rejected, with.Code)
	p.Says = fmt.Sprintf("declared transfer %s of %s baht is rejected: %s", v.Reference, v.Amount, with.Code)
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return s.d.Declared.RejectTx(ctx, tx, v, with.Code) }
	return p, nil
}
