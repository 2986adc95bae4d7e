package report_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// Reports that no protocol of the sandbox lists on demand: versions in any order, products of a shared report, rows of
// strangers, impossible rows. So here the test writes the pages, and everything behind them is real.

// script is a report whose pages the test writes. Its cursor is how many pages were stored.
type script struct {
	game.Provider // none of its other calls are made but those below
	caps          game.Capabilities
	takes         time.Duration // for each page

	mu    sync.Mutex
	pages [][]game.Played
	asked []string // the cursors that it was asked with
	// between runs once, after a page was listed and before it is stored.
	between func()
	fails   error
	missed  map[int]game.Span // by the page that tells it
}

func (s *script) Capabilities() game.Capabilities           { return s.caps }
func (s *script) Ensure(context.Context, game.Player) error { return nil }
func (s *script) Balance(context.Context, game.Player) (game.Reading, error) {
	return game.Reading{}, nil
}

func (s *script) Report(_ context.Context, q game.ReportQuery) (game.ReportPage, error) {
	gametest.Pass(s.takes)
	s.mu.Lock()
	between := s.between
	s.between = nil
	defer func() {
		s.mu.Unlock()
		if between != nil {
			between()
		}
	}()
	if s.asked = append(s.asked, q.Cursor); s.fails != nil {
		return game.ReportPage{}, s.fails
	}
	at := 0
	if q.Cursor != "" {
		if _, err := fmt.Sscan(q.Cursor, &at); err != nil {
			return game.ReportPage{}, err
		}
	}
	if at >= len(s.pages) {
		return game.ReportPage{Next: q.Cursor}, nil
	}
	return game.ReportPage{Rows: s.pages[at], Next: fmt.Sprint(at + 1), More: at+1 < len(s.pages), Missed: s.missed[at]}, nil
}

func (s *script) lists(pages ...[]game.Played) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = append(s.pages, pages...)
}

// scripted is a service whose providers are scripts, with an account at each; usernames are by provider.
func scripted(
	t *testing.T, s *store.Store, providers map[string]*script, hook ...func(*gametest.Node),
) (*world, map[string]string) {
	t.Helper()
	w := newWorld(t, s)
	connections := map[string]game.Connection{}
	var entries []string
	for name, p := range providers {
		p.caps.Step = money.Credit / 100
		connections[name] = game.Connection{Provider: p}
		entries = append(entries, `{"code": "`+name+`", "name": "`+name+`", "category": "slot", "family": "script"}`)
	}
	w.Node = gametest.New(t, s, w.Ledger, connections, game.Timeouts{Call: gametest.CallTime})
	for _, set := range hook {
		set(w.Node)
	}
	slices.Sort(entries)
	if _, err := w.Apply("[" + strings.Join(entries, ",") + "]"); err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for name := range providers {
		names[name] = w.Open(name).Username
	}
	return w, names
}

// row is a round of one bet.
func row(username, round string, version int64, turnover, net money.Credits) game.Played {
	at := time.Now().Add(-time.Minute).UTC()
	return game.Played{
		Round: round, Version: version, Username: username, BetAt: at, SettledAt: at,
		Count: 1, Turnover: turnover * money.Credit, Net: net * money.Credit,
	}
}

func void(username, round string, version int64) game.Played {
	r := row(username, round, version, 999, 999) // figures of a void row mean nothing
	r.Void = true
	return r
}

