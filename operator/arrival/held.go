package arrival

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

// Held lists held and unmatched money, oldest first.
func (s *Service) Held(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.d.Deposits.Waiting(ctx, limit)
}

// Unmatched lists money that nobody has claimed, oldest first.
func (s *Service) Unmatched(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.d.Deposits.UnmatchedMoney(ctx, limit)
}

// ofMember is the request to give money to a member.
type ofMember struct {
	Member string `json:"member"`
}

// Reversals lists the deposits of a member that were taken back, newest first. Without a member it lists those whose arrival was
// never booked, oldest first.
func (s *Service) Reversals(ctx context.Context, member string, limit int) ([]deposit.TakenBack, error) {
	if member == "" {
		return s.d.Deposits.Reversals(ctx, limit)
	}
	return s.d.Deposits.ReversalsOf(ctx, member, limit)
}

// basis is what a decision about an arrival rests on.
type basis struct {
	in deposit.Inflow
	// member is whose the money is, or would be. matches: its payer is surely the member's registered account.
	member  string
	matches bool
}

func (b basis) state() string {
	in := b.in
	return operator.Fingerprint(in.ID, in.State, in.Amount, in.Account, in.Member, in.Reference, in.Reason, b.member, b.matches)
}

// seen is the arrival's own part of it, whomever it would be given to.
func (b basis) seen() string {
	in := b.in
	return operator.Fingerprint(in.ID, in.State, in.Amount, in.Account, in.Member, in.Reference, in.Reason)
}

func (b basis) facts(becomes deposit.State) []operator.Fact {
	facts := []operator.Fact{
		{Name: "state", Kind: operator.FactState, Before: string(b.in.State), After: string(becomes)},
		{Name: "amount", Kind: operator.FactAmount, After: b.in.Amount.String()},
		{Name: "account", Kind: operator.FactAccount, After: b.in.Account},
		payerIs(b.in.Payer, b.matches),
	}
	if b.member != b.in.Member {
		facts = append(facts, operator.Fact{Name: "member", Kind: operator.FactMember, Before: b.in.Member, After: b.member})
	}
	return facts
}

// payerIs says of a payer what a person must know, without its name: proposals are kept in plain.
func payerIs(p deposit.Payer, matches bool) operator.Fact {
	return operator.Fact{Name: "payerIs", Kind: operator.FactState, After: whose(p, matches)}
}

func whose(p deposit.Payer, matches bool) string {
	switch {
	case matches:
		return "member"
	case p.Named():
		return "unproven"
	}
	return "unnamed"
}

// plan is a plan about an arrival in one of some states, without what it would do. member is whose it would become; "": its own.
func (s *Service) plan(
	ctx context.Context, id, member string, states ...deposit.State,
) (b basis, p operator.Plan, err error) {
	if b.in, err = s.d.Deposits.Inflow(ctx, id); err != nil {
		return b, p, err
	}
	if !slices.Contains(states, b.in.State) {
		return b, p, fault.New(fault.NO_DATA, "the arrival %q is %s", id, b.in.State)
	}
	if b.member = cmp.Or(member, b.in.Member); b.member != "" {
		if b.matches, err = s.d.Deposits.PayerIs(ctx, b.member, b.in.Payer); err != nil {
			return b, p, err
		}
	}
	p = operator.Plan{
		Member: b.member, Amount: b.in.Amount, Two: b.in.Amount > operator.AssignBound, State: b.state(), Seen: b.seen(),
		Item: itemOf(b.in),
		Still: func(tx *store.Tx) (string, error) {
			now := b
			now.in, err = s.desk.LockTx(ctx, tx, id, member)
			return now.state(), err
		},
	}
	return b, p, nil
}

func (s *Service) planRelease(ctx context.Context, id string, _ json.RawMessage) (operator.Plan, error) {
	b, p, err := s.plan(ctx, id, "", deposit.Held)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Two, p.Facts = true, b.facts(deposit.Released)
	p.Says = fmt.Sprintf("%s baht are in the member's wallet", b.in.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		_, err := s.d.Deposits.ReleaseTx(ctx, tx, id)
		return err
	}
	return p, nil
}

func (s *Service) planReturn(ctx context.Context, id string, _ json.RawMessage) (operator.Plan, error) {
	b, p, err := s.plan(ctx, id, "", deposit.Held, deposit.Unmatched)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Facts, p.Evidence = b.facts(deposit.Returned), operator.TransferBack
	p.Says = fmt.Sprintf("%s baht are booked as gone back to their payer", b.in.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		_, err := s.d.Deposits.ReturnTx(ctx, tx, id)
		return err
	}
	return p, nil
}

func (s *Service) planAssign(ctx context.Context, id string, request json.RawMessage) (operator.Plan, error) {
	var to ofMember
	if err := operator.ReadRequest(request, &to); err != nil {
		return operator.Plan{}, err
	}
	b, p, err := s.plan(ctx, id, to.Member, deposit.Unmatched)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Two, p.Facts = p.Two || !b.matches, b.facts(deposit.Released)
	p.Says = fmt.Sprintf("%s baht are in the member's wallet", b.in.Amount)
	p.Does = func(tx *store.Tx, _ operator.Decision) error { return s.d.Deposits.AssignTx(ctx, tx, id, to.Member) }
	return p, nil
}

func (s *Service) planReverse(ctx context.Context, id string, _ json.RawMessage) (operator.Plan, error) {
	b, p, err := s.plan(ctx, id, "", deposit.Credited, deposit.Released, deposit.Held, deposit.Unmatched)
	if err != nil {
		return operator.Plan{}, err
	}
	p.Two, p.Confirm, p.Evidence, p.Facts = true, true, operator.BankNotice, b.facts(deposit.Reversed)
	p.Says = fmt.Sprintf("%s baht are booked as taken back", b.in.Amount)
	p.Still = func(tx *store.Tx) (string, error) {
		now := b
		now.in, err = s.desk.ReadTx(ctx, tx, id)
		return now.state(), err
	}
	p.Does = func(tx *store.Tx, d operator.Decision) error {
		reference := "by hand: " + cmp.Or(d.Evidence, d.Reason)
		back, err := s.d.Deposits.ReverseTx(ctx, tx, deposit.ReverseRequest{
			Account: b.in.Account, Source: b.in.Source, Reference: reference,
		})
		if err == nil && back.Reference != reference {
			err = fmt.Errorf("%w: the bank has taken it back at this moment (%s)", operator.ErrChanged, back.Reference)
		}
		return err
	}
	return p, nil
}
