package feed

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
)

// early is how much earlier than the start of the account the time of a line may be: banks round their times.
const early = 2 * time.Minute

// takeLines books a page: first what came in, then the reversals. A line that can't be booked is kept as a case and
// blocks no other.
func (r *Reader) takeLines(ctx context.Context, a account, lines []Line) error {
	var g errgroup.Group
	g.SetLimit(concurrency)
	for i, l := range lines {
		if l.Odd == "" {
			lines[i].Odd = l.oddity(r.store.Now())
		}
		switch l := lines[i]; {
		case l.Odd != "":
			g.Go(func() error { return r.keepLine(ctx, a.code, l) })
		case l.Reverses == "":
			g.Go(func() error { return r.takeLine(ctx, a, l) })
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, l := range lines {
		if l.Odd == "" && l.Reverses != "" {
			if err := r.takeBackLine(ctx, a, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeLine books money that came in. It is the payer's if that is exactly one member. Otherwise it is unmatched until
// a declaration, a proof or an operator shows whose it is.
func (r *Reader) takeLine(ctx context.Context, a account, l Line) error {
	if !a.isTruth(l.At) {
		if a.history {
			r.log.Info("deposit: a line from a time when the feed was not the account's source of truth",
				"account", a.code, "line", l.ID)
			return nil
		}
		l.Odd = LineBeforeSource
		return r.keepLine(ctx, a.code, l)
	}
	member, err := r.holderOf(ctx, l.Payer)
	if err != nil {
		return err
	}
	booked, err := r.arrivals.BookWith(ctx, deposit.Arrival{
		Account: a.code, Channel: deposit.ChannelFeed, Member: member,
		Payment: deposit.Payment{Source: l.ID, Also: l.Also, Amount: l.Amount, PaidAt: l.At, Payer: l.Payer},
	}, func(ctx context.Context, tx *store.Tx, _ depositdb.AddInflowParams) error {
		return r.endCorrectedTx(ctx, tx, a.code, l)
	})
	if err != nil || member != "" && booked {
		return err
	}
	// It looks for a declaration even if the line was booked before: a reader that died in between may not have looked.
	row, err := depositdb.New(r.store.DB()).InflowBySource(ctx, a.code, l.ID)
	if store.NotFound(err) {
		return nil // another channel has booked it under another identifier
	}
	if err != nil {
		return fmt.Errorf("deposit: inflow: %w", err)
	}
	if row.Amount != l.Amount {
		l.Odd = LineTwice
		return r.keepLine(ctx, a.code, l)
	}
	if member != "" {
		return nil
	}
	return r.declarations.PairLine(ctx, row)
}

// isTruth reports whether the statement is the source of truth at an instant: there is one for each account and
// instant. Lines from before the account was ours are no deposits. Lines after its end are, because money that
// arrived is never lost.
func (a account) isTruth(at time.Time) bool {
	began := time.Time{}
	for _, v := range a.versions {
		from, until := v.ValidFrom.Time(), v.ValidUntil.Time()
		if !at.Before(from) && (v.ValidUntil == 0 || at.Before(until)) {
			return deposit.Source(v.Source) == deposit.SourceFeed
		}
		if began.IsZero() && deposit.Source(v.Source) == deposit.SourceFeed {
			began = from
		}
	}
	return !at.Before(began.Add(-early))
}

// takeBackLine undoes the line that this one reverses, now or when it is booked.
func (r *Reader) takeBackLine(ctx context.Context, a account, l Line) error {
	row, err := depositdb.New(r.store.DB()).InflowBySource(ctx, a.code, l.Reverses)
	if err != nil && !store.NotFound(err) {
		return fmt.Errorf("deposit: inflow: %w", err)
	}
	if err == nil && row.Amount != l.Amount {
		// Nobody can guess what a partial reversal means, and the whole may not be taken from the member.
		r.log.Error("deposit: a line takes back another amount than arrived; an operator decides",
			"account", a.code, "line", l.ID, "inflow", row.ID, "baht", l.Amount.String())
		return r.store.Write(ctx, func(tx *store.Tx) error { return depositdb.New(tx).FlagInflow(ctx, deposit.FlagPart, row.ID) })
	}
	reversal := deposit.ReverseRequest{Account: a.code, Source: l.Reverses, Reference: l.ID, At: l.At}
	if err := r.arrivals.Reverse(ctx, reversal); err != nil {
		return err
	}
	return r.store.Write(ctx, func(tx *store.Tx) error { return r.endCorrectedTx(ctx, tx, a.code, l) })
}
