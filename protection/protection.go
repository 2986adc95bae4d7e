// Package protection keeps the limits that members and the operator set. It also keeps members out of play who are shut out by a
// break, a self-exclusion or the house.
//
// Promises (RULES.md section 11):
//   - A tighter limit counts at once. A looser or lifted one counts after 24 hours and a confirmation.
//   - The strictest counts of the member's limit, the operator's for every member, and the operator's for this one.
//   - Money goes into games up to the loss limit, less the period's loss and what games hold already. House credits are not
//     the member's loss.
//   - Days, weeks (ISO) and months are Bangkok's.
//   - From the commit that shuts a member out, no transfer into a game begins, and the member's passwords at games change. Money
//     in games comes home to the wallet: this is tried until it succeeds, even if nodes are killed. The winnings of a bet that
//     was open come home too. Nobody, not even the house, can bring the end of a break or a self-exclusion forward.
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

// Kind is what a limit bounds.
type Kind string

// KindDeposit bounds a member's deposits, KindLoss what it loses of its own money in games.
const (
	KindDeposit Kind = "deposit"
	KindLoss    Kind = "loss"
)

// Kinds lists the kinds.
var Kinds = []Kind{KindDeposit, KindLoss}

// Period is the time over which a limit counts.
type Period string

// The periods.
const (
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
)

// Periods lists the periods, the shortest first.
var Periods = []Period{Day, Week, Month}

// Start is the start of the period that contains t, in Bangkok.
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

// LoosenAfter is how long a looser limit waits before the member may confirm it.
const LoosenAfter = 24 * time.Hour

// lifted is the stored next amount of a limit that is to be lifted.
const lifted = -1

// Deposits sums the deposits that count against a limit.
type Deposits interface {
	CreditedSince(ctx context.Context, member string, since time.Time) (money.Amount, error)
}

// Books reads what a member has lost of its own money since a time (below zero: won), and what it has in games now.
type Books interface {
	Lost(ctx context.Context, member string, since time.Time) (money.Amount, error)
	LostTx(ctx context.Context, tx *store.Tx, member string, since time.Time) (money.Amount, error)
	InGames(ctx context.Context, member string) (money.Amount, error)
	InGamesTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error)
}

// Limit is a limit in force.
type Limit struct {
	Kind   Kind
	Period Period
	// Amount is the strictest of the member's own limit, the operator's, and the operator's for this member.
	Amount money.Amount
	// House is the operator's for this member; nil: there is none.
	House *money.Amount
	// Own: the member has set a limit itself.
	Own bool
	// Used is what counts in this period so far, never below 0. Left is what may still be deposited, or moved into games.
	Used, Left money.Amount
	// Next is the looser limit that waits, nil if none does.
	Next *Next
}

// Next is a looser limit that waits.
type Next struct {
	// Amount is nil if the limit is to be lifted.
	Amount *money.Amount
	// From is when the member may confirm it.
	From time.Time
}

// Deps are the parts that the service needs. Without Members and Games it keeps limits only.
type Deps struct {
	Store    *store.Store
	Deposits Deposits
	Books    Books
	Members  Members
	Games    Games
	// Wake starts the job that runs Follow after a member was shut out; nil: Follow runs at its next time.
	Wake func()
	Log  *slog.Logger
}

// Service keeps limits, and keeps members out of play who are shut out.
type Service struct {
	Deps

	settings *store.Look[string]
}

// New makes the service.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Wake == nil {
		d.Wake = func() {}
	}
	return &Service{d, settingLook(d.Store)}
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
		used, err := s.used(ctx, l.Kind, member, l.Period.Start(now))
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

// used is the amount that counts against a kind of limit since a time.
func (s *Service) used(ctx context.Context, kind Kind, member string, since time.Time) (money.Amount, error) {
	if kind == KindLoss {
		return s.Books.Lost(ctx, member, since)
	}
	return s.Deposits.CreditedSince(ctx, member, since)
}

