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

// early is how much earlier than the account came into force a line may say it was: banks round their times.
const early = 2 * time.Minute

// takeLines books a page: first what came in, then what was taken back. A line that can't be booked is kept as a case and
// keeps no other one waiting.
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

// takeLine books money that came in: its payer's, where that is exactly one member, else nobody's until a declaration, a
// proof or an operator says whose it is.
func (r *Reader) takeLine(ctx context.Context, a account, l Line) error {
	if !a.tells(l.At) {
		if a.history {
			r.log.Info("deposit: a line of the time in which the feed was not the account's source of truth", "account", a.code, "line", l.ID)
			return nil
		}
		l.Odd = "told now, of a time in which the statement was not the account's source of truth"
		return r.keepLine(ctx, a.code, l)
	}
	member, err := r.holderOf(ctx, l.Payer)
	if err != nil {
		return err
	}
	booked, err := r.arrivals.BookWith(ctx, deposit.Arrival{
		Account: a.code, Channel: deposit.ChannelFeed, Member: member,
		Payment: deposit.Payment{Source: l.ID, Also: l.Also, Amount: l.Amount, PaidAt: l.At, Payer: l.Payer},
	}, func(ctx context.Context, tx *store.Tx) error { return r.toldRightTx(ctx, tx, a.code, l) })
	if err != nil || member != "" && booked {
		return err
	}
	// Also where it was booked before: a reader that died in between may have left it without its declaration.
	row, err := depositdb.New(r.store.DB()).InflowBySource(ctx, a.code, l.ID)
	if store.NotFound(err) {
		return nil // another channel has it under another of its names
	}
	if err != nil {
		return fmt.Errorf("deposit: inflow: %w", err)
	}
	if row.Amount != l.Amount {
		l.Odd = "its number is that of another line, of another amount"
		return r.keepLine(ctx, a.code, l)
	}
	if member != "" {
		return nil
	}
	return r.declarations.PairLine(ctx, row)
}

// tells: one source of truth per account and instant. Lines of before the account was ours are not deposits; lines of
// after its end are, for what arrived is never lost.
func (a account) tells(at time.Time) bool {
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

// takeBackLine undoes the line that this one takes back, whether it is booked already or comes later.
func (r *Reader) takeBackLine(ctx context.Context, a account, l Line) error {
	row, err := depositdb.New(r.store.DB()).InflowBySource(ctx, a.code, l.Reverses)
	if err != nil && !store.NotFound(err) {
		return fmt.Errorf("deposit: inflow: %w", err)
	}
	if err == nil && row.Amount != l.Amount {
		// Nobody may guess what a part that is taken back means; the whole is not ours to take from the member.
		r.log.Error("deposit: a line takes back another amount than came in; an operator decides",
			"account", a.code, "line", l.ID, "inflow", row.ID, "baht", l.Amount.String())
		return r.store.Write(ctx, func(tx *store.Tx) error { return depositdb.New(tx).FlagInflow(ctx, deposit.FlagPart, row.ID) })
	}
	if err := r.arrivals.Reverse(ctx, deposit.ReverseRequest{Account: a.code, Source: l.Reverses, Reference: l.ID, At: l.At}); err != nil {
		return err
	}
	return r.store.Write(ctx, func(tx *store.Tx) error { return r.toldRightTx(ctx, tx, a.code, l) })
}
