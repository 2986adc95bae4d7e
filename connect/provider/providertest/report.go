package providertest

import (
	"maps"
	"net/http"
	"strings"
	"time"

	"krapao/game"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// reading is a report as its reader keeps it: the newest version of each round or counter.
type reading struct {
	*bundle
	reporter game.Reporter
	began    time.Time
	newest   map[string]game.Played
	cursor   string
}

func (b *bundle) reading() (*reading, bool) {
	b.t.Helper()
	reporter, tells := b.Provider.(game.Reporter)
	if tells != (b.Capabilities().Report != game.ReportNone) {
		b.t.Fatalf("its capabilities say that its report is %q, and it has one: %v", b.Capabilities().Report, tells)
	}
	return &reading{
		bundle: b, reporter: reporter, began: time.Now().Add(-time.Minute), newest: map[string]game.Played{},
	}, tells
}

func (r *reading) ask(cursor string) (game.ReportPage, error) {
	q := game.ReportQuery{Cursor: cursor, Since: r.began, Until: time.Now(), Limit: 100}
	if r.Capabilities().Report == game.ReportCounters {
		q.Players = []game.Player{{Username: r.user, First: r.player().First}}
	}
	return r.reporter.Report(r.t.Context(), q)
}

// turn reads to the end, and advances the cursor.
func (r *reading) turn() {
	r.t.Helper()
	moment()
	for range 200 {
		page, err := r.ask(r.cursor)
		if err != nil {
			r.t.Fatalf("from %q: %v", r.cursor, err)
		}
		for _, row := range page.Rows {
			r.keep(row)
		}
		stuck := page.More && page.Next == r.cursor
		if r.cursor = page.Next; stuck {
			r.t.Fatalf("there is more after %q, but it is not reported", r.cursor)
		}
		if !page.More {
			return
		}
	}
	r.t.Fatal("the report has no end")
}

func (r *reading) keep(row game.Played) {
	r.t.Helper()
	if row.Username != r.user {
		r.t.Errorf("a row of %q", row.Username)
	}
	known, seen := r.newest[row.Round]
	switch {
	case row.Round == "" || row.BetAt.IsZero() && row.SettledAt.IsZero():
		r.t.Errorf("a row without a round or a time: %+v", row)
	case seen && known.Version == row.Version &&
		(known.Turnover != row.Turnover || known.Net != row.Net || known.Void != row.Void):
		r.t.Errorf("one version with two values: %+v and %+v", known, row)
	case !seen || row.Version > known.Version:
		r.newest[row.Round] = row
	}
}

func (r *reading) sum() game.Play {
	var sum game.Play
	for _, row := range r.newest {
		if !row.Void {
			sum.Rounds, sum.Turnover, sum.Net = sum.Rounds+row.Count, sum.Turnover+row.Turnover, sum.Net+row.Net
		}
	}
	return sum
}

// reaches reads until the sum is right: a round of this very second may be reported in the next.
func (r *reading) reaches(when string, want game.Play) {
	r.t.Helper()
	if r.subject.Uncounted {
		want.Rounds = 0
	}
	for until := time.Now().Add(patience); ; pass(time.Second) {
		r.turn()
		got := r.sum()
		if got == want {
			return
		}
		if time.Now().After(until) {
			r.t.Fatalf("%s: %+v, want %+v", when, got, want)
		}
	}
}

// report: play is reported once per version, from the cursor on, and again from the same cursor.
func report(b *bundle) {
	r, tells := b.reading()
	if !tells {
		return
	}
	b.fund(1000 * money.Credit)
	r.reaches("nothing was played", game.Play{})
	begin := r.cursor
	b.outside.Round(b.subject.Code, b.user, "10", "0")
	b.outside.Round(b.subject.Code, b.user, "10", "2.5")
	b.outside.Round(b.subject.Code, b.user, "10", "20")
	want := game.Play{Rounds: 3, Turnover: 30 * money.Credit, Net: -7*money.Credit - 5000}
	r.reaches("three rounds", want)
	left := r.cursor
	r.cursor = begin // rows that were not stored are reported again
	if b.Capabilities().Report == game.ReportRounds && !r.subject.Forgets {
		r.newest = map[string]game.Played{}
	}
	r.reaches("from an old cursor", want)
	r.cursor = left
	b.outside.Round(b.subject.Code, b.user, "5", "1")
	want.Rounds, want.Turnover, want.Net = 4, 35*money.Credit, want.Net-4*money.Credit
	r.reaches("one more", want)
	if r.subject.Voids {
		b.outside.Void(b.subject.Code, b.user)
		r.reaches("the last is void", game.Play{Rounds: 3, Turnover: 30 * money.Credit, Net: -7*money.Credit - 5000})
	}
}

// reportLate: a round that is listed late is reported once it is listed, even if the report was read on meanwhile.
func reportLate(b *bundle) {
	r, tells := b.reading()
	if !tells {
		return
	}
	b.fund(100 * money.Credit)
	b.outside.Round(b.subject.Code, b.user, "10", "4")
	r.reaches("one round", game.Play{Rounds: 1, Turnover: 10 * money.Credit, Net: -6 * money.Credit})
	b.outside.AddFault(sandboxtest.Fault{
		Target: "game:" + b.subject.Code, Op: "report", Mode: "late_apply", Count: 1000, DelayMS: int(time.Hour / time.Millisecond),
	})
	b.outside.Round(b.subject.Code, b.user, "5", "1")
	for range 2 {
		r.turn()
	}
	if got := r.sum(); got.Turnover > 10*money.Credit {
		b.t.Errorf("the second is not listed yet: %+v", got)
	}
	b.outside.ClearFaults()
	r.reaches("the second is listed", game.Play{Rounds: 2, Turnover: 15 * money.Credit, Net: -10 * money.Credit})
}

// reportFaults: a report that can't be read is an error and never an empty report, which would skip its rows.
func reportFaults(b *bundle) {
	r, tells := b.reading()
	if !tells {
		return
	}
	b.fund(100 * money.Credit)
	b.outside.Round(b.subject.Code, b.user, "10", "4")
	for _, mode := range append(silent, "refuse") {
		b.fault("report", mode, 0)
		page, err := r.ask("")
		if err == nil {
			b.t.Errorf("%s: %+v", mode, page)
			continue
		}
		b.quiet(err.Error())
	}
	r.reaches("after the faults", game.Play{Rounds: 1, Turnover: 10 * money.Credit, Net: -6 * money.Credit})
	answers := map[string]http.HandlerFunc{
		"Page404": page(http.StatusNotFound, "404 page not found"), "Page502": page(http.StatusBadGateway, "<h1>Bad Gateway</h1>"),
		"Page200": page(http.StatusOK, "<!doctype html><h1>Welcome</h1>"),
		"Empty":   page(http.StatusOK, ""), "EmptyJSON": page(http.StatusOK, "{}"),
		"Null": page(http.StatusOK, "null"), "Array": page(http.StatusOK, "[]"),
		"Endless": page(http.StatusOK, strings.Repeat(" ", 2<<20)+"{}"),
	}
	maps.Copy(answers, nowhere())
	for name, answer := range answers {
		p, _ := b.subject.New(b.outside.Beside(name+".test", answer), b.settings(1000)).(game.Reporter)
		lost := &reading{bundle: b, reporter: p, began: r.began}
		if page, err := lost.ask(""); err == nil {
			b.t.Errorf("%s: %+v", name, page)
		}
	}
}

// reportApart: failing reports do not open the circuit breaker of the provider, and are not observed as its failures.
func reportApart(b *bundle) {
	if _, tells := b.reading(); !tells {
		return
	}
	b.fund(money.Credit)
	told := 0
	settings := b.settings(2)
	settings.Observe = func(time.Duration, error, bool) { told++ }
	p := b.subject.New(b.outside.URL, settings)
	reporter, _ := p.(game.Reporter)
	lost := &reading{bundle: b, reporter: reporter, began: time.Now().Add(-time.Minute)}
	for range 3 {
		b.fault("report", "down", 0)
		if page, err := lost.ask(""); err == nil {
			b.t.Errorf("%+v", page)
		}
		b.outside.ClearFaults()
	}
	if _, err := p.Balance(b.t.Context(), b.player()); err != nil {
		b.t.Errorf("after failing reports: %v", err)
	}
	if told == 0 || told > 3 {
		b.t.Errorf("%d calls were observed, and one balance was read", told)
	}
}
