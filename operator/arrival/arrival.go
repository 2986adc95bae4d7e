// Package arrival is what operators decide about money that came in: held and unmatched money, declared transfers, slips, wallet
// links, lines of statements that could not be booked, and arrivals that the bank took back.
package arrival

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/slip"
	"krapao/internal/store"
	"krapao/operator"
)

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Deposits  *deposit.Service
	// The kinds of deposits that can leave a decision to an operator.
	Slip     *slip.Service
	Link     *link.Service
	Feed     *feed.Reader
	Declared *declared.Service
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Held lists held and unmatched money, oldest first.
func (s *Service) Held(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.d.Deposits.Waiting(ctx, limit)
}

// ReleaseHeld gives held money to its member. Its payer did not match, so two persons decide.
func (s *Service) ReleaseHeld(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.endHeld(ctx, d, "held.release", true, s.d.Deposits.ReleaseTx, "%s baht are in the member's wallet")
}

// ReturnHeld books held money as returned to its payer. Over 5,000 baht two persons decide.
func (s *Service) ReturnHeld(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.endHeld(ctx, d, "held.return", false, s.d.Deposits.ReturnTx, "%s baht are booked as gone back to their payer")
}

// Unmatched lists money that nobody has claimed, oldest first.
func (s *Service) Unmatched(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.d.Deposits.UnmatchedMoney(ctx, limit)
}

// AssignUnmatched gives unmatched money to a member. Two persons decide where its payer is not the member's account, and over
// 5,000 baht. Both must name the same member.
func (s *Service) AssignUnmatched(ctx context.Context, d operator.Decision, member string) (operator.Outcome, error) {
	in, err := s.d.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	matches, err := s.d.Deposits.PayerIs(ctx, member, in.Payer)
	if err != nil {
		return operator.Outcome{}, err
	}
	d.Subject += " to " + member
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "unmatched.assign", Needs: operator.Cashier, Member: member, Amount: in.Amount,
		Two:  !matches || in.Amount > operator.AssignBound,
		Does: func(tx *store.Tx) error { return s.d.Deposits.AssignTx(ctx, tx, in.ID, member) },
		Says: fmt.Sprintf("%s baht are in the member's wallet", in.Amount),
	})
}

// ReturnUnmatched books unmatched money as returned to its payer. Over 5,000 baht two persons decide.
func (s *Service) ReturnUnmatched(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the bank's reference of the transfer back")
	}
	return s.endHeld(ctx, d, "unmatched.return", false, s.d.Deposits.ReturnTx, "%s baht are booked as gone back to their payer")
}

// ReverseDeposit books that the bank took an arrival back, where no statement or gateway reports it: two persons, with the bank's
// notice. The member owes what is no longer in its wallet.
func (s *Service) ReverseDeposit(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	if d.Evidence == "" {
		return operator.Outcome{}, operator.EvidenceRequired("the bank's notice")
	}
	in, err := s.d.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "deposit.reverse", Needs: operator.Cashier, Member: in.Member, Amount: in.Amount, Two: true,
		Does: func(tx *store.Tx) error {
			_, err := s.d.Deposits.ReverseTx(ctx, tx, deposit.ReverseRequest{
				Account: in.Account, Source: in.Source, Reference: "by hand: " + d.Evidence,
			})
			return err
		},
		Says: fmt.Sprintf("%s baht are booked as taken back", in.Amount),
	})
}

// Reversals lists the deposits of a member that were taken back, newest first. Without a member it lists those whose arrival was
// never booked, oldest first.
func (s *Service) Reversals(ctx context.Context, member string, limit int) ([]deposit.TakenBack, error) {
	if member == "" {
		return s.d.Deposits.Reversals(ctx, limit)
	}
	return s.d.Deposits.ReversalsOf(ctx, member, limit)
}

// endHeld ends held or unmatched money. Over 5,000 baht two persons decide.
func (s *Service) endHeld(
	ctx context.Context, d operator.Decision, name string, two bool,
	end func(context.Context, *store.Tx, string) (deposit.Inflow, error), says string,
) (operator.Outcome, error) {
	in, err := s.d.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return operator.Outcome{}, err
	}
	return s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: name, Needs: operator.Cashier, Member: in.Member, Amount: in.Amount, Two: two || in.Amount > operator.AssignBound,
		Does: func(tx *store.Tx) error { _, err := end(ctx, tx, d.Subject); return err },
		Says: fmt.Sprintf(says, in.Amount),
	})
}
