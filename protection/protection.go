// Package protection keeps the limits that members set for themselves, and the operator's beside them, and keeps out of
// play whom a break, an exclusion or the house shuts out.
//
// Promises (RULES.md section 11):
//   - A limit that is tightened counts at once; one that is loosened or lifted counts after 24 hours and a confirmation.
//   - The stricter of the member's and the operator's counts.
//   - Money goes into games as far as the loss limit less the period's loss and what is there already; what the house
//     credits is not the member's loss.
//   - Days, weeks (ISO) and months are Bangkok's.
//   - From the commit on that shuts a member out, no transfer into a game begins and its passwords at games change. What is
//     in games comes home to the wallet, tried again until it is there, whatever dies in between; so does what a bet that was
//     open pays later. Nobody, the house included, brings the end of a break or an exclusion forward.
package protection

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/protection/internal/protectiondb"
)

// Kind is what a limit is about.
type Kind string

// KindDeposit limits what becomes the member's by deposits, KindLoss what it loses in games of its own.
const (
	KindDeposit Kind = "deposit"
	KindLoss    Kind = "loss"
)

// Kinds lists them.
var Kinds = []Kind{KindDeposit, KindLoss}

// Period is what a limit counts over.
type Period string

// The periods.
const (
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
)

// Periods lists them, the shortest first.
var Periods = []Period{Day, Week, Month}

// Start is when the period that t is in began, in Bangkok.
func (p Period) Start(t time.Time) time.Time {
	switch p {
	case Week:
		return clock.Week(t)
	case Month:
		return clock.Month(t)
	case Day:
	}
	return clock.Day(t)
}

// LoosenAfter is how long a looser limit waits.
const LoosenAfter = 24 * time.Hour

// lifted is the next amount of a limit that is to end.
const lifted = -1

// Deposits tell what counts of deposits already.
type Deposits interface {
	CreditedSince(ctx context.Context, member string, since time.Time) (money.Amount, error)
}

// Books tell what a member lost of its own since an instant (below zero: won), and what it has in games now.
type Books interface {
	Lost(ctx context.Context, member string, since time.Time) (money.Amount, error)
	LostTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (money.Amount, error)
	InGames(ctx context.Context, member string) (money.Amount, error)
	InGamesTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
}

// Limit is one in force.
type Limit struct {
	Kind   Kind
	Period Period
	// Amount is what counts: the stricter of the member's own and the operator's.
	Amount money.Amount
	// Own tells that the member has set one itself.
	Own bool
	// Used is what counts of the period already, never below 0; Left what may still be deposited, or taken into games.
	Used, Left money.Amount
	// Next is the looser one that waits; nil without.
	Next *Next
}

// Next is a looser limit that waits.
type Next struct {
	// Amount is nil where the limit is to end.
	Amount *money.Amount
	// From is when the member may confirm it.
	From time.Time
}

// Deps are what the service is made of. Without Members and Games it keeps limits only.
type Deps struct {
	Store    *store.Store
	Deposits Deposits
	Books    Books
	Members  Members
	Games    Games
	// Wake tells the worker that somebody was shut out; nil: it looks by itself.
	Wake func()
	Log  *slog.Logger
}

// Service keeps limits, and keeps out whom they or the house shut out.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Wake == nil {
		d.Wake = func() {}
	}
	return &Service{d}
}

// Limits lists a member's limits in force, those on deposits first, the shortest period first.
func (s *Service) Limits(ctx context.Context, member string) ([]Limit, error) {
	found, err := inForce(ctx, protectiondb.New(s.Store.DB()), member)
	if err != nil {
		return nil, err
	}
	inGames := money.Amount(0)
	if slices.ContainsFunc(found, func(l Limit) bool { return l.Kind == KindLoss }) {
		if inGames, err = s.Books.InGames(ctx, member); err != nil {
			return nil, err
		}
	}
	now := s.Store.Now()
	for i := range found {
		l := &found[i]
		since, tell := l.Period.Start(now), s.tell(l.Kind)
		used, err := tell(ctx, member, since)
		if err != nil {
			return nil, err
		}
		l.Used, l.Left = max(0, used), max(0, l.Amount-used)
		if l.Kind == KindLoss {
			l.Left = max(0, l.Amount-used-inGames)
		}
	}
	return found, nil
}

// tell is who tells what counts of a kind.
func (s *Service) tell(kind Kind) func(context.Context, string, time.Time) (money.Amount, error) {
	if kind == KindLoss {
		return s.Books.Lost
	}
	return s.Deposits.CreditedSince
}

