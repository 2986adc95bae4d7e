package amb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb/wire"
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
	rows := counters(data.List, day, q.Until)
	switch {
	case data.List == nil, data.Total == nil, len(data.List) < min(limit, *data.Total-done*limit):
		return game.ReportPage{}, errDisagrees // a missing row would be taken for "not played"
	case page*limit < *data.Total:
		return game.ReportPage{Rows: rows, Next: day.Then(strconv.Itoa(page)), More: true}, nil
	}
	next, more := day.Next(q, p.config.ReportLag)
	return game.ReportPage{Rows: rows, Next: next, More: more}, nil
}

// pagesOf returns how many pages of the day have been read.
func pagesOf(day provider.Day) (int, error) {
	if day.Within == "" {
		return 0, nil
	}
	done, err := strconv.Atoi(day.Within)
	if err != nil || done < 0 {
		return 0, fmt.Errorf("amb: %q is not a page of a report", day.Within)
	}
	return done, nil
}

// errTwice: nobody knows which of an account's totals holds, or whether they belong together.
var errTwice = errors.New("amb: the report has two totals of an account")

// counters reads the rows of an answer. The provider's winLoss is winnings less bets. A row that can't be read, or a
// second row of an account, is marked as unread. Accounts are compared in lower case.
func counters(list []wire.UserReport, day provider.Day, read time.Time) []game.Played {
	rows := make([]game.Played, 0, len(list))
	had := map[string]bool{}
	for _, r := range list {
		username := strings.ToLower(r.Username)
		turnover, err1 := money.ParseCredits(r.Turnover.String())
		net, err2 := money.ParseCredits(r.WinLoss.String())
		row := game.Played{
			Round: username + "/" + day.Name(), Version: int64(clock.MicrosOf(read)), Username: username,
			BetAt: read, SettledAt: read, Count: int(r.Rounds), Turnover: turnover, Net: net,
		}
		switch {
		case had[username]:
			row.Unread = errTwice
		case errors.Join(err1, err2) != nil:
			row.Unread = errDisagrees
		}
		had[username] = true
		rows = append(rows, row)
	}
	return rows
}
