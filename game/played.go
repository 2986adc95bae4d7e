package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// What members played is kept once per provider, round and version, as what this version adds to the one before it: a
// round that comes twice, late or again adds nothing, one that was corrected adds the difference, and one that is void
// takes back what it had added. So the sum over any span is right (RULES.md section 7).

// The kinds of a row.
const (
	kindRound   = "round"
	kindCounter = "counter"
)

const (
	// rowsAtOnce bounds a commit: the books write between two of them.
	rowsAtOnce = 100
	// longestRound bounds a round's identifier, mostCredits its turnover and result.
	longestRound = 200
	mostCredits  = 100_000_000_000 * money.Credit
)

// reported is a row of a report with whose it is.
type reported struct {
	Played
	provider string
	member   string
	factor   money.Factor
	kind     string
	// opened is when the account was, used when it was last opened, moved to or from, or found changed.
	opened, used time.Time
}

// keepPage keeps what a page lists, in as many commits as it needs; the last of them moves the cursor. done tells that
// the report is read to its end with it.
func (s *Service) keepPage(ctx context.Context, src source, at position, rows []Played, cursor string, done bool) (position, error) {
	known, err := s.recognise(ctx, src, rows)
	if err != nil || len(known) == 0 && !done && cursor == at.Cursor {
		return at, err
	}
	for ; len(known) > rowsAtOnce; known = known[rowsAtOnce:] {
		if at, err = s.keep(ctx, src, at, known[:rowsAtOnce], at.Cursor, false); err != nil {
			return at, err
		}
	}
	return s.keep(ctx, src, at, known, cursor, done)
}

// recognise finds whose the rows are. Rows of accounts that nobody here has are left out, whatever they say: an operator
// there may serve others too, and nothing of theirs stops our report.
func (s *Service) recognise(ctx context.Context, src source, rows []Played) ([]reported, error) {
	type name struct{ site, username string }
	accounts := map[name]reported{}
	known := make([]reported, 0, len(rows))
	strangers := 0
	for _, row := range rows {
		row.Username = strings.ToLower(Printable(row.Username)) // ours are; some providers list them in capitals
		if row.Username == "" {
			return nil, fmt.Errorf("%w: it names no account", errRow) // nobody can say that it is not ours
		}
		whose, asked := accounts[name{row.Site, row.Username}]
		if !asked {
			var err error
			if whose, err = s.whose(ctx, src, row); err != nil {
				return nil, err
			}
			accounts[name{row.Site, row.Username}] = whose
		}
		if whose.member == "" {
			strangers++
			continue
		}
		if err := src.tidy(&row); err != nil {
			return nil, err
		}
		whose.Played = row
		news, err := s.news(ctx, whose)
		if err != nil {
			return nil, err
		}
		if news {
			known = append(known, whose)
		}
	}
	if strangers > 0 {
		s.settings.Log.Info("game: a report lists rows of accounts that are not ours", "source", src.name, "rows", strangers)
	}
	return known, nil
}

// news tells whether the row can add anything. Most that are listed again can't, and the books need not wait for them.
func (s *Service) news(ctx context.Context, row reported) (bool, error) {
	head, err := gamedb.New(s.store.DB()).PlayHead(ctx, row.provider, row.Round)
	if store.NotFound(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("newest version: %w", err)
	}
	return !stale(row.after(head), head), nil
}

// after is the row as it stands behind its head. A counter's version is the time of its reading, and readings of a source are
// kept in their order (see keep): a head that lies ahead was written by a clock that was ahead, and this reading is the newer one.
func (row reported) after(head gamedb.GamePlayHead) reported {
	if row.kind == kindCounter && row.Version < head.Version-clock.Skew.Microseconds() {
		row.Version = head.Version + 1
	}
	return row
}

// stale: this version of the row, or a newer one, is kept; or it is a counter that stood still.
func stale(row reported, head gamedb.GamePlayHead) bool {
	return row.Version <= head.Version || row.kind == kindCounter && added(row, head) == (Play{})
}

// added is what a row says beyond the version before it.
func added(row reported, head gamedb.GamePlayHead) Play {
	return Play{
		Rounds:   row.Count - int(head.Count),
		Turnover: row.Turnover - money.Credits(head.TotalTurnover),
		Net:      row.Net - money.Credits(head.TotalNet),
	}
}

