package withdrawal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/withdraw"
)

// The kinds of decision about withdrawals.
const (
	approve  = "withdrawal.approve"
	reduce   = "withdrawal.reduce"
	giveBack = "withdrawal.return"
	paid     = "withdrawal.paid"
)

func (s *Service) kinds() []operator.Kind {
	return []operator.Kind{
		{Name: approve, Needs: operator.Cashier, Plan: s.planApprove},
		{Name: reduce, Needs: operator.Cashier, Plan: s.planReduce},
		{Name: giveBack, Needs: operator.Cashier, Plan: s.planReturn},
		{Name: paid, Needs: operator.Cashier, Plan: s.planPaid},
	}
}

// basis is what a decision about a withdrawal rests on. Nothing of it that changes by itself while the decision stays right is
// here: not who looked at it, and not when the bank was asked last.
type basis struct {
	w       withdraw.Withdrawal
	owed    money.Amount
	stopped bool
}

// state is the basis as a fingerprint.
func (b basis) state() string {
	w := b.w
	return operator.Fingerprint(w.Reference, w.State, w.Amount, w.BankCode, w.AccountShown, w.Sent, w.Outside, w.Note,
		b.owed, b.stopped)
}

func (b basis) facts(becomes withdraw.State) []operator.Fact {
	return []operator.Fact{
		{Name: "state", Kind: operator.FactState, Before: string(b.w.State), After: string(becomes)},
		{Name: "amount", Kind: operator.FactAmount, After: b.w.Amount.String()},
		{Name: "account", Kind: operator.FactAccount, After: b.w.BankCode + " " + b.w.AccountShown},
		{Name: "owed", Kind: operator.FactAmount, After: b.owed.String()},
	}
}

// plan is a plan about a withdrawal that has not ended, without what it would do.
func (s *Service) plan(ctx context.Context, reference string) (basis, operator.Plan, error) {
	w, err := s.d.Requests.Find(ctx, reference)
	if err != nil {
		return basis{}, operator.Plan{}, err
	}
	b := basis{w: w}
	if b.owed, err = s.d.Requests.Owed(ctx, w); err != nil {
		return basis{}, operator.Plan{}, err
	}
	since, _, err := s.d.Brake.Read(ctx)
	if err != nil {
		return basis{}, operator.Plan{}, err
	}
	b.stopped = !since.IsZero()
	item := operator.Ref{Kind: operator.ItemWithdrawal, ID: reference}
	if w.State == withdraw.Sending {
		item.Kind = operator.ItemPayout
	}
	return b, operator.Plan{
		Item: item, Member: w.Member, Amount: w.Amount, State: b.state(),
		Still: func(tx *store.Tx) (string, error) { return s.stillTx(ctx, tx, reference) },
	}, nil
}

// stillTx is the basis anew, with its locks.
func (s *Service) stillTx(ctx context.Context, tx *store.Tx, reference string) (string, error) {
	var b basis
	var err error
	if b.w, b.owed, err = s.d.Requests.LockTx(ctx, tx, reference); err != nil {
		return "", err
	}
	since, err := s.d.Brake.StoppedTx(ctx, tx)
	b.stopped = !since.IsZero()
	return b.state(), err
}

// planApprove plans to send a withdrawal in review. Over 50,000 baht (a setting) two persons must agree.
func (s *Service) planApprove(ctx context.Context, reference string, _ json.RawMessage) (operator.Plan, error) {
	b, p, err := s.plan(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	if b.w.State != withdraw.Review {
		return operator.Plan{}, fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, b.w.State)
	}
	given, err := s.d.Review.GivenLately(ctx, b.w.Member)
	if err != nil {
		return operator.Plan{}, err
	}
	if given {
		return operator.Plan{}, fault.New(fault.WITHDRAW_REVIEW,
			"an operator has given this member money within 24 hours: nobody sends a withdrawal until then")
	}
	p.Two, err = s.d.Requests.TwoPersons(ctx, b.w, false)
	p.Facts = b.facts(withdraw.Sending)
	p.Says = fmt.Sprintf("withdrawal %s of %s baht is sent", b.w.Reference, b.w.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return s.d.Review.ApproveTx(ctx, tx, reference) }
	p.After = func(ctx context.Context) { s.d.Review.Hurry(ctx, b.w.ID) }
	return p, err
}

// planReturn plans to return a withdrawal's money to the wallet: one person decides where it was never sent, two with the bank's
// statement where an order may have been sent.
func (s *Service) planReturn(ctx context.Context, reference string, _ json.RawMessage) (operator.Plan, error) {
	b, p, err := s.plan(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	if !ends(b.w.State) {
		return operator.Plan{}, fault.New(fault.NO_DATA, "withdrawal %q is %s", reference, b.w.State)
	}
	if p.Two, err = s.d.Requests.TwoPersons(ctx, b.w, true); p.Two {
		p.Confirm, p.Evidence = true, operator.BankStatement
	}
	p.Facts = b.facts(withdraw.Returned)
	p.Says = fmt.Sprintf("%s baht of withdrawal %s are in the wallet again", b.w.Amount, b.w.Reference)
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		return s.d.Payouts.ReturnTx(ctx, tx, reference, fault.TRANSFER_FAIL)
	}
	return p, err
}

// asPaid is the request to book a withdrawal as paid. Outside is the bank's own reference of the payment.
type asPaid struct {
	Outside string `json:"outside"`
}

// planPaid plans to book a withdrawal as paid whose order's outcome the bank does not say: two persons, with its statement.
func (s *Service) planPaid(ctx context.Context, reference string, request json.RawMessage) (operator.Plan, error) {
	var as asPaid
	if err := operator.ReadRequest(request, &as); err != nil {
		return operator.Plan{}, err
	}
	b, p, err := s.plan(ctx, reference)
	if err != nil {
		return operator.Plan{}, err
	}
	switch {
	case strings.TrimSpace(as.Outside) == "":
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "the bank's own reference of the payment is required")
	case b.w.State != withdraw.Sending || !b.w.Sent:
		return operator.Plan{}, fault.New(fault.NO_DATA, "withdrawal %q has no order without an outcome: it is %s",
			reference, b.w.State)
	}
	p.Two, p.Confirm, p.Evidence = true, true, operator.PaymentLine
	p.Facts = append(b.facts(withdraw.Paid), operator.Fact{
		Name: "outside", Kind: operator.FactText, Before: b.w.Outside, After: as.Outside,
	})
	p.Says = fmt.Sprintf("withdrawal %s of %s baht is booked as paid", b.w.Reference, b.w.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		return s.d.Payouts.PaidTx(ctx, tx, reference, strings.TrimSpace(as.Outside))
	}
	return p, nil
}
