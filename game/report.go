package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger"
)

// Reports of play are read by source: several providers may stand under one operator there, whose report lists the
// rounds of all of them, and some reports list a row only until it is acknowledged. So each source is read by one node
// at a time, and what a page lists is kept in the commit that moves the cursor behind it. A commit that fails, a node
// that dies and a page that was overtaken leave the cursor where it was, and the same rows are listed again.

const (
	// reportPage is how many rows a page may have, pagesPerTurn how many pages of rounds one turn reads at most: a report
	// that is far behind catches up in several.
	reportPage   = 500
	pagesPerTurn = 200
	// pagesPerBatch bounds the pages of one batch of accounts, whose counters are read to the end or not at all.
	pagesPerBatch = 1000
	// playersAtOnce is how many accounts' counters are asked for in one call; the last of a provider takes less than half
	// as many more with it, so that it is never left with a few alone that the provider may not want to tell about.
	playersAtOnce = 100
	playersAtLast = playersAtOnce + playersAtOnce/2
	// reportReach is how far back a report is read that was never read before: what was played earlier decides nothing.
	reportReach = 31 * 24 * time.Hour
	// counterReach is for how long after the last sign of life an account's counters are asked for.
	counterReach = 48 * time.Hour
	// turnTime ends a turn at a report.
	turnTime = 2 * time.Minute
)

var (
	// errOvertaken: another node kept rows of this report after this one had asked for them.
	errOvertaken = errors.New("game: another node read the report meanwhile")
	errStuck     = errors.New("game: the report says that there is more, and does not go on")
)

// source is one report: a provider's own, or that of several providers under one operator there.
type source struct {
	name     string
	reporter Reporter
	form     ReportForm
	// lag is how late a settled round may be listed.
	lag time.Duration
	// providers are whose rows stand in it, by the product that a row names; in the order of their names.
	providers map[string][]string
}

// sourceOf is the name of the report in which a provider's rows stand.
func sourceOf(provider string, caps Capabilities) string {
	if caps.Source == "" {
		return provider
	}
	return caps.Source
}

// sources are all reports that can be read, by their names.
func (s *Service) sources() []source {
	byName := map[string]source{}
	for _, name := range slices.Sorted(maps.Keys(s.connections)) {
		p := s.connections[name].Provider
		reporter, tells := p.(Reporter)
		if !tells || p.Capabilities().Report == ReportNone {
			continue
		}
		caps := p.Capabilities()
		src, known := byName[sourceOf(name, caps)]
		if !known {
			src = source{name: sourceOf(name, caps), reporter: reporter, form: caps.Report, providers: map[string][]string{}}
		}
		src.lag = max(src.lag, caps.ReportLag)
		src.providers[caps.Site] = append(src.providers[caps.Site], name)
		byName[src.name] = src
	}
	all := make([]source, 0, len(byName))
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[name])
	}
	return all
}

// names are the source's providers.
func (src source) names() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, at := range src.providers {
			for _, name := range at {
				if !yield(name) {
					return
				}
			}
		}
	})
}

// ReportTasks read the reports, each beside the others, so that one that fails or hangs delays no other. One node at a
// time reads a report.
func (s *Service) ReportTasks() []settle.Task {
	var tasks []settle.Task
	for _, src := range s.sources() {
		tasks = append(tasks, settle.Task{
			Name: "report:" + src.name, Interval: s.reportEvery(src), Timeout: turnTime,
			Run: func(ctx context.Context) error { return s.readReport(ctx, src) },
		})
	}
	return tasks
}

// reportEvery: what is listed an hour late need not be asked for every few seconds.
func (s *Service) reportEvery(src source) time.Duration {
	return max(s.settings.ReportEvery, min(src.lag/60, time.Minute))
}

// readReport is one turn at a report.
func (s *Service) readReport(ctx context.Context, src source) error {
	err := s.readOn(ctx, src)
	if err == nil || errors.Is(err, errOvertaken) {
		return nil
	}
	if !errors.Is(ctx.Err(), context.Canceled) { // a node that stops is no failure of the report
		s.noteFailure(ctx, src, err)
	}
	return fmt.Errorf("game: report of %s: %w", src.name, err)
}

// failureText bounds what is kept of a failure's reason; adapters put no address and no secret into it.
const failureText = 300

