package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"krapao/connect/provider/pg/wire"
	"krapao/game"
	"krapao/money"
)

// overlap is how many milliseconds a report that has caught up goes back. It goes back behind the newest row that was
// seen, and behind the moment before which all rows are listed: the two clocks may differ a little. The reader takes
// each version once anyway. (A row version is a time in milliseconds.)
const overlap = 60 * 1000

// errCrowded: a page is full of rows of one version, so no cursor leads past them.
var errCrowded = errors.New("pg: a page of the history is full of one row version")

var errRow = errors.New("pg: a row of the history can't be read")

// Report implements game.Reporter: every bet of the operator, by the version that grows when a bet changes. The cursor
// is the version to read from; PG keeps sixty days. A row may be listed late, with a lower version than one already
// reported. So a report that has caught up begins again where the rows may not be complete yet.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	at, err := start(q)
	if err != nil {
		return game.ReportPage{}, err
	}
	count := min(max(q.Limit, wire.LeastCount), wire.MostCount)
	bets, err := p.history(ctx, at.from, count)
	if err != nil {
		return game.ReportPage{}, err
	}
	page := game.ReportPage{More: len(bets) >= count}
	var newest int64 // 0: there is none
	for _, bet := range bets {
		if row, counts := p.played(bet); counts {
			page.Rows = append(page.Rows, row)
		}
		newest = max(newest, bet.Version)
	}
	listed := cmp.Or(at.listed, q.Until.Add(-p.config.ReportLag).UnixMilli())
	if !page.More {
		page.Next = place{from: caughtUp(at.from, newest, listed)}.String()
		return page, nil
	}
	next, err := after(at.from, newest)
	page.Next = place{next, listed}.String()
	return page, err
}

// place is the position of a report: the row version to read from, and, after a full page, the version up to which all
// rows were listed when the first of these pages was read. The next page may be read much later: rows that are listed
// late meanwhile must be found once all pages are read.
type place struct{ from, listed int64 }

func (p place) String() string {
	if p.listed == 0 {
		return strconv.FormatInt(p.from, 10)
	}
	return fmt.Sprintf("%d|%d", p.from, p.listed)
}

// start returns the position that a report continues from.
func start(q game.ReportQuery) (p place, err error) {
	if q.Cursor == "" {
		return place{from: max(q.Since.UnixMilli()-overlap, wire.FirstVersion)}, nil
	}
	from, listed, full := strings.Cut(q.Cursor, "|")
	p.from, err = strconv.ParseInt(from, 10, 64)
	if err == nil && full {
		p.listed, err = strconv.ParseInt(listed, 10, 64)
	}
	if err != nil || p.from < wire.FirstVersion {
		return place{}, fmt.Errorf("pg: %q is not a cursor of a report", q.Cursor)
	}
	return p, nil
}

// caughtUp is the version to continue from after the last rows that exist now. Rows up to the version listed are
// complete.
func caughtUp(from, newest, listed int64) int64 {
	if newest > 0 {
		from = newest - overlap
	}
	return max(min(from, listed-overlap), wire.FirstVersion)
}

// after is the version to continue from after a full page. The source does not say whether PG lists rows of the
// requested version or only later ones, and a full page may end between two rows of one millisecond. So it is one less
// than the newest, where that makes progress.
func after(from, newest int64) (int64, error) {
	if newest <= from {
		return from, errCrowded
	}
	return max(from+1, newest-1), nil
}

func (p *Provider) history(ctx context.Context, from int64, count int) ([]wire.Bet, error) {
	return send[[]wire.Bet](ctx, p, p.data, p.config.DataURL, wire.PathHistory, url.Values{
		wire.FieldCount: {strconv.Itoa(count)}, wire.FieldBetType: {wire.RealGame},
		wire.FieldRowVersion: {strconv.FormatInt(from, 10)}, wire.FieldHandsStatus: {wire.AllHands},
	}, time.Time{})
}

// played converts a bet for the product; one that can't be read is marked as unread, with its account. PG's own bonus
// and free games don't touch the cash wallet and count nothing, and neither does a bet in another currency. An adjusted
// bet without stake and win was taken back.
func (p *Provider) played(bet wire.Bet) (row game.Played, counts bool) {
	if bet.Transaction > wire.MoneyCash || bet.Currency != "" && bet.Currency != p.config.Currency {
		return row, false
	}
	staked, err1 := credits(bet.Amount)
	net, err2 := netOf(bet, staked)
	row = game.Played{
		Round: strconv.FormatInt(bet.ID, 10), Version: bet.Version, Username: strings.ToLower(bet.Player),
		BetAt: time.UnixMilli(bet.At).UTC(), SettledAt: time.UnixMilli(cmp.Or(bet.EndAt, bet.Version)).UTC(),
		Count: 1, Turnover: staked, Net: net,
	}
	if errors.Join(err1, err2) != nil || bet.ID == 0 || bet.Version < wire.FirstVersion {
		row.Unread = errRow
	}
	if bet.Hands == wire.HandsAdjusted && staked == 0 && net == 0 {
		row.Count, row.Void = 0, true
	}
	return row, true
}

// netOf is what a bet won or lost. The sources don't say whether a jackpot is part of the win; the balances do.
func netOf(bet wire.Bet, staked money.Credits) (money.Credits, error) {
	won, err1 := credits(bet.Win)
	jackpot, err2 := credits(bet.JackpotWin)
	before, err3 := credits(bet.Before)
	after, err4 := credits(bet.After)
	net := won - staked
	if jackpot != 0 && after-before != net {
		net += jackpot
	}
	return net, errors.Join(err1, err2, err3, err4)
}

// credits reads an amount of a row; one that is left out is 0.
func credits[T ~string](text T) (money.Credits, error) {
	if text == "" {
		return 0, nil
	}
	return money.ParseCredits(string(text))
}
