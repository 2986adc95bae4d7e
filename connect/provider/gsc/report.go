package gsc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"krapao/connect/line"
	"krapao/connect/provider/gsc/wire"
	"krapao/game"
	"krapao/money"
)

// cursorForm: the ids of bets, joined by commas.
var cursorForm = regexp.MustCompile(`^[0-9]+(,[0-9]+)*$`)

// Report implements game.Reporter for all products of the operator. The provider lists what nobody marked, and forgets
// what was: so the cursor has the ids of the rows of the page before, and they are marked only when it comes back, which
// is after they were kept. Rows that were not kept are listed again. Neither a time nor a limit can be asked for.
//
// A bet that is listed again has changed. It bears no time of its change, so the version of a row is the time of its
// reading: one report is read by one node at a time.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	if q.Cursor != "" {
		if err := p.mark(ctx, q.Cursor); err != nil {
			return game.ReportPage{}, err
		}
	}
	var reply wire.BetsReply
	fields := url.Values{wire.FieldVersion: {"0"}}
	if err := ask(ctx, p, p.log, p.config.DataURL, wire.PathBets, fields, time.Time{}, &reply); err != nil {
		return game.ReportPage{}, err
	}
	if reply.Result == nil {
		return game.ReportPage{}, errDisagrees // an empty report would be believed
	}
	return pageOf(reply.Result.Value, p.config.Now().UnixMicro())
}

// pageOf are the rows of an answer, and what is to be marked when they are kept.
//
// A running bet is left unmarked, so that it is listed until it is settled. But in an answer that is full of them, they
// would keep all others out for ever: then they are marked too, and come back when they change (the document says that
// records of one id are updated; the published clients mark every row).
func pageOf(bets []wire.Bet, read int64) (game.ReportPage, error) {
	var page game.ReportPage
	var running []string
	ids, at := []string{}, map[string]int{}
	for _, bet := range bets {
		id := string(bet.ID)
		if !cursorForm.MatchString(id) {
			return page, errors.New("gsc: a bet without an id")
		}
		if bet.Status == wire.BetRunning {
			running = append(running, id)
			continue
		}
		row, err := playedOf(bet, read)
		if err != nil {
			return page, fmt.Errorf("gsc: bet %s: %w", id, err)
		}
		if i, twice := at[id]; twice {
			page.Rows[i] = row // the later one is the newer
			continue
		}
		at[id] = len(page.Rows)
		page.Rows, ids = append(page.Rows, row), append(ids, id)
	}
	full := len(bets) >= wire.MostBets
	if full && len(ids) == 0 {
		ids = running
	}
	page.Next, page.More = strings.Join(ids, ","), full
	return page, nil
}

func playedOf(bet wire.Bet, read int64) (game.Played, error) {
	row := game.Played{
		Site: strings.ToUpper(bet.Site), Round: string(bet.ID), Version: read, Username: strings.ToLower(bet.Member),
		Void: bet.Status == wire.BetVoid,
	}
	if row.Site == "" || row.Username == "" || bet.Status != wire.BetValid && bet.Status != wire.BetVoid {
		return row, errDisagrees
	}
	var err error
	if row.BetAt, err = wire.ParseTime(bet.StartTime); err != nil {
		return row, err
	}
	if row.SettledAt, err = wire.ParseTime(bet.EndTime); err != nil {
		return row, err
	}
	if row.Void {
		return row, nil
	}
	staked, err1 := money.ParseCredits(bet.Bet.String())
	payout, err2 := money.ParseCredits(bet.Payout.String())
	turnover, err3 := money.ParseCredits(bet.Turnover.String())
	row.Count, row.Turnover, row.Net = 1, turnover, payout-staked
	return row, errors.Join(err1, err2, err3)
}

// mark tells the provider that bets need not be listed again.
func (p *Provider) mark(ctx context.Context, cursor string) error {
	if !cursorForm.MatchString(cursor) {
		return errors.New("gsc: the report's cursor can't be read")
	}
	body, err := json.Marshal(wire.Mark{
		Ticket: cursor, Operator: p.config.Operator,
		Signature: wire.Sign(p.config.Secret, wire.PathMark, url.Values{wire.FieldOperator: {p.config.Operator}}),
	})
	if err != nil {
		return fmt.Errorf("gsc: %w", err)
	}
	answer, err := p.log.Do(ctx, line.Request{
		URL: p.config.DataURL + wire.PathMark, Body: body, Header: http.Header{"Content-Type": {"application/json"}},
	})
	if err != nil {
		return fmt.Errorf("gsc %s: %w", wire.PathMark, err)
	}
	var reply wire.Reply
	return read(wire.PathMark, answer, &reply)
}