func (s *Service) noteFailure(ctx context.Context, src source, failure error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	reason := Printable(failure.Error())
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = gamedb.New(tx).FailReport(ctx, clock.MicrosOf(tx.Now), reason, src.name)
		return err
	})
	if err != nil || n > 0 { // told when it begins and when the reason changes, not at every turn
		s.settings.Log.Warn("game: a report can't be read", "source", src.name, "error", failure, "note", err)
	}
}

// Printable is a text that every store takes and every terminal shows: the provider's own words may be in it.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > failureText {
		return string(runes[:failureText])
	}
	return text
}

// position is how far a turn is with its report.
type position struct {
	gamedb.GameReport
	// since is the first account's opening, asked the moment of this turn, and settled the time before which everything is
	// listed by then.
	since, asked, settled time.Time
}

// miss widens what was missed; it is kept with the cursor that passes it over.
func (at *position) miss(span Span) {
	if span == (Span{}) {
		return
	}
	from, to := clock.MicrosOf(span.From), clock.MicrosOf(span.To)
	if at.MissedFrom != 0 {
		from = min(from, at.MissedFrom)
	}
	at.MissedFrom, at.MissedTo = from, max(to, at.MissedTo)
}

func (s *Service) readOn(ctx context.Context, src source) error {
	at, some, err := s.position(ctx, src)
	if err != nil || !some {
		return err
	}
	if src.form == ReportCounters {
		return s.readCounters(ctx, src, at)
	}
	return s.readRounds(ctx, src, at)
}

// position finds where the report was left; false where no member has an account yet, so that there is nothing to read.
func (s *Service) position(ctx context.Context, src source) (at position, some bool, err error) {
	q := gamedb.New(s.store.DB())
	if at.GameReport, err = q.Report(ctx, src.name); store.NotFound(err) {
		err = s.store.Write(ctx, func(tx *store.Tx) error { return gamedb.New(tx).AddReport(ctx, src.name) })
		if err == nil {
			at.GameReport, err = q.Report(ctx, src.name)
		}
	}
	if err != nil {
		return at, false, fmt.Errorf("where it was left: %w", err)
	}
	at.asked = s.store.Now()
	at.settled = at.asked.Add(-src.lag)
	for _, provider := range src.names() {
		first, err := q.FirstAccount(ctx, provider)
		if store.NotFound(err) {
			continue
		}
		if err != nil {
			return at, false, fmt.Errorf("the first account: %w", err)
		}
		if opened := first.Time(); !some || opened.Before(at.since) {
			at.since, some = opened, true
		}
	}
	if oldest := at.asked.Add(-reportReach); at.since.Before(oldest) {
		at.since = oldest
	}
	return at, some, nil
}

func (s *Service) ask(ctx context.Context, src source, q ReportQuery) (ReportPage, error) {
	ctx, cancel := context.WithTimeout(ctx, s.reportTime())
	defer cancel()
	page, err := src.reporter.Report(ctx, q)
	if err != nil {
		return ReportPage{}, err
	}
	if page.More && page.Next == q.Cursor {
		return ReportPage{}, errStuck
	}
	return page, nil
}

func (s *Service) readRounds(ctx context.Context, src source, at position) error {
	for range pagesPerTurn {
		page, err := s.ask(ctx, src, ReportQuery{Cursor: at.Cursor, Since: at.since, Until: at.asked, Limit: reportPage})
		if err != nil {
			return err
		}
		at.miss(page.Missed)
		if at, err = s.keepPage(ctx, src, at, page.Rows, page.Next, !page.More); err != nil {
			return err
		}
		if page.Missed != (Span{}) {
			s.settings.Log.Error("game: a report was not read for so long that the provider no longer lists what was played",
				"source", src.name, "from", page.Missed.From, "to", page.Missed.To)
		}
		if !page.More || s.timeOver(ctx) {
			return nil
		}
	}
	return nil
}

// sweep is how far a reading of all accounts' counters is, where it takes more than a turn.
type sweep struct {
	provider, beyond string // the last account that was asked about
	next             string // the cursor after the first batch
	settled          time.Time
}

// sweeps are those that were begun here, by source.
type sweeps struct {
	mu    sync.Mutex
	begun map[string]sweep
}

