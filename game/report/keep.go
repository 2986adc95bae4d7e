package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// What members played is stored once per provider, round and version, as the difference to the version before. A round
// that comes twice or again adds nothing, a corrected one adds the difference, and a void one takes back what it had
// added. So the sum over any span is right (RULES.md section 7).

// keepPage stores the rows of a page in as many commits as it needs; the last one moves the cursor. done says that the
// page is the end of the report.
func (s *Service) keepPage(
	ctx context.Context, src source, at position, rows []game.Played, cursor string, done bool,
) (position, error) {
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

// keep stores rows and moves the report on, in one commit. Without rows that is housekeeping, unless the report failed before.
// It fails with errOvertaken if another commit came after this report was requested.
func (s *Service) keep(
	ctx context.Context, src source, at position, rows []reported, cursor string, done bool,
) (position, error) {
	next, writing := at, ctx
	if len(rows) == 0 && at.FailingSince == 0 {
		writing = store.Housekeeping(ctx)
	}
	err := s.store.Write(writing, func(tx *store.Tx) error {
		next = at
		next.Cursor, next.Turn = cursor, at.Turn+1
		if done || cursor != at.Cursor { // rows alone don't prove progress: the next part may fail as before
			next.FailingSince, next.Reason = 0, ""
		}
		if done {
			next.ReadAt, next.ReportedTo = clock.MicrosOf(tx.Now), clock.MicrosOf(at.settled)
		}
		q := reportdb.New(tx)
		n, err := q.AdvanceReport(ctx, reportdb.AdvanceReportParams{
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
		return at, fmt.Errorf("store what was played: %w", err)
	}
	return next, nil
}

// addAll adds rows, and their bets to the turnover of their days, and calls OnPlayed's function with the new ones. askedBefore
// is when all counters were last requested.
func (s *Service) addAll(ctx context.Context, tx *store.Tx, askedBefore time.Time, rows []reported) (fresh int64, err error) {
	var list []Added
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
	if err := addTurnover(ctx, tx, stakedOf(list)); err != nil || s.onPlayed == nil || len(list) == 0 {
		return fresh, err
	}
	slices.SortStableFunc(list, func(a, b Added) int { return cmp.Compare(a.Member, b.Member) })
	return fresh, s.onPlayed(ctx, tx, list)
}

// addPlay adds what a row says beyond the version before it; nothing if this version or a newer one is stored.
func (s *Service) addPlay(
	ctx context.Context, tx *store.Tx, askedBefore time.Time, row reported,
) (play Added, isNew bool, err error) {
	q := reportdb.New(tx)
	head, err := q.PlayHead(ctx, row.provider, row.Round)
	found := err == nil
	if err != nil && !store.NotFound(err) {
		return play, false, err
	}
	row = row.after(head)
	if found && stale(row, head) {
		return play, false, nil
	}
	if err := moveHead(ctx, q, row, head.Version, found); err != nil {
		return play, false, err
	}
	more := added(row, head)
	if more == (game.Play{}) {
		return play, false, nil
	}
	since := row.BetAt
	play = Added{Member: row.member, Provider: row.provider, Since: since, BetAt: row.BetAt}
	if row.kind == kindCounter {
		since = row.grewSince(head.Version, askedBefore)
		play.Counter, play.Since = true, since.Add(-s.providers.Lag(row.provider))
	}
	// Each version as a whole is turned into baht, so that roundings don't add up.
	play.Turnover = row.Turnover.Baht(row.factor) - money.Credits(head.TotalTurnover).Baht(row.factor)
	play.Net = row.Net.Baht(row.factor) - money.Credits(head.TotalNet).Baht(row.factor)
	most, err := q.MostTurnover(ctx, row.provider, row.Round)
	if err != nil {
		return play, false, err
	}
	play.Beyond = max(row.Turnover.Baht(row.factor)-money.Credits(most).Baht(row.factor), 0)
	return play, true, q.AddPlay(ctx, reportdb.AddPlayParams{
		Provider: row.provider, Round: row.Round, Version: row.Version, Username: row.Username, Member: row.member,
		BetAt: clock.MicrosOf(row.BetAt), SettledAt: clock.MicrosOf(row.SettledAt), SeenAt: clock.MicrosOf(tx.Now),
		Count: int64(more.Rounds), Turnover: int64(more.Turnover), Net: int64(more.Net),
		TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Kind: row.kind, Since: clock.MicrosOf(since),
	})
}

// addsPlay reports whether the row can add anything. Most rows that are listed again can't, and the books need not wait
// for them.
func (s *Service) addsPlay(ctx context.Context, row reported) (bool, error) {
	head, err := reportdb.New(s.store.DB()).PlayHead(ctx, row.provider, row.Round)
	if store.NotFound(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the newest version: %w", err)
	}
	return !stale(row.after(head), head), nil
}

// stale reports whether this version of the row, or a newer one, is stored already, or whether a counter has not changed.
func stale(row reported, head reportdb.GamePlayHead) bool {
	return row.Version <= head.Version || row.kind == kindCounter && added(row, head) == (game.Play{})
}

// added returns what a row adds to the version before it.
func added(row reported, head reportdb.GamePlayHead) game.Play {
	return game.Play{
		Rounds:   row.Count - int(head.Count),
		Turnover: row.Turnover - money.Credits(head.TotalTurnover),
		Net:      row.Net - money.Credits(head.TotalNet),
	}
}

// moveHead makes the row its round's newest version. If somebody else has done so since the row was compared, the
// transaction runs again.
func moveHead(ctx context.Context, q *reportdb.Queries, row reported, before int64, found bool) error {
	var n int64
	var err error
	if found {
		n, err = q.MovePlayHead(ctx, reportdb.MovePlayHeadParams{
			Provider: row.provider, Round: row.Round, Version: row.Version, Before: before,
			TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Count: int64(row.Count),
		})
	} else {
		n, err = q.AddPlayHead(ctx, reportdb.AddPlayHeadParams{
			Provider: row.provider, Round: row.Round, Version: row.Version,
			TotalTurnover: int64(row.Turnover), TotalNet: int64(row.Net), Count: int64(row.Count),
		})
	}
	if err == nil && n == 0 {
		return store.ErrConflict
	}
	return err
}
