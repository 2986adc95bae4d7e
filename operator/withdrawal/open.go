package withdrawal

import (
	"cmp"
	"context"
	"time"

	"krapao/operator"
	"krapao/withdraw"
)

// givenLately is why nobody approves a withdrawal for 24 hours after an operator gave its member money.
const givenLately = "given_lately"

// unproven: neither the bank nor money that came from the account says that it is the member's. An answer of the bank that names
// somebody else is kept nowhere; the condition that failed says so.
const unproven = "unproven"

// Open is what an operator looks at before it decides about a withdrawal: all of it, its account too. The audit log records who
// looked. From then on persons decide one in review, and not the product. An auditor decides nothing, and takes nothing from it.
func (s *Service) Open(ctx context.Context, by operator.Person, reference string) (operator.Sight, error) {
	b, p, err := s.plan(ctx, reference)
	if err != nil {
		return operator.Sight{}, err
	}
	x := operator.Sight{
		Ref: p.Item, Member: p.Member, Amount: p.Amount, State: string(b.w.State), Seen: b.state(), Facts: b.known(),
	}
	for _, why := range b.w.Why {
		x.Why = append(x.Why, string(why))
	}
	if x.Choices, err = s.choices(ctx, b, &x); err != nil {
		return operator.Sight{}, err
	}
	look := operator.Glance{By: by.Name, Action: "withdrawal.show", Subject: reference, Member: p.Member}
	if err := s.d.Approvals.Look(ctx, look); err != nil {
		return operator.Sight{}, err
	}
	if b.w.State != withdraw.Review || b.w.InHand || !by.Has(operator.Support) {
		return x, nil
	}
	return x, s.d.Review.Take(ctx, reference)
}

// choices are the decisions that are possible about a withdrawal, by what the plans of these kinds ask for.
func (s *Service) choices(ctx context.Context, b basis, x *operator.Sight) (list []operator.Choice, err error) {
	one := operator.Choice{Needs: operator.Cashier}
	if b.w.State == withdraw.Review {
		given, err := s.d.Review.GivenLately(ctx, b.w.Member)
		if err != nil {
			return nil, err
		}
		if one.Two, err = s.d.Requests.TwoPersons(ctx, b.w, false); err != nil {
			return nil, err
		}
		if given {
			x.Why = append(x.Why, givenLately)
		} else {
			one.Kind = approve
			list = append(list, one)
		}
		one.Kind = reduce
		list = append(list, one)
	}
	if ends(b.w.State) {
		one.Kind, one.Two = giveBack, b.w.Sent
		if one.Two {
			one.Evidence = operator.BankStatement
		}
		list = append(list, one)
	}
	if b.w.State == withdraw.Sending && b.w.Sent {
		list = append(list, operator.Choice{Kind: paid, Needs: operator.Cashier, Two: true, Evidence: operator.PaymentLine})
	}
	return list, nil
}

// ends reports whether a withdrawal in a state can be given back.
func ends(s withdraw.State) bool {
	return s == withdraw.Requested || s == withdraw.Review || s == withdraw.Sending
}

// known is what the books know of a withdrawal.
func (b basis) known() []operator.Fact {
	w := b.w
	facts := []operator.Fact{
		{Name: "account", Kind: operator.FactAccount, After: w.Account.BankCode + " " + w.Account.Number},
		{Name: "holder", After: w.Account.Name},
		{Name: "requestedAt", Kind: operator.FactTime, After: w.RequestedAt.UTC().Format(time.RFC3339)},
	}
	add := func(name string, kind operator.FactKind, value string) {
		if value != "" {
			facts = append(facts, operator.Fact{Name: name, Kind: kind, After: value})
		}
	}
	add("proof", operator.FactState, cmp.Or(w.Proof, unproven))
	if !w.ProvenAt.IsZero() {
		add("provenAt", operator.FactTime, w.ProvenAt.UTC().Format(time.RFC3339))
	}
	if w.Asked > 0 {
		add("asked", operator.FactAmount, w.Asked.String())
	}
	if b.owed > 0 {
		add("owed", operator.FactAmount, b.owed.String())
	}
	if b.stopped {
		add("payouts", operator.FactState, "stopped")
	}
	if w.Sent {
		add("sentAt", operator.FactTime, w.SendBy.UTC().Format(time.RFC3339))
	}
	add("outside", operator.FactText, w.Outside)
	add("bankSaid", operator.FactText, w.Note)
	add("reason", operator.FactWhy, string(w.Reason))
	return facts
}