// take returns a begun sweep, or a new one.
func (s *sweeps) take(name string, at position) sweep {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sw, begun := s.begun[name]; begun {
		delete(s.begun, name)
		return sw
	}
	return sweep{settled: at.settled}
}

func (s *sweeps) leave(name string, sw sweep) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun[name] = sw
}

// readCounters asks for the counters of all accounts that were used lately, in batches. Each batch begins at the same
// cursor, which moves when all of them have been read: what is listed twice adds nothing. Where a turn is too short for
// all, or one batch fails, the next turn goes on with that one.
func (s *Service) readCounters(ctx context.Context, src source, at position) (err error) {
	sw, done := s.sweeps.take(src.name, at), false
	defer func() {
		if !done {
			s.sweeps.leave(src.name, sw)
		}
	}()
	used := at.asked
	if at.ReadAt != 0 {
		used = at.ReadAt.Time() // after an outage, who was active before it too
	}
	for _, provider := range src.names() {
		if provider < sw.provider {
			continue
		}
		if provider != sw.provider {
			sw.provider, sw.beyond = provider, ""
		}
		for more := true; more; {
			if s.timeOver(ctx) {
				return nil
			}
			names, err := gamedb.New(s.store.DB()).ActivePlayers(ctx, gamedb.ActivePlayersParams{
				Provider: provider, Since: clock.MicrosOf(used.Add(-counterReach)), Beyond: sw.beyond, Most: playersAtLast,
			})
			if err != nil {
				return fmt.Errorf("whose counters: %w", err)
			}
			if more = len(names) == playersAtLast; more {
				names = names[:playersAtOnce]
			}
			if len(names) == 0 {
				break
			}
			var next string
			if at, next, err = s.readBatch(ctx, src, at, provider, names); err != nil {
				return err
			}
			sw.beyond, sw.next = names[len(names)-1], cmp.Or(sw.next, next)
		}
	}
	done = true
	at.settled = sw.settled
	_, err = s.keep(ctx, src, at, nil, cmp.Or(sw.next, at.Cursor), true)
	return err
}

// timeOver: another call might not end within the turn, and what is cut off looks like a failure.
func (s *Service) timeOver(ctx context.Context) bool {
	deadline, ends := ctx.Deadline()
	return ends && time.Until(deadline) < s.reportTime()
}

// reportTime is what one page may take: some adapters need several calls for it.
func (s *Service) reportTime() time.Duration { return 3 * s.settings.CallTimeout }

// readBatch reads the counters of some accounts to the end, and returns the cursor of the next turn.
func (s *Service) readBatch(ctx context.Context, src source, at position, provider string, names []string) (position, string, error) {
	players, err := s.counted(ctx, provider, names)
	if err != nil {
		return at, "", err
	}
	cursor := at.Cursor
	for range pagesPerBatch {
		page, err := s.ask(ctx, src, ReportQuery{
			Cursor: cursor, Since: at.since, Until: at.asked, Limit: reportPage, Players: players,
		})
		if err != nil {
			return at, "", err
		}
		if at, err = s.keepPage(ctx, src, at, page.Rows, at.Cursor, false); err != nil {
			return at, "", err
		}
		cursor = page.Next
		if !page.More {
			return at, cursor, nil
		}
	}
	return at, "", errStuck
}

// counted are accounts of a provider as a report is asked about them: no password is needed for it.
func (s *Service) counted(ctx context.Context, provider string, names []string) ([]Player, error) {
	since := s.connections[provider].Provider.Capabilities().NeedsFirst
	players := make([]Player, len(names))
	for i, name := range names {
		players[i] = Player{Username: name}
		if !since {
			continue
		}
		var err error
		if players[i].First, err = s.first(ctx, ledger.Game(provider, name)); err != nil {
			return nil, err
		}
	}
	return players, nil
}

// NoteMoveTx notes that a transfer of the account begins, in the transaction that reserves it: whoever moves credits may
// play, so its counters are asked for.
func (s *Service) NoteMoveTx(ctx context.Context, tx *store.Tx, a Account) error {
	if err := gamedb.New(tx).NoteActive(ctx, a.ID, clock.MicrosOf(tx.Now)); err != nil {
		return fmt.Errorf("game: note a move: %w", err)
	}
	return nil
}
