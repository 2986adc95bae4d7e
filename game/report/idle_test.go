package report_test

import (
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// quiet lets the time pass until nothing was written for a minute.
func quiet(t *testing.T, s *store.Store) {
	t.Helper()
	gametest.Pass(time.Minute + time.Second)
	if !s.Quiet() {
		t.Fatal("something is written")
	}
}

// notes is how often it was written down that a provider's own report was read.
func (w *world) notes(source string) (n int) {
	w.T.Helper()
	const query = `SELECT turn FROM game_report WHERE source = $1`
	if err := w.Store.DB().QueryRowContext(w.T.Context(), query, source).Scan(&n); err != nil {
		w.T.Fatal(err)
	}
	return n
}

// While nothing is written, a report that has nothing new is read as ever, and that is written down every five minutes only. It
// wakes no job. What is played then is stored at once.
func TestAReportThatHasNothingNewIsHardlyWrittenDown(t *testing.T) {
	t.Parallel()
	for _, form := range []game.ReportForm{game.ReportRounds, game.ReportCounters} {
		t.Run(string(form), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				alpha := &script{caps: game.Capabilities{Report: form}}
				w, names := scripted(t, s, map[string]*script{"alpha": alpha})
				w.use("alpha", names["alpha"], s.Now())
				alpha.lists([]game.Played{row(names["alpha"], "r1", 1, 5, 0)})
				w.read()
				quiet(t, s)
				made, asked := w.notes("alpha"), len(alpha.asked)
				const reads = 60
				for range reads {
					w.read()
					gametest.Pass(10 * time.Second)
				}
				if got := len(alpha.asked) - asked; got < reads {
					t.Errorf("it was asked %d times", got)
				}
				if n := w.notes("alpha") - made; n < 1 || n > 3 || !s.Quiet() {
					t.Errorf("%d notes in ten minutes, quiet %v", n, s.Quiet())
				}
				if old := time.Since(w.state("alpha").ReadAt); old > 6*time.Minute {
					t.Errorf("it is known to be read %s ago", old)
				}
				alpha.lists([]game.Played{row(names["alpha"], "r2", 1, 7, 0)})
				w.read()
				if got, _ := w.sums("alpha"); got.rounds != 2 {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// A counter that grew has grown since it was last read, also where that reading was not written down.
func TestAReadingThatIsNotWrittenDownCounts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hook := &told{sums: map[string]sums{}}
		alpha := &script{caps: game.Capabilities{Report: game.ReportCounters}}
		w, names := scripted(t, s, map[string]*script{"alpha": alpha}, func(n *gametest.Node) { n.Reports.OnPlayed(hook.played) })
		w.use("alpha", names["alpha"], s.Now())
		gametest.Pass(time.Second)
		w.read()
		quiet(t, s)
		made := w.notes("alpha")
		w.read()
		if w.notes("alpha") != made {
			t.Fatal("it was written down")
		}
		last := s.Now()
		gametest.Pass(10 * time.Second)
		alpha.lists([]game.Played{counter(names["alpha"], "2026-01-02", s.Now(), 5)})
		w.read()
		if grown := hook.all[len(hook.all)-1]; grown.Since.Before(last.Add(-time.Second)) {
			t.Errorf("it grew since %s, and was read at %s", grown.Since, last)
		}
	})
}

// An account that is opened in the quiet is read at the next turn, though there was none before.
func TestTheFirstAccountInTheQuiet(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		w.read()
		quiet(t, s)
		w.read()
		before := s.Statements()
		w.read()
		if more := s.Statements() - before; more != 0 {
			t.Errorf("%d statements where there was no account a minute ago", more)
		}
		a := w.account("joker2", 100)
		w.Outside.Round("joker2", a.Username, "10", "4")
		w.read()
		if got, _ := w.sums("joker2"); got.rounds != 1 {
			t.Errorf("%+v", got)
		}
	})
}