// whose finds the account among the source's providers of that product; an empty member is nobody here.
func (s *Service) whose(ctx context.Context, src source, row Played) (reported, error) {
	for _, provider := range src.providers[row.Site] {
		found, err := gamedb.New(s.store.DB()).AccountReported(ctx, provider, row.Username)
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return reported{}, fmt.Errorf("account: %w", err)
		}
		factor, err := money.ParseFactor(found.Factor)
		if err != nil {
			return reported{}, fmt.Errorf("account: %w", err)
		}
		kind := kindRound
		if src.form == ReportCounters {
			kind = kindCounter
		}
		return reported{
			provider: provider, member: found.Member, factor: factor, kind: kind,
			opened: clock.OfMicro(found.CreatedAt), used: clock.OfMicro(found.ActiveAt),
		}, nil
	}
	return reported{}, nil
}

var errRow = errors.New("game: the report lists a row that can't be")

// tidy refuses what no round can be, and fills in the times that follow from others. A row that can't be stops the
// report, and the operator sees it: left out, it would be lost.
func (src source) tidy(row *Played) error {
	if row.Void {
		row.Count, row.Turnover, row.Net = 0, 0, 0
	}
	switch {
	case row.Unread != nil:
		return fmt.Errorf("%w: %w", errRow, row.Unread)
	case row.Round == "" || len(row.Round) > longestRound || row.Round != Printable(row.Round):
		return fmt.Errorf("%w: its identifier has %d letters, or strange ones", errRow, len(row.Round))
	case row.Count < 0 || row.Turnover < 0 || row.Turnover > mostCredits || row.Net > mostCredits || row.Net < -mostCredits:
		return fmt.Errorf("%w: its count, turnover or result is out of bounds", errRow)
	}
	if src.form == ReportCounters && row.SettledAt.IsZero() {
		row.SettledAt = time.UnixMicro(row.Version).UTC()
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

// keep stores rows and moves the report on, in one commit. It fails with errOvertaken where somebody else's commit came
// after this report was asked.
func (s *Service) keep(ctx context.Context, src source, at position, rows []reported, cursor string, done bool) (position, error) {
	next := at
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		next = at
		next.Cursor, next.Turn = cursor, at.Turn+1
		if done || cursor != at.Cursor { // rows alone are no proof that it goes on: the next part may fail as before
			next.FailingSince, next.Reason = 0, ""
		}
		if done {
			next.ReadAt, next.ReportedTo = tx.Now.UnixMicro(), at.settled.UnixMicro()
		}
		q := gamedb.New(tx)
		n, err := q.AdvanceReport(ctx, gamedb.AdvanceReportParams{
			Source: src.name, Turn: at.Turn, Cursor: next.Cursor, ReadAt: next.ReadAt, ReportedTo: next.ReportedTo,
			FailingSince: next.FailingSince, Reason: next.Reason, MissedFrom: next.MissedFrom, MissedTo: next.MissedTo,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return errOvertaken
		}
		fresh, err := s.addAll(ctx, tx, src.askedBefore(at), rows)
		if err != nil || fresh == 0 {
			return err
		}
		return q.CountReported(ctx, fresh, src.name)
	})
	if err != nil {
		return at, fmt.Errorf("keep what was played: %w", err)
	}
	return next, nil
}

// addAll adds rows and tells Settings.Played what is new. askedBefore is when all counters were last asked for.
func (s *Service) addAll(ctx context.Context, tx *store.Tx, askedBefore time.Time, rows []reported) (fresh int64, err error) {
	var list []PlayAdded
	for _, row := range rows {
		more, isNew, err := s.addPlay(ctx, tx, askedBefore, row)
		if err != nil {
			return 0, err
		}
		if isNew {
			fresh++
			list = append(list, more)
		}
	}
	if s.settings.Played == nil || len(list) == 0 {
		return fresh, nil
	}
	slices.SortStableFunc(list, func(a, b PlayAdded) int { return cmp.Compare(a.Member, b.Member) })
	return fresh, s.settings.Played(ctx, tx, list)
}

// addPlay adds what a row says beyond the version before it; nothing where this version or a newer one is there.
func (s *Service) addPlay(ctx context.Context, tx *store.Tx, askedBefore time.Time, row reported) (told PlayAdded, isNew bool, err error) {
	q := gamedb.New(tx)
	head, err := q.PlayHead(ctx, row.provider, row.Round)
	found := err == nil
	if err != nil && !store.NotFound(err) {
		return told, false, err
	}
	row = row.after(head)
	if found && stale(row, head) {
		return told, false, nil
	}
	if err := moveHead(ctx, q, row, head.Version, found); err != nil {
		return told, false, err
	}
	more := added(row, head)
	if more == (Play{}) {
		return told, false, nil
	}
	since := row.BetAt
	told = PlayAdded{Member: row.member, Provider: row.provider, Since: since, BetAt: row.BetAt}
	if row.kind == kindCounter {
		since = row.grewSince(head.Version, askedBefore)
		told.Counter, told.Since = true, since.Add(-s.Lag(row.provider))
	}
	// What whole versions come to in baht is told apart, so that roundings do not add up.
	told.Turnover = row.Turnover.Baht(row.factor) - money.Credits(head.TotalTurnover).Baht(row.factor)
	told.Net = row.Net.Baht(row.factor) - money.Credits(head.TotalNet).Baht(row.factor)
	most, err := q.MostTurnover(ctx, row.provider, row.Round)
	if err != nil {
		return told, false, err
	}
	told.Beyond = max(row.Turnover.Baht(row.factor)-money.Credits(most).Baht(row.factor), 0)
	return told, true, q.AddPlay(ctx, gamedb.AddPlayParams{
		Provider: row.provider, Round: row.Round, Version: row.Version, Username: row.Username, Member: row.member,
		BetAt: clock.Micro(row.BetAt), SettledAt: clock.Micro(row.SettledAt), SeenAt: tx.Now.UnixMicro(),
		Count: int64(more.Rounds), Turnover: int64(more.Turnover), Net: int64(more.Net),
		TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Kind: row.kind, Since: clock.Micro(since),
	})
}

// grewSince is a moment at which the counter certainly had not yet grown by what it says now: that of its version before;
// or where it has none yet, that of the last reading of all counters, if the account was in it. An account that was used
// since then may not have been: it was perhaps asleep before. Then it is the account's opening, or the day before: one that
// was used earlier would have been read.
func (row reported) grewSince(before int64, askedBefore time.Time) time.Time {
	switch {
	case before != 0:
		return clock.OfMicro(before)
	case row.opened.Before(askedBefore) && row.used.Before(askedBefore):
		return askedBefore
	}
	dayBefore := clock.Day(row.BetAt.Add(-24 * time.Hour))
	if row.opened.After(dayBefore) {
		return row.opened
	}
	return dayBefore
}

// askedBefore is when the reading began that last read the source to its end; zero: never.
func (src source) askedBefore(at position) time.Time {
	if at.ReportedTo == 0 {
		return time.Time{}
	}
	return clock.OfMicro(at.ReportedTo).Add(src.lag)
}

// moveHead makes the row its round's newest version. Where somebody else did so since it was looked at, the transaction
// runs again.
func moveHead(ctx context.Context, q *gamedb.Queries, row reported, before int64, found bool) error {
	var n int64
	var err error
	if found {
		n, err = q.MovePlayHead(ctx, gamedb.MovePlayHeadParams{
			Provider: row.provider, Round: row.Round, Version: row.Version, Before: before,
			TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Count: int64(row.Count),
		})
	} else {
		n, err = q.AddPlayHead(ctx, gamedb.AddPlayHeadParams{
			Provider: row.provider, Round: row.Round, Version: row.Version,
			TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Count: int64(row.Count),
		})
	}
	if err == nil && n == 0 {
		return store.ErrConflict
	}
	return err
}

// PlayedAt is what one version of a round, or one reading of a counter, added to what a member played. A correction has
// a row of its own with the difference, so only sums mean something: added up per provider, then turned into baht by the
// provider's factor.
type PlayedAt struct {
	Provider string
	// Category and Play are the provider's in the catalogue: of its first game there.
	Category Category
	Play     PlayKind
	// Counter: the provider tells totals and not rounds, so BetAt is when the total was read.
	Counter          bool
	BetAt, SettledAt time.Time
	Count            int
	Turnover, Net    money.Credits
	Factor           money.Factor
}

// Played returns what a member played at from or later and before to, by the time of the bet, oldest first: as far as
// the reports were read (ReportedUpTo).
func (s *Service) Played(ctx context.Context, member string, from, to time.Time) ([]PlayedAt, error) {
	games, err := s.Games(ctx)
	if err != nil {
		return nil, err
	}
	first := map[string]Game{}
	for _, g := range games {
		if _, known := first[g.Provider]; !known {
			first[g.Provider] = g
		}
	}
	rows, err := gamedb.New(s.store.DB()).PlayedBy(ctx, member, from.UnixMicro(), to.UnixMicro())
	if err != nil {
		return nil, fmt.Errorf("game: what was played: %w", err)
	}
	list := make([]PlayedAt, len(rows))
	for i, row := range rows {
		factor, err := money.ParseFactor(row.Factor)
		if err != nil {
			return nil, fmt.Errorf("game: what was played: %w", err)
		}
		list[i] = PlayedAt{
			Provider: row.Provider, Category: first[row.Provider].Category, Play: first[row.Provider].Play, Counter: row.Kind == kindCounter,
			BetAt: clock.OfMicro(row.BetAt), SettledAt: clock.OfMicro(row.SettledAt), Count: int(row.Count),
			Turnover: money.Credits(row.Turnover), Net: money.Credits(row.Net), Factor: factor,
		}
	}
	return list, nil
}
