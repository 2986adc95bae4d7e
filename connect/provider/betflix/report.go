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
	"krapao/internal/clock"
	"krapao/money"
)

// Report implements game.Reporter.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	day, err := provider.DayOf(q, wire.Zone)
	if err != nil {
		return game.ReportPage{}, err
	}
	pass, err := provider.PassOf(day.Within, len(q.Players))
	if err != nil {
		return game.ReportPage{}, err
	}
	rows, pass, more, err := pass.Next(q, func(player game.Player) (*game.Played, error) {
		return p.counter(ctx, player.Username, day.Name(), q.Until)
	})
	if err != nil {
		return game.ReportPage{}, err
	}
	page := game.ReportPage{Rows: rows, Next: day.Then(pass.String()), More: true}
	if !more {
		page.Next, page.More = day.Next(q, p.config.ReportLag)
	}
	return page, nil
}

// counter is an account's total of a day as it is now; nil where the answer has none. That is not a total of 0, which
// would take back an earlier answer. The number of rounds is not reported.
func (p *Provider) counter(ctx context.Context, username, day string, read time.Time) (*game.Played, error) {
	var raw json.RawMessage
	err := p.get(ctx, p.past, wire.PathSummary, url.Values{
		wire.FieldUsername: {username}, wire.FieldStart: {day}, wire.FieldEnd: {day},
	}, &raw)
	if err != nil || nothing(raw) {
		return nil, err
	}
	var data wire.SummaryData
	if err := json.Unmarshal(raw, &data); err != nil {
		return nil, errDisagrees
	}
	turnover, err1 := money.ParseCredits(data.ValidAmount.String())
	net, err2 := money.ParseCredits(data.WinLoss.String())
	if errors.Join(err1, err2) != nil {
		return nil, errDisagrees
	}
	return &game.Played{
		Round: username + "/" + day, Version: int64(clock.MicrosOf(read)), Username: username, BetAt: read, SettledAt: read,
		Turnover: turnover, Net: net,
	}, nil
}

// nothing reports whether an answer has no total. One with other fields than ours is a wrong answer.
func nothing(data json.RawMessage) bool {
	switch strings.Join(strings.Fields(string(data)), "") {
	case "null", "[]", "{}":
		return true
	}
	return false
}