// The newest version of a round is valid, in whatever order versions come, on one page or on several; each adds the
// difference to the one before it.
func TestTheNewestVersionHolds(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		cases := map[string]struct {
			rows []game.Played
			want sums
			kept int
		}{
			"once":               {[]game.Played{row("", "r", 1, 10, -4)}, sums{1, 10_00, -4_00}, 1},
			"twice":              {[]game.Played{row("", "r", 1, 10, -4), row("", "r", 1, 10, -4)}, sums{1, 10_00, -4_00}, 1},
			"twice, with others": {[]game.Played{row("", "r", 1, 10, -4), row("", "r", 1, 99, 99)}, sums{1, 10_00, -4_00}, 1},
			"corrected":          {[]game.Played{row("", "r", 1, 10, -4), row("", "r", 2, 12, 5)}, sums{1, 12_00, 5_00}, 2},
			"corrected down":     {[]game.Played{row("", "r", 7, 10, -4), row("", "r", 9, 3, -3)}, sums{1, 3_00, -3_00}, 2},
			"an older one later": {[]game.Played{row("", "r", 2, 12, 5), row("", "r", 1, 10, -4)}, sums{1, 12_00, 5_00}, 1},
			"newer, and the same": {
				[]game.Played{row("", "r", 1, 10, -4), row("", "r", 3, 10, -4), row("", "r", 2, 50, 5)},
				sums{1, 10_00, -4_00},
				1,
			},
			"void":               {[]game.Played{row("", "r", 1, 10, -4), void("", "r", 2)}, sums{}, 2},
			"void at once":       {[]game.Played{void("", "r", 1)}, sums{}, 0},
			"void, and an older": {[]game.Played{void("", "r", 2), row("", "r", 1, 10, -4)}, sums{}, 0},
			"void, and again not": {
				[]game.Played{row("", "r", 1, 10, -4), void("", "r", 2), row("", "r", 3, 10, 4)}, sums{1, 10_00, 4_00}, 3,
			},
			"two rounds":           {[]game.Played{row("", "r", 1, 10, -4), row("", "q", 1, 1, 0)}, sums{2, 11_00, -4_00}, 2},
			"a bet of nothing won": {[]game.Played{row("", "r", 1, 0, 7)}, sums{1, 0, 7_00}, 1},
		}
		providers, codes := map[string]*script{}, map[string]string{}
		for name := range cases {
			for _, how := range []string{"together", "apart"} {
				code := fmt.Sprint(how, len(providers))
				codes[name+how], providers[code] = code, &script{caps: game.Capabilities{Report: game.ReportRounds}}
			}
		}
		w, names := scripted(t, s, providers)
		for name, c := range cases {
			together, apart := codes[name+"together"], codes[name+"apart"]
			providers[together].lists(rowsOf(names[together], c.rows))
			for _, r := range rowsOf(names[apart], c.rows) {
				providers[apart].lists([]game.Played{r})
			}
		}
		w.read()
		w.read()
		for name, c := range cases {
			for _, how := range []string{"together", "apart"} {
				if got, kept := w.sums(codes[name+how]); got != c.want || kept != c.kept {
					t.Errorf("%s, %s: %+v in %d rows, want %+v in %d", name, how, got, kept, c.want, c.kept)
				}
			}
		}
	})
}

// rowsOf returns the rows for the account.
func rowsOf(username string, rows []game.Played) []game.Played {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Username = username
	}
	return rows
}

// A page of many rows is stored in several commits. If one fails, the cursor stays, and nothing counts twice.
func TestALongPageIsKeptWhole(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p, hook, commits := &script{caps: game.Capabilities{Report: game.ReportRounds}}, &told{sums: map[string]sums{}}, 0
		w, names := scripted(t, s, map[string]*script{"alpha": p}, func(n *gametest.Node) {
			n.Reports.OnPlayed(func(ctx context.Context, tx *store.Tx, list []report.Added) error {
				if commits++; commits == 3 {
					return errors.New("the commit fails")
				}
				return hook.played(ctx, tx, list)
			})
		})
		var page []game.Played
		for n := range 350 {
			page = append(page, row(names["alpha"], fmt.Sprint("r", n), 1, 2, -1))
		}
		broken := slices.Clone(page)
		broken[349].Round = "" // seen before anything is kept
		p.lists(broken)
		if err := read(t.Context(), w.Node); err == nil {
			t.Error("a row without a round was kept")
		}
		w.want("broken", "alpha", sums{})
		p.mu.Lock()
		p.pages, p.asked = [][]game.Played{page}, nil
		p.mu.Unlock()
		if err := read(t.Context(), w.Node); err == nil || commits != 3 {
			t.Errorf("the third commit: %d, %v", commits, err)
		}
		w.want("in part", "alpha", sums{200, 400_00, -200_00})
		w.read()
		w.read()
		w.want("whole", "alpha", sums{350, 700_00, -350_00})
		if hook.sums["alpha"] != (sums{0, 700_00, -350_00}) {
			t.Errorf("told: %+v", hook.sums)
		}
		if !slices.Equal(p.asked, []string{"", "", "1"}) {
			t.Errorf("asked from %q", p.asked)
		}
	})
}

