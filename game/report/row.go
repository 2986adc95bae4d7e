package report

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// The kinds of a row.
const (
	kindRound   = "round"
	kindCounter = "counter"
)

const (
	// rowsAtOnce limits a commit: the books write between two of them.
	rowsAtOnce = 100
	// longestRound limits a round's identifier, mostCredits its turnover and result.
	longestRound = 200
	mostCredits  = 100_000_000_000 * money.Credit
)

// reported is a row of a report with its owner.
type reported struct {
	game.Played
	provider string
	member   string
	factor   money.Factor
	kind     string
	// opened is when the account was opened, used when it was last launched, moved to or from, or found changed.
	opened, used time.Time
}

// recognise finds the owners of the rows. Rows of accounts that are not ours are left out, whatever they contain: the
// operator there may serve others too, and none of their rows may stop our report.
func (s *Service) recognise(ctx context.Context, src source, rows []game.Played) ([]reported, error) {
	type name struct{ site, username string }
	accounts := map[name]reported{}
	known := make([]reported, 0, len(rows))
	unknown := 0
	for _, row := range rows {
		row.Username = strings.ToLower(game.Printable(row.Username)) // ours are lower case; some providers list capitals
		if row.Username == "" {
			return nil, fmt.Errorf("%w: it names no account", errRow) // it might be ours
		}
		owner, asked := accounts[name{row.Site, row.Username}]
		if !asked {
			var err error
			if owner, err = s.ownerOf(ctx, src, row); err != nil {
				return nil, err
			}
			accounts[name{row.Site, row.Username}] = owner
		}
		if owner.member == "" {
			unknown++
			continue
		}
		if err := src.normalize(&row); err != nil {
			return nil, err
		}
		owner.Played = row
		adds, err := s.addsPlay(ctx, owner)
		if err != nil {
			return nil, err
		}
		if adds {
			known = append(known, owner)
		}
	}
	if unknown > 0 {
		s.log.Info("game: a report lists rows of accounts that are not ours", "source", src.name, "rows", unknown)
	}
	return known, nil
}

// ownerOf finds the account among the source's providers of that product; an empty member means that it is not ours.
func (s *Service) ownerOf(ctx context.Context, src source, row game.Played) (reported, error) {
	for _, provider := range src.providers[row.Site] {
		a, err := s.accounts.Named(ctx, provider, row.Username)
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return reported{}, err
		}
		kind := kindRound
		if src.form == game.ReportCounters {
			kind = kindCounter
		}
		return reported{
			provider: provider, member: a.Member, factor: a.Factor, kind: kind, opened: a.OpenedAt, used: a.UsedAt,
		}, nil
	}
	return reported{}, nil
}

var errRow = errors.New("game: the report has an impossible row")

// normalize refuses an impossible row, and fills in times that follow from others. An impossible row stops the report,
// and the operator sees it: leaving it out would lose it.
func (src source) normalize(row *game.Played) error {
	if row.Void {
		row.Count, row.Turnover, row.Net = 0, 0, 0
	}
	switch {
	case row.Unread != nil:
		return fmt.Errorf("%w: %w", errRow, row.Unread)
	case row.Round == "" || len(row.Round) > longestRound || row.Round != game.Printable(row.Round):
		return fmt.Errorf("%w: its identifier has %d bytes, or unprintable characters", errRow, len(row.Round))
	case row.Count < 0 || row.Turnover < 0 || row.Turnover > mostCredits || row.Net > mostCredits || row.Net < -mostCredits:
		return fmt.Errorf("%w: its count, turnover or result is out of bounds", errRow)
	}
	if src.form == game.ReportCounters && row.SettledAt.IsZero() {
		row.SettledAt = clock.Micros(row.Version).Time()
	}
	if row.SettledAt.IsZero() {
		row.SettledAt = row.BetAt
	}
	if row.BetAt.IsZero() {
		row.BetAt = row.SettledAt
	}
	if row.BetAt.Year() < 2000 {
		return fmt.Errorf("%w: it has no time", errRow)
	}
	return nil
}

// after returns the row as it comes after its head. A counter's version is the time of its reading, and readings of a
// source are stored in their order (see keep). So a head from the future was written by a clock that was ahead, and this
// reading is the newer one.
func (row reported) after(head reportdb.GamePlayHead) reported {
	if row.kind == kindCounter && row.Version < head.Version-clock.Skew.Microseconds() {
		row.Version = head.Version + 1
	}
	return row
}

// grewSince returns a moment at which the counter certainly had not grown by this much yet: that of its version before.
// Without one, it is the last reading of all counters, if the account was part of it. An account that was used since then
// may not have been, because accounts without activity are not read. Then it is the account's opening, or the day before:
// an earlier use would have been read.
func (row reported) grewSince(before int64, askedBefore time.Time) time.Time {
	switch {
	case before != 0:
		return clock.Micros(before).Time()
	case row.opened.Before(askedBefore) && row.used.Before(askedBefore):
		return askedBefore
	}
	dayBefore := clock.Day(row.BetAt.Add(-24 * time.Hour))
	if row.opened.After(dayBefore) {
		return row.opened
	}
	return dayBefore
}