// inForce joins the member's limits and the operator's.
func inForce(ctx context.Context, q *protectiondb.Queries, member string) ([]Limit, error) {
	settings, err := settingsOf(ctx, q)
	if err != nil {
		return nil, err
	}
	operator, err := settings.ceilings()
	if err != nil {
		return nil, err
	}
	rows, err := q.Limits(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("protection: limits: %w", err)
	}
	own := map[bound]protectiondb.MemberLimit{}
	for _, row := range rows {
		own[bound{Kind(row.Kind), Period(row.Period)}] = row
	}
	list := []Limit{}
	for _, kind := range Kinds {
		for _, p := range Periods {
			b := bound{kind, p}
			row, set := own[b]
			ceiling, bounded := operator[b]
			if set || bounded {
				list = append(list, stricter(b, row, set, ceiling, bounded))
			}
		}
	}
	return list, nil
}

// bound names a limit.
type bound struct {
	kind   Kind
	period Period
}

// stricter is the limit that counts where there are the member's own, the operator's, or both.
func stricter(b bound, row protectiondb.MemberLimit, set bool, ceiling money.Amount, bounded bool) Limit {
	l := Limit{Kind: b.kind, Period: b.period, Amount: ceiling}
	if set {
		l.Amount, l.Own, l.Next = row.Amount, true, nextOf(row)
		if bounded {
			l.Amount = min(l.Amount, ceiling)
		}
	}
	return l
}

func nextOf(row protectiondb.MemberLimit) *Next {
	if row.NextFrom == 0 {
		return nil
	}
	n := &Next{From: row.NextFrom.Time()}
	if row.NextAmount != lifted {
		amount := money.Amount(row.NextAmount)
		n.Amount = &amount
	}
	return n
}

// AllowDepositTx refuses a deposit that would go beyond a limit: LIMIT_REACHED with params limit, used and period of the
// one that leaves the least. used tells what counts already from an instant on.
func (s *Service) AllowDepositTx(
	ctx context.Context, tx *store.Tx, member string, amount money.Amount, used func(since time.Time) (money.Amount, error),
) error {
	limits, err := inForce(ctx, protectiondb.New(tx), member)
	if err != nil {
		return err
	}
	var refusal *fault.Error
	least := money.Max
	for _, l := range limits {
		if l.Kind != KindDeposit {
			continue
		}
		counted, err := used(l.Period.Start(tx.Now))
		if err != nil {
			return fmt.Errorf("protection: used: %w", err)
		}
		if left := l.Amount - counted; left < amount && left < least {
			least, refusal = left, l.reached(counted, left)
		}
	}
	if refusal != nil {
		return refusal
	}
	return nil
}

// AllowLossTx refuses money into games that could be lost beyond a limit, in a transaction that has the member's state: a
// period's loss and what is in games already count, less leaving, what the same operation takes out of games before.
// LIMIT_REACHED as in AllowDepositTx.
func (s *Service) AllowLossTx(ctx context.Context, tx *store.Tx, member string, amount, leaving money.Amount) error {
	limits, err := inForce(ctx, protectiondb.New(tx), member)
	if err != nil {
		return err
	}
	limits = slices.DeleteFunc(limits, func(l Limit) bool { return l.Kind != KindLoss })
	if len(limits) == 0 || amount <= 0 {
		return nil
	}
	inGames, err := s.Books.InGamesTx(ctx, tx, member)
	if err != nil {
		return err
	}
	var refusal *fault.Error
	least := money.Max
	for _, l := range limits {
		lost, err := s.Books.LostTx(ctx, tx, member, l.Period.Start(tx.Now))
		if err != nil {
			return err
		}
		if left := l.Amount - lost - (inGames - leaving); left < amount && left < least {
			least, refusal = left, l.reached(lost, left)
		}
	}
	if refusal != nil {
		return refusal
	}
	return nil
}

// reached is the refusal of what would go beyond a limit.
func (l Limit) reached(used, left money.Amount) *fault.Error {
	return fault.New(fault.LIMIT_REACHED, "the %s limit of a %s", l.Kind, l.Period).With("kind", string(l.Kind)).
		With("limit", l.Amount.Number()).With("used", max(0, used).Number()).With("left", max(0, left).Number()).With("period", string(l.Period))
}

// errAgain: another call of the same member was quicker.
var errAgain = errors.New("protection: changed meanwhile")