// A page that another node overtook is not stored: its rows come again after the other's cursor.
func TestAnOvertakenPageIsDropped(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := &script{caps: game.Capabilities{Report: game.ReportRounds}}
		w, names := scripted(t, s, map[string]*script{"alpha": p})
		p.lists([]game.Played{row(names["alpha"], "r1", 1, 1, 0)})
		p.between = func() { // the other node is quicker, and its page has more
			p.lists([]game.Played{row(names["alpha"], "r2", 1, 1, 0)})
			w.read()
		}
		w.read()
		p.lists([]game.Played{row(names["alpha"], "r3", 1, 1, 0)})
		w.read()
		w.want("all", "alpha", sums{3, 3_00, 0})
		if !slices.Equal(p.asked, []string{"", "", "1", "2"}) {
			t.Errorf("asked from %q", p.asked)
		}
	})
}

// An impossible row stops the report with a reason; it is not skipped.
func TestRowsThatCannotBeStopTheReport(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		spoils := map[string]func(*game.Played){
			"nobody":           func(r *game.Played) { r.Username = "" },
			"noround":          func(r *game.Played) { r.Round = "" },
			"longround":        func(r *game.Played) { r.Round = strings.Repeat("x", 1000) },
			"strangeround":     func(r *game.Played) { r.Round = "a\x00b" },
			"negativeturnover": func(r *game.Played) { r.Turnover = -1 },
			"absurdturnover":   func(r *game.Played) { r.Turnover = 1 << 62 },
			"absurdresult":     func(r *game.Played) { r.Net = -1 << 62 },
			"negativecount":    func(r *game.Played) { r.Count = -1 },
			"notime":           func(r *game.Played) { r.BetAt, r.SettledAt = time.Time{}, time.Time{} },
			"unread":           func(r *game.Played) { r.Unread = errors.New("no number") },
		}
		providers := map[string]*script{}
		for name := range spoils {
			providers[name] = &script{caps: game.Capabilities{Report: game.ReportRounds}}
		}
		w, names := scripted(t, s, providers)
		for name, spoil := range spoils {
			bad := row(names[name], "bad", 1, 1, 0)
			spoil(&bad)
			providers[name].lists([]game.Played{row(names[name], "good", 1, 1, 0), bad})
		}
		if err := read(t.Context(), w.Node); err == nil {
			t.Error("all were read")
		}
		for name := range spoils {
			if state := w.state(name); state.FailingSince.IsZero() || state.Reason == "" || !state.ReadAt.IsZero() {
				t.Errorf("%s: %+v", name, state)
			}
		}
	})
}

// A stranger's impossible row does not matter: the report continues, and our rows beside it are stored.
func TestAStrangersRowStopsNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := &script{caps: game.Capabilities{Report: game.ReportRounds}}
		w, names := scripted(t, s, map[string]*script{"alpha": p})
		timeless := row("somebody", "theirs", 1, 1, 0)
		timeless.BetAt, timeless.SettledAt = time.Time{}, time.Time{}
		unread := game.Played{Username: "somebody", Unread: errors.New("no number")}
		p.lists([]game.Played{timeless, unread, row("no\x00body", "too", 1, -5, 0), row(names["alpha"], "ours", 1, 3, -3)})
		w.read()
		w.want("with strangers", "alpha", sums{1, 3_00, -3_00})
		if state := w.state("alpha"); !state.FailingSince.IsZero() || state.Rows != 1 {
			t.Errorf("%+v", state)
		}
	})
}

// Whatever words a failing provider uses, the failure is stored.
func TestFailuresAreNotedInAnyWords(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, words := range []string{"no\x00\x1b[31m thing", "\xff\xfe broken", strings.Repeat("ไม่", 400)} {
			p := &script{caps: game.Capabilities{Report: game.ReportRounds}, fails: errors.New(words)}
			w, _ := scripted(t, storetest.Open(t, s.Engine()), map[string]*script{"alpha": p})
			if err := read(t.Context(), w.Node); err == nil {
				t.Error("it did not fail")
			}
			reason := w.state("alpha").Reason
			if reason == "" || !utf8.ValidString(reason) || strings.ContainsFunc(reason, unicode.IsControl) ||
				utf8.RuneCountInString(reason) > 300 {
				t.Errorf("%q of %q", reason, words)
			}
		}
	})
}

