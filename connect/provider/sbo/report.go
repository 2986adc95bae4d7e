package sbo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/connect/provider/sbo/wire"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/money"
)

// overlap is how far each request goes back before the end of what was read: a bet may be listed a moment after its own
// time. A bet that comes twice has the same round and version.
const overlap = time.Minute

// Report implements game.Reporter: bets by the time of their last change, half an hour per page; the protocol has no
// row limit. The cursor is the end of what was read. A bet's version is the time of its change: the provider lists a
// bet again when its result is corrected.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	until := q.Until.Add(-p.config.ReportLag).Truncate(time.Second)
	left, err := position(q)
	if err != nil {
		return game.ReportPage{}, err
	}
	if !left.Before(until) {
		return game.ReportPage{Next: q.Cursor}, nil
	}
	from, missed := within(left, q.Until)
	to := from.Add(wire.MostSpan - overlap)
	if until.Before(to) {
		to = until
	}
	var reply wire.BetsReply
	err = ask(ctx, p.data, p.config.DataURL, wire.PathBets, wire.Bets{
		Caller: p.caller(), Portfolio: p.config.Portfolio, Language: "en",
		StartDate: wire.FormatTime(from.Add(-overlap)), EndDate: wire.FormatTime(to),
	}, time.Time{}, &reply)
	if err != nil {
		return game.ReportPage{}, err
	}
	if reply.Result == nil {
		return game.ReportPage{}, errDisagrees // it would be taken for an empty report
	}
	return game.ReportPage{
		Rows: played(reply.Result), Next: to.UTC().Format(time.RFC3339), More: to.Before(until), Missed: missed,
	}, nil
}

// position is the end of what was read: a report that was never read begins when the first account was opened.
func position(q game.ReportQuery) (time.Time, error) {
	if q.Cursor == "" {
		return q.Since.Truncate(time.Second), nil
	}
	at, err := time.Parse(time.RFC3339, q.Cursor)
	if err != nil {
		return at, errors.New("sbo: the report's cursor can't be read")
	}
	return at, nil
}

// headway is how far inside the provider's limit a report continues that had fallen behind it: the next requests must
// not hit the limit again.
const headway = time.Hour

// within returns the first moment that the provider can still report, and the span before it that can't be read any
// more.
func within(left, now time.Time) (from time.Time, missed game.Span) {
	if !left.Add(-overlap).Before(now.Add(-wire.MostBack)) {
		return left, missed
	}
	from = now.Add(headway - wire.MostBack).Truncate(time.Second)
	return from, game.Span{From: left, To: from}
}

// played reads the settled and void bets of an answer, in its order. A bet that can't be read is marked as unread: one
// of our accounts must not lose it silently, and an unknown account's bet stops no report.
func played(bets []wire.Bet) []game.Played {
	rows := make([]game.Played, 0, len(bets))
	for _, bet := range bets {
		state := bet.State()
		if state == wire.Open {
			continue // listed again when it is settled
		}
		row := game.Played{Round: bet.RefNo, Username: strings.ToLower(bet.Username), Void: state == wire.Void}
		err := figures(&row, bet)
		if state == wire.Strange {
			err = fmt.Errorf("its status %.100q is not one of the protocol", bet.Status)
		}
		if err != nil {
			row.Unread = fmt.Errorf("sbo: bet %.100q: %w", bet.RefNo, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// figures reads times and amounts into a row.
func figures(row *game.Played, bet wire.Bet) (err error) {
	if row.BetAt, err = wire.ParseTime(bet.OrderTime); err != nil {
		return err
	}
	if row.SettledAt, err = wire.ParseTime(bet.ModifyDate); err != nil {
		return err
	}
	row.Version = int64(clock.MicrosOf(row.SettledAt))
	if row.Void {
		return nil
	}
	row.Count = 1
	if row.Turnover, err = money.ParseCredits(bet.Valid().String()); err != nil {
		return err
	}
	row.Net, err = money.ParseCredits(bet.WinLost.String())
	return err
}
