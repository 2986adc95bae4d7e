package risk

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator/internal/riskdb"
)

// moveWindows moves the end of all windows on to the present hour, and returns it. What a window loses is subtracted, so nothing
// of its past is added up again.
func (p *Paces) moveWindows(ctx context.Context, was clock.Micros) (ends clock.Micros, err error) {
	ends = clock.MicrosOf(p.store.Now().Truncate(time.Hour))
	if ends <= was { // a clock that went back moves nothing back
		return was, nil
	}
	err = p.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q := riskdb.New(tx)
		moved, err := q.MovePaceHour(ctx, int64(ends), int64(was))
		if err != nil || moved == 0 { // another node was first
			return err
		}
		if err := q.LeaveWindows(ctx, int64(was), int64(ends)); err != nil {
			return err
		}
		return q.DropWindows(ctx)
	})
	return ends, err
}

// Pace is how often a member did something in a window, what it moved by that, and what went into games meanwhile.
type Pace struct {
	Member         string
	Times          int64
	Amount, Played money.Amount
}

// PacePlace is where a list of paces goes on.
type PacePlace struct {
	Times  int64  `json:"t"`
	Member string `json:"m"`
}

// Place is where a list goes on after a pace.
func (p Pace) Place() PacePlace { return PacePlace{p.Times, p.Member} }

// Bounds are what a pace is looked for by.
type Bounds struct {
	What What
	// Hours is how long the window is: 1, 6, 24 or 72, of which the present one is the last.
	Hours int64
	Times int64
	Over  money.Amount
	// Percent is how much of what it moved it played at most; negative: whatever it played.
	Percent int64
}

// Has reports whether a pace that is quick enough is within the other bounds, too. A list looks at it anyway.
func (b Bounds) Has(p Pace) bool {
	return p.Amount >= b.Over && (b.Percent < 0 || int64(p.Played)*100 <= int64(p.Amount)*b.Percent)
}

// Quickest lists members that did something often enough, after a place (nil: from the first), the most times first: ask Has.
func (p *Paces) Quickest(ctx context.Context, b Bounds, after *PacePlace, most int) ([]Pace, error) {
	from := PacePlace{Times: math.MaxInt64}
	if after != nil {
		from = *after
	}
	rows, err := riskdb.New(p.store.DB()).PacesBelow(ctx, riskdb.PacesBelowParams{
		What: string(b.What), Hours: b.Hours, Least: b.Times, Before: from.Times, After: from.Member, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("risk: paces: %w", err)
	}
	list := make([]Pace, len(rows))
	for i, r := range rows {
		list[i] = Pace{r.Member, r.Times, r.Amount, money.Amount(r.Played)}
	}
	return list, nil
}
