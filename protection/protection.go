// Package protection keeps the limits that members set for themselves, and the operator's beside them, and keeps out of
// play whom a break, an exclusion or the house shuts out.
//
// Promises (RULES.md section 11):
//   - A limit that is tightened counts at once; one that is loosened or lifted counts after 24 hours and a confirmation.
//   - The stricter of the member's and the operator's counts.
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
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	protectionq "krapao/internal/store/q/protection"
	"krapao/money"
)

// Kind is what a limit is about.
type Kind string

// KindDeposit limits what becomes the member's by deposits. Limits on losses need providers' reports and are refused
// until there are any: a limit that nobody keeps is worse than none.
const KindDeposit Kind = "deposit"

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

// Used tells what counts already from an instant on.
type Used func(ctx context.Context, member string, since time.Time) (money.Amount, error)

// Limit is one in force.
type Limit struct {
	Kind   Kind
	Period Period
	// Amount is what counts: the stricter of the member's own and the operator's.
	Amount money.Amount
	// Own tells that the member has set one itself.
	Own  bool
	Used money.Amount
	// Left is what may still be deposited.
	Left money.Amount
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
	Store   *store.Store
	Members Members
	Games   Games
	// Wake tells the worker that somebody was shut out; nil: it looks by itself.
	Wake func()
	Log  *slog.Logger
}

// Service keeps limits, and keeps out whom they or the house shut out.
type Service struct {
	store   *store.Store
	members Members
	games   Games
	wake    func()
	log     *slog.Logger
}

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Wake == nil {
		d.Wake = func() {}
	}
	return &Service{store: d.Store, members: d.Members, games: d.Games, wake: d.Wake, log: d.Log}
}

// Limits lists a member's limits in force, the shortest period first.
func (s *Service) Limits(ctx context.Context, member string, used Used) ([]Limit, error) {
	found, err := inForce(ctx, protectionq.New(s.store.DB()), member)
	if err != nil {
		return nil, err
	}
	now := s.store.Now()
	for i := range found {
		if found[i].Used, err = used(ctx, member, found[i].Period.Start(now)); err != nil {
			return nil, err
		}
		found[i].Left = max(0, found[i].Amount-found[i].Used)
	}
	return found, nil
}

// inForce joins the member's limits and the operator's.
func inForce(ctx context.Context, q *protectionq.Queries, member string) ([]Limit, error) {
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
	own := map[Period]protectionq.MemberLimit{}
	for _, row := range rows {
		own[Period(row.Period)] = row
	}
	list := []Limit{}
	for _, p := range Periods {
		l := Limit{Kind: KindDeposit, Period: p}
		row, set := own[p]
		ceiling, bound := operator[p]
		switch {
		case !set && !bound:
			continue
		case !set:
			l.Amount = ceiling
		default:
			l.Amount, l.Own, l.Next = row.Amount, true, nextOf(row)
			if bound {
				l.Amount = min(l.Amount, ceiling)
			}
		}
		list = append(list, l)
	}
	return list, nil
}

func nextOf(row protectionq.MemberLimit) *Next {
	if row.NextFrom == 0 {
		return nil
	}
	n := &Next{From: time.UnixMicro(row.NextFrom).UTC()}
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
	limits, err := inForce(ctx, protectionq.New(tx), member)
	if err != nil {
		return err
	}
	var refusal *fault.Error
	least := money.Max
	for _, l := range limits {
		counted, err := used(l.Period.Start(tx.Now))
		if err != nil {
			return fmt.Errorf("protection: used: %w", err)
		}
		if left := l.Amount - counted; left < amount && left < least {
			least = left
			refusal = fault.New(fault.LIMIT_REACHED, "deposits of a %s are limited", l.Period).
				With("limit", baht(l.Amount)).With("used", baht(counted)).With("period", string(l.Period))
		}
	}
	if refusal != nil {
		return refusal
	}
	return nil
}

// errAgain: another call of the same member was quicker.
var errAgain = errors.New("protection: changed meanwhile")
