package pragmatic

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/pragmatic/wire"
	"krapao/game"
	"krapao/money"
)

// overlap is how long before the first account the report begins: the two clocks may differ a little.
const overlap = time.Minute

// caughtUp is how near to now a timepoint must be if no more rows are left.
const caughtUp = time.Minute

var (
	errTable     = errors.New("pragmatic: the report is not a table of the protocol")
	errBackwards = errors.New("pragmatic: the report's timepoint goes backwards")
)

// Report implements game.Reporter: every round that ended since a timepoint, which is the cursor. Each answer names the
// next timepoint, so no lag is needed, and Until only decides whether there is more. A timepoint that is not near Until
// has not been read to the end, even if it does not advance: its reader then fails, and does not take the time since
// for read.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	from, err := start(q)
	if err != nil {
		return game.ReportPage{}, err
	}
	query := url.Values{
		wire.QueryLogin: {p.config.SecureLogin}, wire.QueryPassword: {p.config.Secret},
		wire.QueryTimepoint: {strconv.FormatInt(from, 10)},
	}
	if p.config.DataType != "" {
		query.Set(wire.QueryDataType, p.config.DataType)
	}
	address := p.config.DataURL + wire.PathRounds + "?" + query.Encode()
	answer, err := p.data.Do(ctx, outbound.Request{Method: http.MethodGet, URL: address})
	if err != nil {
		return game.ReportPage{}, fmt.Errorf("pragmatic %s: %w", wire.PathRounds, err)
	}
	if answer.Status != http.StatusOK {
		return game.ReportPage{}, fmt.Errorf("pragmatic %s: HTTP %d", wire.PathRounds, answer.Status)
	}
	next, rows, err := p.read(string(answer.Body))
	switch {
	case err != nil:
		return game.ReportPage{}, err
	case next < from:
		return game.ReportPage{}, errBackwards
	}
	more := time.UnixMilli(next).Before(q.Until.Add(-caughtUp))
	return game.ReportPage{Rows: rows, Next: strconv.FormatInt(next, 10), More: more}, nil
}

// start returns the timepoint that a report continues from.
func start(q game.ReportQuery) (int64, error) {
	if q.Cursor == "" {
		return max(q.Since.Add(-overlap).UnixMilli(), 0), nil
	}
	from, err := strconv.ParseInt(q.Cursor, 10, 64)
	if err != nil || from < 0 {
		return 0, fmt.Errorf("pragmatic: %q is not a cursor of a report", q.Cursor)
	}
	return from, nil
}

// read reads an answer: a line with the next timepoint, a line with the columns' names, and a line per round. A line
// that is not one of the table fails the whole answer: skipping it would lose a round silently.
func (p *Provider) read(text string) (next int64, rows []game.Played, err error) {
	first, rest, _ := strings.Cut(text, "\n")
	mark, found := strings.CutPrefix(strings.TrimSpace(first), wire.TimepointMark)
	next, err = strconv.ParseInt(mark, 10, 64)
	if !found || err != nil || next < 0 {
		return 0, nil, errTable
	}
	table := csv.NewReader(strings.NewReader(rest))
	head, err := table.Read()
	if errors.Is(err, io.EOF) {
		return next, nil, nil // nothing was played, not even columns
	}
	columns, known := columnsOf(head)
	if err != nil || !known {
		return 0, nil, errTable
	}
	for {
		line, err := table.Read()
		switch {
		case errors.Is(err, io.EOF):
			return next, rows, nil
		case err != nil:
			return 0, nil, errTable
		}
		if row, counts := p.played(func(column string) string { return strings.TrimSpace(line[columns[column]]) }); counts {
			rows = append(rows, row)
		}
	}
}

// columnsOf finds the columns that a round needs; false if one is missing.
func columnsOf(head []string) (map[string]int, bool) {
	columns := map[string]int{}
	for n, name := range head {
		columns[strings.TrimSpace(name)] = n
	}
	for _, name := range []string{
		wire.ColumnPlayer, wire.ColumnRound, wire.ColumnStart, wire.ColumnEnd,
		wire.ColumnStatus, wire.ColumnBet, wire.ColumnWin, wire.ColumnCurrency,
	} {
		if _, has := columns[name]; !has {
			return nil, false
		}
	}
	return columns, true
}

// played converts a round for the product. A round that can't be read, or that has no currency, is marked as unread,
// with its account. A running round is left out, and so is one in another currency. A jackpot is not added to the win:
// the only source that computes a result doesn't do so either. The version is the round's end; a cancellation comes
// after the version that it cancels.
func (p *Provider) played(cell func(column string) string) (row game.Played, counts bool) {
	status := cell(wire.ColumnStatus)
	currency := cell(wire.ColumnCurrency)
	if status == wire.RoundRunning || currency != "" && !strings.EqualFold(currency, p.config.Currency) {
		return row, false
	}
	begun, err1 := wire.ParseTime(cell(wire.ColumnStart))
	ended, err2 := wire.ParseTime(cell(wire.ColumnEnd))
	staked, err3 := money.ParseCredits(cell(wire.ColumnBet))
	won, err4 := money.ParseCredits(cell(wire.ColumnWin))
	row = game.Played{
		Round: cell(wire.ColumnRound), Version: ended.UnixMilli(), Username: strings.ToLower(cell(wire.ColumnPlayer)),
		BetAt: begun, SettledAt: ended, Count: 1, Turnover: staked, Net: won - staked,
	}
	if errors.Join(err1, err2, err3, err4) != nil || currency == "" {
		row.Unread = errTable
	}
	switch status {
	case wire.RoundCompleted:
	case wire.RoundCancelled:
		row.Version++
		row.Count, row.Turnover, row.Net, row.Void = 0, 0, 0, true
	default:
		row.Unread = errTable
	}
	return row, true
}
