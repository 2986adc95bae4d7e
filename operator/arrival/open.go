package arrival

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/operator"
)

// look records that an operator opened something, and returns what it is shown.
func (s *Service) look(ctx context.Context, by operator.Person, action string, x operator.Sight) (operator.Sight, error) {
	err := s.d.Approvals.Look(ctx, operator.Glance{By: by.Name, Action: action, Subject: x.ID, Member: x.Member})
	if err != nil {
		return operator.Sight{}, err
	}
	return x, nil
}

// facts are what is known, without what is not.
type facts []operator.Fact

func (f *facts) add(name string, kind operator.FactKind, value string) {
	if value = strings.TrimSpace(value); value != "" {
		*f = append(*f, operator.Fact{Name: name, Kind: kind, After: value})
	}
}

func (f *facts) at(name string, t time.Time) {
	if !t.IsZero() {
		f.add(name, operator.FactTime, t.UTC().Format(time.RFC3339))
	}
}

// payer is one as a bank shows it.
func (f *facts) payer(name string, p deposit.Payer) {
	f.add(name, operator.FactAccount, p.BankCode+" "+p.AccountNo)
	f.add(name+"Name", operator.FactText, p.Name)
}

// may is a decision that is possible.
func may(kind string, two bool, evidence operator.Evidence) operator.Choice {
	return operator.Choice{Kind: kind, Needs: operator.Cashier, Two: two, Evidence: evidence}
}

// OpenArrival is what an operator looks at before it decides about an arrival. The audit log records who looked.
func (s *Service) OpenArrival(ctx context.Context, by operator.Person, id string) (operator.Sight, error) {
	in, err := s.d.Deposits.Inflow(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	b := basis{in: in, member: in.Member}
	if in.Member != "" {
		if b.matches, err = s.d.Deposits.PayerIs(ctx, in.Member, in.Payer); err != nil {
			return operator.Sight{}, err
		}
	}
	var f facts
	f.add("account", operator.FactText, in.Account)
	f.add("channel", operator.FactState, string(in.Channel))
	f.payer("payer", in.Payer)
	f = append(f, payerIs(in.Payer, b.matches))
	f.at("paidAt", in.PaidAt)
	f.at("seenAt", in.SeenAt)
	f.add("reference", operator.FactText, in.Reference)
	f.add("source", operator.FactText, in.Source)
	x := operator.Sight{
		Ref: itemOf(in), Member: in.Member, Amount: in.Amount, State: string(in.State), Seen: b.seen(), Facts: f,
		Choices: arrivalChoices(b),
	}
	for _, why := range append([]string{string(in.Reason)}, strings.Split(in.Flag, ",")...) {
		if why != "" {
			x.Why = append(x.Why, why)
		}
	}
	if in.State == deposit.Unmatched {
		if x.Candidates, err = s.candidates(ctx, in); err != nil {
			return operator.Sight{}, err
		}
	}
	return s.look(ctx, by, "arrival.show", x)
}

func itemOf(in deposit.Inflow) operator.Ref {
	switch in.State { //nolint:exhaustive // no other waits for a person
	case deposit.Held:
		return operator.Ref{Kind: operator.ItemHeld, ID: in.ID}
	case deposit.Unmatched:
		return operator.Ref{Kind: operator.ItemUnmatched, ID: in.ID}
	}
	return operator.Ref{Kind: "arrival", ID: in.ID}
}

func arrivalChoices(b basis) []operator.Choice {
	large := b.in.Amount > operator.AssignBound
	reverse := may(reverseDeposit, true, operator.BankNotice)
	switch b.in.State { //nolint:exhaustive // nothing is decided about the others
	case deposit.Unmatched:
		return []operator.Choice{may(assignUnmatched, true, ""), may(returnUnmatched, large, operator.TransferBack), reverse}
	case deposit.Held:
		return []operator.Choice{may(releaseHeld, true, ""), may(returnHeld, large, operator.TransferBack), reverse}
	case deposit.Credited, deposit.Released:
		return []operator.Choice{reverse}
	}
	return nil
}

// ReturnKind is the kind of decision that sends an arrival back to its payer.
func (s *Service) ReturnKind(ctx context.Context, id string) (string, error) {
	in, err := s.d.Deposits.Inflow(ctx, id)
	if in.State == deposit.Held {
		return returnHeld, err
	}
	return returnUnmatched, err
}

// OpenSlip is what an operator looks at before it decides about a slip: its picture, beside what the bank says.
func (s *Service) OpenSlip(ctx context.Context, by operator.Person, reference string) (operator.Sight, error) {
	c, err := s.d.Slip.LookAt(ctx, reference)
	if err != nil {
		return operator.Sight{}, err
	}
	var f facts
	if c.Amount > 0 {
		f.add("bankAmount", operator.FactAmount, c.Amount.String())
	}
	f.at("paidAt", c.PaidAt)
	f.payer("payer", c.Payer)
	f.payer("own", c.Own)
	f.payer("to", c.To)
	f.add("ourAccount", operator.FactText, c.Account)
	f.add("bankReference", operator.FactText, c.Bank+" "+c.BankReference)
	f.add("booked", operator.FactState, string(c.InflowState))
	f.add("bankSaid", operator.FactText, c.Verifier)
	f.at("uploadedAt", c.UploadedAt)
	if c.Failed > 0 {
		f.add("failedToday", operator.FactText, fmt.Sprint(c.Failed))
	}
	x := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemSlip, ID: c.Reference}, Member: c.Member, Amount: c.Amount, State: c.State,
		Seen: seenSlip(c, c.Standing), Facts: f, Picture: s.d.Slip.OperatorLink(c.Reference),
	}
	if c.Reason != "" {
		x.Why = []string{string(c.Reason)}
	}
	if c.State == "review" {
		a, err := s.d.Slip.Accept(ctx, reference, "")
		two := err != nil || !a.Proven || c.Amount > operator.AssignBound
		x.Choices = []operator.Choice{may(acceptSlip, two, ""), may(rejectSlip, false, "")}
	}
	if x.Earlier, err = s.earlierSlips(ctx, reference); err != nil {
		return operator.Sight{}, err
	}
	return s.look(ctx, by, "slip.show", x)
}

