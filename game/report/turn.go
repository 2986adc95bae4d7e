package report

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/game"
	"krapao/game/report/internal/reportdb"
	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
)

// Reports of play are read by source: several providers may be under one operator there, whose report lists the rounds of
// all of them, and some reports list a row only until it is acknowledged. So only one node at a time reads a source, and
// the rows of a page are stored in the commit that moves the cursor past them. A failed commit, a dead node and an
// overtaken page leave the cursor where it was, and the same rows are listed again.

const (
	// reportPage is how many rows a page may have, pagesPerTurn how many pages of rounds one turn reads at most: a report
	// that is far behind catches up in several turns.
	reportPage   = 500
	pagesPerTurn = 200
	// reportReach is how far back a report is read the first time: earlier play decides nothing.
	reportReach = 31 * 24 * time.Hour
	// turnTime limits a turn at a report.
	turnTime = 2 * time.Minute
)

var (
	// errOvertaken: another node stored rows of this report after this one had requested them.
	errOvertaken = errors.New("game: another node read the report meanwhile")
	errStuck     = errors.New("game: the report says that there is more, and does not go on")
)

// Tasks returns the tasks that read the reports. Each report has its own, so that one that fails or hangs delays no
// other. One node at a time reads a report.
func (s *Service) Tasks() []settle.Task {
	var tasks []settle.Task
	for _, src := range s.sources() {
		tasks = append(tasks, settle.Task{
			Name: "report:" + src.name, Interval: s.reportEvery(src), Timeout: turnTime,
			Run: func(ctx context.Context) error { return s.readReport(ctx, src) },
		})
	}
	return tasks
}

// reportEvery returns the interval of a report: one that lists rounds an hour late is not read every few seconds.
func (s *Service) reportEvery(src source) time.Duration {
	return max(s.every, min(src.lag/60, time.Minute))
}

// readReport is one turn at a report.
func (s *Service) readReport(ctx context.Context, src source) error {
	err := s.continueReport(ctx, src)
	if err == nil || errors.Is(err, errOvertaken) {
		return nil
	}
	if !errors.Is(ctx.Err(), context.Canceled) { // a node that stops has not failed to read it
		s.noteFailure(ctx, src, err)
	}
	return fmt.Errorf("game: report of %s: %w", src.name, err)
}

func (s *Service) noteFailure(ctx context.Context, src source, failure error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	reason := game.Printable(failure.Error())
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = reportdb.New(tx).FailReport(ctx, clock.MicrosOf(tx.Now), reason, src.name)
		return err
	})
	if err != nil || n > 0 { // logged when it begins and when the reason changes, not at every turn
		s.log.Warn("game: a report can't be read", "source", src.name, "error", failure, "note", err)
	}
}

// position is how far a turn has got with its report.
type position struct {
	reportdb.GameReport
	// since is the first account's opening, asked the moment of this turn, and settled the time before which everything is
	// listed by then.
	since, asked, settled time.Time
}

// addMissed extends the missed span; it is stored with the cursor that skips it.
func (at *position) addMissed(span game.Span) {
	if span == (game.Span{}) {
		return
	}
	from, to := clock.MicrosOf(span.From), clock.MicrosOf(span.To)
	if at.MissedFrom != 0 {
		from = min(from, at.MissedFrom)
	}
	at.MissedFrom, at.MissedTo = from, max(to, at.MissedTo)
}

func (s *Service) continueReport(ctx context.Context, src source) error {
	if s.stillNone(src.name) {
		return nil
	}
	at, some, err := s.position(ctx, src)
	if err != nil {
		return err
	}
	if s.noteNone(src.name, !some); !some {
		return nil
	}
	if src.form == game.ReportCounters {
		return s.readCounters(ctx, src, at)
	}
	return s.readRounds(ctx, src, at)
}

// position finds where the report was left; false if no member has an account yet, so that there is nothing to read.
func (s *Service) position(ctx context.Context, src source) (at position, some bool, err error) {
	q := reportdb.New(s.store.DB())
	if at.GameReport, err = q.Report(ctx, src.name); store.NotFound(err) {
		err = s.store.Write(ctx, func(tx *store.Tx) error { return reportdb.New(tx).AddReport(ctx, src.name) })
		if err == nil {
			at.GameReport, err = q.Report(ctx, src.name)
		}
	}
	if err != nil {
		return at, false, fmt.Errorf("read the position: %w", err)
	}
	at.asked = s.store.Now()
	at.settled = at.asked.Add(-src.lag)
	s.recall(src, &at)
	for _, provider := range src.names() {
		opened, err := s.firstOpened(ctx, provider)
		if err != nil {
			return at, false, err
		}
		if !opened.IsZero() && (!some || opened.Before(at.since)) {
			at.since, some = opened, true
		}
	}
	if oldest := at.asked.Add(-reportReach); at.since.Before(oldest) {
		at.since = oldest
	}
	return at, some, nil
}

func (s *Service) ask(ctx context.Context, src source, q game.ReportQuery) (game.ReportPage, error) {
	ctx, cancel := context.WithTimeout(ctx, s.reportTime())
	defer cancel()
	page, err := src.reporter.Report(ctx, q)
	if err != nil {
		return game.ReportPage{}, err
	}
	if page.More && page.Next == q.Cursor {
		return game.ReportPage{}, errStuck
	}
	return page, nil
}

func (s *Service) readRounds(ctx context.Context, src source, at position) error {
	for range pagesPerTurn {
		page, err := s.ask(ctx, src, game.ReportQuery{Cursor: at.Cursor, Since: at.since, Until: at.asked, Limit: reportPage})
		if err != nil {
			return err
		}
		if len(page.Rows) == 0 && !page.More && page.Missed == (game.Span{}) && s.untold(src, at, at.settled) {
			return nil
		}
		at.addMissed(page.Missed)
		if at, err = s.keepPage(ctx, src, at, page.Rows, page.Next, !page.More); err != nil {
			return err
		}
		if page.Missed != (game.Span{}) {
			s.log.Error("game: a report was not read for so long that the provider no longer lists what was played",
				"source", src.name, "from", page.Missed.From, "to", page.Missed.To)
		}
		if !page.More || s.timeOver(ctx) {
			return nil
		}
	}
	return nil
}

// timeOver reports whether another call might not end within the turn: a call that is cut off looks like a failure.
func (s *Service) timeOver(ctx context.Context) bool {
	deadline, ends := ctx.Deadline()
	return ends && time.Until(deadline) < s.reportTime()
}

// reportTime limits one page: some adapters need several calls for it.
func (s *Service) reportTime() time.Duration { return 3 * s.providers.CallTimeout() }
