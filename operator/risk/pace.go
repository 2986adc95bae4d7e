package risk

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator/internal/riskdb"
)

// What is what a member does often.
type What string

// What a pace is of.
const (
	Deposits    What = "deposit"
	Withdrawals What = "withdrawal"
	// play is what went into games.
	play What = "play"
)

const (
	// paceDays is for how many days it is known what members did in each hour.
	paceDays = 4
	// batchesACommit is how many batches are added in one commit at most, and commitsARun how many commits a run makes.
	batchesACommit = 2000
	commitsARun    = 100
)

// Paces are what members' wallets took in and gave out: by the hour for some days, over windows of hours up to the present one,
// and by the month. They have each sealed batch once, whatever dies and however many nodes add: a seal fixes its batches for
// ever, and the sums move on with the mark in one commit. A member's commit writes nothing for it.
type Paces struct{ store *store.Store }

// NewPaces makes them.
func NewPaces(s *store.Store) *Paces { return &Paces{s} }

// Add adds what was sealed since the last call on any node, and returns how many seals that were. It moves the windows on when an
// hour has begun.
func (p *Paces) Add(ctx context.Context) (seals int, err error) {
	for range commitsARun {
		n, err := p.addNext(ctx)
		seals += n
		if err != nil {
			return seals, fmt.Errorf("risk: paces: %w", err)
		}
		if n == 0 {
			break
		}
	}
	return seals, nil
}

// addNext adds the next seals in one commit. All is read before: what is sealed never changes.
func (p *Paces) addNext(ctx context.Context) (seals int, err error) {
	q := riskdb.New(p.store.DB())
	next, err := q.SealsToAdd(ctx)
	if err != nil || len(next) == 0 {
		return 0, err
	}
	was := next[0].Mark
	ends, err := p.moveWindows(ctx, clock.Micros(next[0].Hour))
	if err != nil || next[0].Number == 0 {
		return 0, err
	}
	next = atOnce(next)
	last := next[len(next)-1]
	rows, err := q.PaceOfSeals(ctx, number(was), number(last.Number))
	if err != nil {
		return 0, err
	}
	forget := clock.MicrosOf(p.store.Now().Add(-paceDays * 24 * time.Hour))
	err = p.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		seals = 0
		q := riskdb.New(tx)
		moved, err := q.MovePaceMark(ctx, riskdb.MovePaceMarkParams{
			Seal: last.Number, At: clock.Micros(last.SealedAt), Was: was, Hour: int64(ends),
		})
		if err != nil || moved == 0 { // another node was first
			return err
		}
		seals = len(next)
		return addRows(ctx, q, rows, ends, forget)
	})
	return seals, err
}

// atOnce returns the first seals that together have no more batches than one commit takes.
func atOnce(seals []riskdb.SealsToAddRow) []riskdb.SealsToAddRow {
	batches := int64(0)
	for n := range seals {
		if batches += seals[n].Batches; batches > batchesACommit && n > 0 {
			return seals[:n]
		}
	}
	return seals
}

func number(n int64) sql.NullInt64 { return sql.NullInt64{Int64: n, Valid: true} }

// addRows adds sums to the months, to the hours that are not forgotten yet, and to the windows that they are of.
func addRows(ctx context.Context, q *riskdb.Queries, rows []riskdb.PaceOfSealsRow, ends, forget clock.Micros) error {
	for _, r := range rows {
		what, hour, amount := What(r.What), clock.Micros(r.Hour), money.Amount(r.Balance)
		if what != Deposits {
			amount = -amount
		}
		if hour >= forget {
			if err := q.AddHour(ctx, riskdb.AddHourParams{
				What: r.What, Hour: hour, Member: r.Member, Times: r.Times, Amount: amount,
			}); err != nil {
				return err
			}
			if err := q.AddWindows(ctx, riskdb.AddWindowsParams{
				What: r.What, Member: r.Member, Times: r.Times, Amount: int64(amount), Age: int64(ends - hour),
			}); err != nil {
				return err
			}
		}
		month := riskdb.AddMonthParams{Month: clock.MicrosOf(monthOf(hour.Time())), Member: r.Member}
		switch what {
		case Deposits:
			month.Deposits = amount
		case Withdrawals:
			month.Withdrawals = amount
		case play:
			continue
		}
		if err := q.AddMonth(ctx, month); err != nil {
			return err
		}
	}
	for _, what := range []What{Deposits, Withdrawals, play} {
		if err := q.DropHours(ctx, string(what), forget); err != nil {
			return err
		}
	}
	return nil
}

// monthOf is the beginning of a time's month in Bangkok.
func monthOf(at time.Time) time.Time {
	at = at.In(clock.Bangkok)
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, clock.Bangkok)
}

// Month is what a member's wallet took in and gave out in a month.
type Month struct {
	Member                string
	Deposits, Withdrawals money.Amount
	// byWithdrawals: its deposits alone are not over the amount.
	byWithdrawals bool
}

// MonthPlace is where a list of months goes on: those whose deposits are over the amount come first.
type MonthPlace struct {
	ByWithdrawals bool         `json:"w,omitempty"`
	Amount        money.Amount `json:"a"`
	Member        string       `json:"m"`
}

// Place is where a list goes on after a month.
func (m Month) Place() MonthPlace {
	if m.byWithdrawals {
		return MonthPlace{true, m.Withdrawals, m.Member}
	}
	return MonthPlace{false, m.Deposits, m.Member}
}

// MonthsOver lists members whose deposits or withdrawals in a month of Bangkok are at least an amount, after a place (nil: from
// the first). The largest deposits come first; those whose withdrawals alone are over it follow.
func (p *Paces) MonthsOver(
	ctx context.Context, month time.Time, over money.Amount, after *MonthPlace, most int,
) (list []Month, err error) {
	from := MonthPlace{Amount: math.MaxInt64}
	if after != nil {
		from = *after
	}
	q, at := riskdb.New(p.store.DB()), clock.MicrosOf(monthOf(month))
	if !from.ByWithdrawals {
		rows, err := q.MonthDeposits(ctx, riskdb.MonthDepositsParams{
			Month: at, Over: over, Before: from.Amount, After: from.Member, Most: int32(most),
		})
		if err != nil {
			return nil, fmt.Errorf("risk: months: %w", err)
		}
		for _, r := range rows {
			list = append(list, Month{Member: r.Member, Deposits: r.Deposits, Withdrawals: r.Withdrawals})
		}
		from = MonthPlace{Amount: math.MaxInt64}
	}
	if len(list) == most {
		return list, nil
	}
	rows, err := q.MonthWithdrawals(ctx, riskdb.MonthWithdrawalsParams{
		Month: at, Over: over, Before: from.Amount, After: from.Member, Most: int32(most - len(list)),
	})
	if err != nil {
		return nil, fmt.Errorf("risk: months: %w", err)
	}
	for _, r := range rows {
		list = append(list, Month{r.Member, r.Deposits, r.Withdrawals, true})
	}
	return list, nil
}
