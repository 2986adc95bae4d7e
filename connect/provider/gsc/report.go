package gsc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider/gsc/wire"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/money"
)

// Report implements game.Reporter for all products of the operator.
//
// The provider lists the bets that are not marked. A marked bet is not listed until it changes. So a bet is marked when
// it is listed again in the state in which it was stored: the cursor holds the bets of the previous page, and comes
// back only after those were stored. A bet that changed meanwhile is reported again instead, and one that was not
// stored is listed again. A change in the moment between the list and the mark may be marked unseen. The request has
// neither a time nor a limit.
//
// A bet has no time of its change, so the version of a row is the time of its reading. It is always later than that of
// the previous page, whatever the clock says: one node at a time reads a report, and nodes' clocks differ.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	before, err := readCursor(q.Cursor)
	if err != nil {
		return game.ReportPage{}, err
	}
	var reply wire.BetsReply
	fields := url.Values{wire.FieldVersion: {"0"}}
	if err := ask(ctx, p, p.log, p.config.DataURL, wire.PathBets, fields, time.Time{}, &reply); err != nil {
		return game.ReportPage{}, err
	}
	if reply.Result == nil {
		return game.ReportPage{}, errDisagrees // it would be taken for an empty report
	}
	l := listOf(reply.Result.Value, before)
	if err := p.mark(ctx, l.kept); err != nil {
		return game.ReportPage{}, err
	}
	return l.page(before, int64(clock.MicrosOf(p.config.Now())))
}

// list is an answer, sorted.
type list struct {
	full bool
	// older: it would be full if it came from an older version.
	older bool
	// kept are the ids of the bets that the previous page had in the same state.
	kept    []string
	news    []wire.Row
	running []wire.Bet
}

// listOf sorts an answer. Of a bet that is listed twice, the later row is the newer one, and a running row is never
// newer than a settled one.
func listOf(rows []wire.Row, before cursor) list {
	l := list{full: len(rows) >= wire.MostBets, older: len(rows) == wire.OlderMostBets}
	newest := map[wire.Text]int{}
	for i, row := range rows {
		if row.Status != wire.BetRunning {
			newest[row.ID] = i
		}
	}
	for i, row := range rows {
		at, settled := newest[row.ID]
		switch named := idForm.MatchString(string(row.ID)); {
		case named && settled && at != i:
		case named && before.holds(row.Bet):
			l.kept = append(l.kept, string(row.ID))
		case named && !settled:
			l.running = append(l.running, row.Bet)
		default:
			l.news = append(l.news, row)
		}
	}
	return l
}

// errOlder: the answer may have left out other bets, so the report must not count as read to its end.
var errOlder = fmt.Errorf(
	"gsc: %d running bets are all that an older version lists: they may hide others", wire.OlderMostBets)

// page returns the rows of a list, oldest first, and the cursor with what is marked once they are stored.
//
// A running bet is left unmarked, so that it is listed until it is settled. But an answer that is full of running bets
// would hide all others for ever: then they are marked too, and come back when they change (the document says that
// records of one id are updated; the published clients mark every row).
func (l list) page(before cursor, now int64) (game.ReportPage, error) {
	page := game.ReportPage{More: l.full || l.older}
	version := max(now, before.version+1)
	var next []wire.Bet
	for _, bet := range l.news {
		row, err := playedOf(bet, version)
		if err != nil {
			return page, fmt.Errorf("gsc: bet %.100q: %w", bet.ID, err)
		}
		page.Rows = append(page.Rows, row)
		if row.Round != "" {
			next = append(next, bet.Bet)
		}
	}
	slices.SortStableFunc(page.Rows, func(a, b game.Played) int { return a.SettledAt.Compare(b.SettledAt) })
	switch stuck := len(next)+len(l.kept) == 0; {
	case stuck && l.older:
		return page, errOlder
	case stuck && l.full && len(l.running) == 0:
		return page, errors.New("gsc: the report is full of bets without an id, which can't be marked")
	case stuck && l.full:
		next = l.running
	}
	page.Next = cursorText(version, next)
	return page, nil
}

// playedOf reads a bet. It fails where the bet's account can't be read. Any other unreadable value stops the report
// only for that account.
func playedOf(bet wire.Row, version int64) (game.Played, error) {
	row := game.Played{
		Site: strings.ToUpper(bet.Site), Version: version, Username: strings.ToLower(bet.Member), Void: bet.Status == wire.BetVoid,
	}
	if row.Site == "" || row.Username == "" {
		return row, errDisagrees
	}
	if idForm.MatchString(string(bet.ID)) {
		row.Round = string(bet.ID)
	}
	err := errDisagrees
	if !bet.Unread && row.Round != "" {
		err = readValues(&row, bet.Bet)
	}
	if err != nil {
		row.Unread = fmt.Errorf("gsc: bet %.100q: %w", bet.ID, err)
	}
	return row, nil
}

// readValues reads a bet's values, apart from its id and its account.
func readValues(row *game.Played, bet wire.Bet) error {
	if bet.Status != wire.BetValid && bet.Status != wire.BetVoid {
		return errDisagrees
	}
	var err error
	if row.BetAt, err = wire.ParseTime(bet.StartTime); err != nil {
		return err
	}
	if row.SettledAt, err = wire.ParseTime(bet.EndTime); err != nil {
		return err
	}
	if row.Void {
		return nil
	}
	staked, err1 := money.ParseCredits(bet.Bet.String())
	payout, err2 := money.ParseCredits(bet.Payout.String())
	turnover, err3 := money.ParseCredits(bet.Turnover.String())
	row.Count, row.Turnover, row.Net = 1, turnover, payout-staked
	return errors.Join(err1, err2, err3)
}

// mark tells the provider which bets need not be listed again.
func (p *Provider) mark(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	body, err := json.Marshal(wire.Mark{
		Ticket: strings.Join(ids, ","), Operator: p.config.Operator,
		Signature: wire.Sign(p.config.Secret, wire.PathMark, url.Values{wire.FieldOperator: {p.config.Operator}}),
	})
	if err != nil {
		return fmt.Errorf("gsc: %w", err)
	}
	answer, err := p.log.Do(ctx, outbound.Request{
		URL: p.config.DataURL + wire.PathMark, Body: body, Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return fmt.Errorf("gsc %s: %w", wire.PathMark, err)
	}
	var reply wire.Reply
	return read(wire.PathMark, answer, &reply)
}