// A lagging report is complete up to its lag ago; one that was not read to its end is complete up to nothing.
func TestReportedUpTo(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := &script{caps: game.Capabilities{Report: game.ReportRounds, ReportLag: time.Hour}}
		none, part := &script{}, &script{caps: game.Capabilities{Report: game.ReportRounds}}
		w, name := scripted(t, s, map[string]*script{"alpha": p, "blind": none, "half": part})
		part.lists([]game.Played{{Round: ""}})
		if to, err := w.Reports.ReportedUpTo(t.Context(), "alpha"); err != nil || !to.IsZero() {
			t.Errorf("before: %s, %v", to, err)
		}
		_ = read(t.Context(), w.Node) // fails at half
		part.pages = nil
		to, err := w.Reports.ReportedUpTo(t.Context(), "alpha")
		if ago := s.Now().Sub(to); err != nil || ago < time.Hour || ago > time.Hour+time.Minute {
			t.Errorf("whole up to %s ago, %v", ago, err)
		}
		half := row(name["half"], "r1", 1, 1, 0)
		part.lists([]game.Played{half}, []game.Played{{Round: ""}})
		if err := read(t.Context(), w.Node); err == nil {
			t.Error("all was read")
		}
		w.want("half of it", "half", sums{1, 1_00, 0})
		if to, err := w.Reports.ReportedUpTo(t.Context(), "half"); err != nil || !to.IsZero() {
			t.Errorf("half of it was read: %s, %v", to, err)
		}
		if to, err := w.Reports.ReportedUpTo(t.Context(), "blind"); err != nil || !to.IsZero() || len(none.asked) != 0 {
			t.Errorf("it has no report: %s, %v", to, err)
		}
	})
}

// Turnover that a row takes back and reports again is no new play: it adds nothing beyond its earlier versions, until it
// reports more than any of them.
func TestWhatComesBackIsNotPlayedAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		forms := map[string]*script{
			"rounds":   {caps: game.Capabilities{Report: game.ReportRounds}},
			"counters": {caps: game.Capabilities{Report: game.ReportCounters}},
		}
		hook := &told{sums: map[string]sums{}}
		w, names := scripted(t, s, forms, func(n *gametest.Node) { n.Reports.OnPlayed(hook.played) })
		for name, p := range forms {
			for version, turnover := range []money.Credits{500, 300, 0, 500, 400, 600} {
				p.lists([]game.Played{row(names[name], "r1", int64(version+1), turnover, 0)})
			}
		}
		a, err := w.Accounts.Named(t.Context(), "counters", names["counters"])
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error { return w.Accounts.BeginMoveTx(t.Context(), tx, a) }); err != nil {
			t.Fatal(err)
		}
		w.read()
		for name := range forms {
			var turnover, beyond []money.Amount
			for _, added := range hook.all {
				if added.Provider == name {
					turnover, beyond = append(turnover, added.Turnover), append(beyond, added.Beyond)
				}
			}
			if !slices.Equal(turnover, []money.Amount{500_00, -200_00, -300_00, 500_00, -100_00, 200_00}) ||
				!slices.Equal(beyond, []money.Amount{500_00, 0, 0, 0, 0, 100_00}) {
				t.Errorf("%s: %v, of which beyond earlier versions %v", name, turnover, beyond)
			}
		}
	})
}

// A span that the provider no longer lists is skipped, and operators see from when to when, even after the report was
// read to its end. If the commit that moves the cursor fails, nothing of it is stored.
func TestWhatWasMissedIsTold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		day := func(n int) time.Time { return time.Date(2026, 3, n, 0, 0, 0, 0, time.UTC) }
		p := &script{
			caps:   game.Capabilities{Report: game.ReportRounds},
			missed: map[int]game.Span{0: {From: day(3), To: day(5)}, 2: {From: day(8), To: day(9)}},
		}
		hook := &told{sums: map[string]sums{}, fail: 1}
		w, names := scripted(t, s, map[string]*script{"alpha": p}, func(n *gametest.Node) { n.Reports.OnPlayed(hook.played) })
		p.lists([]game.Played{row(names["alpha"], "r1", 1, 1, 0)})
		if err := read(t.Context(), w.Node); err == nil || w.state("alpha").Missed != (game.Span{}) {
			t.Errorf("the commit failed, and %+v is told; %v", w.state("alpha").Missed, err)
		}
		w.read()
		if got := w.state("alpha").Missed; !got.From.Equal(day(3)) || !got.To.Equal(day(5)) {
			t.Errorf("%+v", got)
		}
		p.lists([]game.Played{row(names["alpha"], "r2", 1, 1, 0)}, []game.Played{row(names["alpha"], "r3", 1, 1, 0)})
		w.read()
		state := w.state("alpha")
		if !state.Missed.From.Equal(day(3)) || !state.Missed.To.Equal(day(9)) || !state.FailingSince.IsZero() || state.ReadAt.IsZero() {
			t.Errorf("%+v", state)
		}
		w.want("all that is listed", "alpha", sums{3, 3_00, 0})
	})
}
