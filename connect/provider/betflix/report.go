package betflix

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/betflix/wire"
	"krapao/game"
	"krapao/money"
)

// countedAtOnce is how many accounts' totals one page has: each is a question of its own.
const countedAtOnce = 10

// Report implements game.Reporter. An account that the provider does not want to tell about holds up no other, but where
// it tells of none the report has failed.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	day, err := provider.DayOf(q, wire.Zone)
	if err != nil {
		return game.ReportPage{}, err
	}
	if day.Done > len(q.Players) {
		return game.ReportPage{}, errCursor
	}
	end := min(day.Done+min(max(q.Limit, 1), countedAtOnce), len(q.Players))
	var page game.ReportPage
	var refused error
	for _, player := range q.Players[day.Done:end] {
		row, err := p.counter(ctx, player.Username, day.Name(), q.Until)
		var no *refusal
		switch {
		case errors.As(err, &no):
			refused = err
		case err != nil:
			return game.ReportPage{}, err
		default:
			page.Rows = append(page.Rows, row)
		}
	}
	if refused != nil && len(page.Rows) == 0 {
		return game.ReportPage{}, refused
	}
	if end < len(q.Players) {
		page.Next, page.More = day.Then(end), true
	} else {
		page.Next, page.More = day.Next(q, p.config.ReportLag)
	}
	return page, nil
}

// errCursor: the cursor is of more accounts than are asked about.
var errCursor = errors.New("betflix: the report's cursor can't be read")

// counter is an account's total of a day as it is now. How many rounds it was is not told.
func (p *Provider) counter(ctx context.Context, username, day string, read time.Time) (game.Played, error) {
	row := game.Played{
		Round: username + "/" + day, Version: read.UnixMicro(), Username: username, BetAt: read, SettledAt: read,
	}
	var raw json.RawMessage
	err := p.get(ctx, p.past, wire.PathSummary, url.Values{
		wire.FieldUsername: {username}, wire.FieldStart: {day}, wire.FieldEnd: {day},
	}, &raw)
	if err != nil || nothing(raw) {
		return row, err
	}
	var data wire.SummaryData
	if err := json.Unmarshal(raw, &data); err != nil {
		return row, errDisagrees
	}
	turnover, err1 := money.ParseCredits(data.ValidAmount.String())
	net, err2 := money.ParseCredits(data.WinLoss.String())
	if errors.Join(err1, err2) != nil {
		return row, errDisagrees
	}
	row.Turnover, row.Net = turnover, net
	return row, nil
}

// nothing: how an answer without a total may look. One with other fields than ours is none of these.
func nothing(data json.RawMessage) bool {
	switch strings.Join(strings.Fields(string(data)), "") {
	case "null", "[]", "{}":
		return true
	}
	return false
}
