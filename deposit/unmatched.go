package deposit

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/person"
	"krapao/internal/store"
)

// The clock of money that is nobody's (RULES.md section 4). It is never income: after unmatchedReturn an operator sends it
// back to its payer, and until then a declaration, a slip or an operator may still say whose it is.
const (
	// UnmatchedAlarm is when an operator has to look.
	UnmatchedAlarm  = 24 * time.Hour
	unmatchedReturn = 30 * 24 * time.Hour
)

// Waits are figures to be alarmed by.
type Waits struct {
	// Unmatched is how much money nobody has claimed, in arrivals, and since when the oldest waits (zero: none does).
	Unmatched      int64
	UnmatchedSince time.Time
}

// Waits reads the figures.
func (s *Service) Waits(ctx context.Context) (w Waits, err error) {
	unmatched, err := depositdb.New(s.store.DB()).UnmatchedSince(ctx)
	if err != nil {
		return w, fmt.Errorf("deposit: unmatched: %w", err)
	}
	return Waits{Unmatched: unmatched.Count, UnmatchedSince: clock.Micros(unmatched.Oldest).Time()}, nil
}

// UnmatchedMoney lists what is nobody's, oldest first.
func (s *Service) UnmatchedMoney(ctx context.Context, limit int) ([]Inflow, error) {
	rows, err := depositdb.New(s.store.DB()).Unmatched(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: unmatched: %w", err)
	}
	list := make([]Inflow, 0, len(rows))
	for _, row := range rows {
		in, err := s.InflowOf(row)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// PayerIs tells whether a payer is the member's registered account beyond doubt: the payer match without which assigning
// money takes two persons (RULES.md section 13).
func (s *Service) PayerIs(ctx context.Context, member string, p Payer) (bool, error) {
	own, err := s.members.RegisteredAccount(ctx, member)
	if err != nil {
		return false, err
	}
	return p.Named() && Compare(own, p) == person.Same, nil
}

// AssignTx gives unmatched money to a member on an operator's word. It goes through held, as everything does that a
// person decides about: the books show the hand, and withdrawals wait a day for it (RULES.md section 13).
func (s *Service) AssignTx(ctx context.Context, tx *store.Tx, id, member string) error {
	row, err := depositdb.New(tx).Inflow(ctx, id)
	if store.NotFound(err) || err == nil && State(row.State) != Unmatched {
		return fault.New(fault.NO_DATA, "no unmatched money %q", id)
	}
	if err != nil {
		return err
	}
	if err := s.assignTx(ctx, tx, row, assignment{member: member, state: Held}); err != nil {
		return err
	}
	if err := s.ways.Declarations.MeetTx(ctx, tx, member, id, row.Amount, row.PaidAt.Time()); err != nil {
		return err
	}
	_, err = s.endHeldTx(ctx, tx, id, Released)
	return err
}