// inForce combines the member's limits and the operator's.
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
		return nil, fmt.Errorf("protection: read limits: %w", err)
	}
	own, house := map[bound]protectiondb.LimitsRow{}, map[bound]*money.Amount{}
	for _, row := range rows {
		b := bound{Kind(row.Kind), Period(row.Period)}
		if row.House {
			house[b] = &row.Amount
		} else {
			own[b] = row
		}
	}
	list := []Limit{}
	for _, kind := range Kinds {
		for _, p := range Periods {
			b := bound{kind, p}
			row, set := own[b]
			ceiling, bounded := operator[b]
			if by := house[b]; by != nil && (!bounded || *by < ceiling) {
				ceiling, bounded = *by, true
			}
			if set || bounded {
				l := stricter(b, row, set, ceiling, bounded)
				l.House = house[b]
				list = append(list, l)
			}
		}
	}
	return list, nil
}

// bound identifies a limit.
type bound struct {
	kind   Kind
	period Period
}

// stricter combines the member's limit and the operator's ceiling, of which at least one exists.
func stricter(b bound, row protectiondb.LimitsRow, set bool, ceiling money.Amount, bounded bool) Limit {
	l := Limit{Kind: b.kind, Period: b.period, Amount: ceiling}
	if set {
		l.Amount, l.Own, l.Next = row.Amount, true, nextOf(row)
		if bounded {
			l.Amount = min(l.Amount, ceiling)
		}
	}
	return l
}

func nextOf(row protectiondb.LimitsRow) *Next {
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

// AllowDepositTx refuses a deposit that would exceed a limit. It returns LIMIT_REACHED with params limit, used and period of the
// limit that leaves the least. used returns what counts already since a time.
func (s *Service) AllowDepositTx(
	ctx context.Context, tx *store.Tx, member string, amount money.Amount, used func(since time.Time) (money.Amount, error),
) error {
	q := protectiondb.New(tx)
	if bounded, err := depositBounded(ctx, q, member); err != nil || !bounded {
		return err
	}
	limits, err := inForce(ctx, q, member)
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
			return fmt.Errorf("protection: deposits that count: %w", err)
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

// AllowLossTx refuses money into games that could be lost beyond a limit. The period's loss and what is in games count, less
// leaving: the amount that the same operation takes out of games first. The transaction must have locked the member's state.
// It returns LIMIT_REACHED as AllowDepositTx does.
func (s *Service) AllowLossTx(ctx context.Context, tx *store.Tx, member string, amount, leaving money.Amount) error {
	q := protectiondb.New(tx)
	if bounded, err := lossBounded(ctx, q, member); err != nil || !bounded || amount <= 0 {
		return err
	}
	limits, err := inForce(ctx, q, member)
	if err != nil {
		return err
	}
	limits = slices.DeleteFunc(limits, func(l Limit) bool { return l.Kind != KindLoss })
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

// depositBounded reports whether the member or the operator limits deposits.
func depositBounded(ctx context.Context, q *protectiondb.Queries, member string) (bool, error) {
	row, err := q.DepositBounds(ctx, member)
	if err != nil {
		return false, fmt.Errorf("protection: read limits: %w", err)
	}
	c, err := section.Read(row.Setting)
	return row.Own || len(c.Deposit) > 0, err
}

// lossBounded reports whether the member or the operator limits losses.
func lossBounded(ctx context.Context, q *protectiondb.Queries, member string) (bool, error) {
	row, err := q.LossBounds(ctx, member)
	if err != nil {
		return false, fmt.Errorf("protection: read limits: %w", err)
	}
	c, err := section.Read(row.Setting)
	return row.Own || len(c.Loss) > 0, err
}

// reached is the refusal of an amount that would exceed the limit.
func (l Limit) reached(used, left money.Amount) *fault.Error {
	return fault.New(fault.LIMIT_REACHED, "the %s limit of a %s", l.Kind, l.Period).
		With("kind", string(l.Kind)).With("period", string(l.Period)).
		With("limit", l.Amount.Number()).With("used", max(0, used).Number()).With("left", max(0, left).Number())
}

// errChanged: another call of the same member changed the limit first, so the call starts again.
var errChanged = errors.New("protection: the limit has changed since it was read")
