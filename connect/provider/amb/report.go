package amb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb/wire"
	"krapao/game"
	"krapao/money"
)

// Report implements game.Reporter.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	day, err := provider.DayOf(q, wire.Zone)
	if err != nil {
		return game.ReportPage{}, err
	}
	done, err := pagesOf(day)
	if err != nil {
		return game.ReportPage{}, err
	}
	users := make([]string, len(q.Players))
	for i, player := range q.Players {
		users[i] = player.Username
	}
	limit, page := min(max(q.Limit, 1), roundsPage), done+1
	data, err := askOver[wire.ReportData](ctx, p, p.past, wire.PathReport, wire.Report{
		Agent: p.config.Agent, StartDate: day.Name(), EndDate: day.Name(),
		UserList: users, Page: page, Limit: limit,
	}, time.Time{})
	if err != nil {
		return game.ReportPage{}, err
	}
	rows, err := counters(data.List, day, q.Until)
	if err != nil {
		return game.ReportPage{}, err
	}
	switch {
	case data.List == nil, len(data.List) < min(limit, data.Total-done*limit):
		return game.ReportPage{}, errDisagrees // what is left out would be taken for not played
	case page*limit < data.Total:
		return game.ReportPage{Rows: rows, Next: day.Then(strconv.Itoa(page)), More: true}, nil
	}
	next, more := day.Next(q, p.config.ReportLag)
	return game.ReportPage{Rows: rows, Next: next, More: more}, nil
}

// pagesOf is how many pages of the day have been read.
func pagesOf(day provider.Day) (int, error) {
	if day.Within == "" {
		return 0, nil
	}
	done, err := strconv.Atoi(day.Within)
	if err != nil || done < 0 {
		return 0, fmt.Errorf("amb: %q is no page of a report", day.Within)
	}
	return done, nil
}

// counters are the rows of an answer: Winnings less bets is what the provider calls winLoss.
func counters(list []wire.UserReport, day provider.Day, read time.Time) ([]game.Played, error) {
	rows := make([]game.Played, 0, len(list))
	for _, r := range list {
		turnover, err1 := money.ParseCredits(r.Turnover.String())
		net, err2 := money.ParseCredits(r.WinLoss.String())
		if errors.Join(err1, err2) != nil || r.Username == "" {
			return nil, errDisagrees
		}
		rows = append(rows, game.Played{
			Round: r.Username + "/" + day.Name(), Version: read.UnixMicro(), Username: r.Username,
			BetAt: read, SettledAt: read, Count: int(r.Rounds), Turnover: turnover, Net: net,
		})
	}
	return rows, nil
}