// OpenDeclaration is what an operator looks at before it decides about a declared transfer: unclaimed lines near it, too.
func (s *Service) OpenDeclaration(ctx context.Context, by operator.Person, reference string) (operator.Sight, error) {
	v, err := s.d.Declared.LookAt(ctx, reference)
	if err != nil {
		return operator.Sight{}, err
	}
	var f facts
	f.payer("own", v.Own)
	f.at("declaredAt", v.CreatedAt)
	f.at("lapsesAt", v.LapsesAt)
	x := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemDeclared, ID: v.Reference}, Member: v.Member, Amount: v.Amount, State: string(v.State),
		Seen: seenDeclared(v.Declaration), Facts: f,
	}
	if v.Inflow == "" && v.State == "open" {
		x.Choices = []operator.Choice{
			may(confirmDeclaration, v.Amount > operator.AssignBound, operator.BankLine), may(rejectDeclaration, false, ""),
		}
	}
	x.Lines = lines(v, len(x.Choices) > 0)
	return s.look(ctx, by, "declaration.show", x)
}

// OpenLink is what an operator looks at before it settles a wallet link.
func (s *Service) OpenLink(ctx context.Context, by operator.Person, reference string) (operator.Sight, error) {
	l, byItselfUntil, err := s.d.Link.LookAt(ctx, reference)
	if err != nil {
		return operator.Sight{}, err
	}
	var f facts
	f.add("voucher", operator.FactText, l.Voucher)
	f = append(f, redeemed(l.Sent))
	f.add("issuerSaid", operator.FactText, l.Said)
	f.add("ourAccount", operator.FactText, l.Account)
	f.at("since", l.Since)
	f.at("byItselfUntil", byItselfUntil)
	x := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemLink, ID: l.Reference}, Member: l.Member, Amount: l.Amount, State: l.State,
		Seen: seenLink(l), Facts: f,
	}
	if byItselfUntil.IsZero() {
		x.Choices = []operator.Choice{may(settleLink, l.Amount > operator.UnsettledBound, operator.WalletHistory)}
	}
	return s.look(ctx, by, "link.show", x)
}

// OpenLine is what an operator looks at before it decides about a line of a statement: as the bank sent it.
func (s *Service) OpenLine(ctx context.Context, by operator.Person, id string) (operator.Sight, error) {
	c, err := s.d.Feed.LookAt(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	var f facts
	f.add("ourAccount", operator.FactText, c.Account)
	f.add("line", operator.FactText, c.Line)
	f.add("raw", operator.FactText, c.Raw)
	f.add("why", operator.FactWhy, string(c.Why))
	f.add("said", operator.FactText, c.Note)
	f.add("arrival", operator.FactText, c.Inflow)
	f.at("since", c.Since)
	x := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemLine, ID: c.ID}, State: c.State, Seen: seenLine(c), Facts: f,
	}
	if c.State == feed.CaseOpen {
		x.Choices = []operator.Choice{may(bookLine, true, operator.BankAnswer), may(closeLine, false, "")}
	}
	return s.look(ctx, by, "statement.show", x)
}
