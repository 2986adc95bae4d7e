package reconcile_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/reconcile"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
)

// A day on which both sides agree is compared once, and is done.
func TestADayOnWhichBothSidesAgree(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(300))
		n.done(n.game, ledger.LabelWallet, baht(120))
		n.refused(ledger.LabelWallet, n.game, baht(10))
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "lost_reply"})
		n.Unanswered(ledger.LabelWallet, n.game, baht(20))
		n.Settled(member, 20*time.Second)
		n.Outside.Round(n.there, n.name, "1", "2")
		n.pass()
		if list := n.cases(true); len(list) != 0 {
			t.Errorf("cases: %+v", list)
		}
		of := " FROM reconcile_day WHERE provider = '" + n.game + "'"
		made := n.Count("SELECT count(*) FROM transfer WHERE kind LIKE 'game%'")
		if n.Count("SELECT count(*)"+of+" AND state <> 'done'") != 0 ||
			n.Count("SELECT sum(compared)"+of+" AND ours = compared") != made || n.Count("SELECT sum(times)"+of) < 2 {
			t.Errorf("%+v", n.days())
		}
		if n.Count("SELECT count(*) FROM reconcile_day WHERE provider = 'pg' AND method = 'none' AND state = 'done'") == 0 {
			t.Error("a provider that can't be compared is not told of")
		}
	})
}

// A provider that can't be asked is asked again, the day says why, and then it is compared. Others are not delayed.
func TestAProviderThatIsDownIsAskedAgain(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		for _, op := range []string{"check", "list"} {
			n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Op: op, Mode: "down", Count: 1000})
		}
		n.twoNights()
		if s := n.days(); len(n.cases(true)) != 0 || s.Waiting == 0 || n.Count("SELECT max(tries) FROM reconcile_day") == 0 ||
			n.Count("SELECT count(*) FROM reconcile_day WHERE provider = '"+n.game+
				"' AND (reason LIKE '%no answer%' OR reason LIKE '%HTTP 503')") == 0 {
			t.Errorf("%+v, cases %+v, %q", s, n.cases(true), n.text("SELECT max(reason) FROM reconcile_day WHERE provider = '"+n.game+"'"))
		}
		if n.Count("SELECT count(*) FROM reconcile_day WHERE provider = 'joker2' AND state = 'done'") == 0 {
			t.Error("another provider is delayed")
		}
		n.Outside.ClearFaults()
		n.retry()
		n.one(doubt.MissingThere, reference)
	})
}

// A provider that stays down is asked after 10 minutes, then after twice as long each time, and at least every two hours.
func TestAProviderThatStaysDownIsAskedLessOften(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Op: "check", Mode: "down", Count: 1000})
		tries := func() int {
			n.run()
			return n.Count("SELECT COALESCE(sum(tries), 0) FROM reconcile_day WHERE provider = '" + n.game + "'")
		}
		n.clock.Move(26 * time.Hour)
		before := tries()
		for _, minutes := range []int{10, 20, 40, 80, 120, 120} {
			n.clock.Move(time.Duration(minutes)*time.Minute - 30*time.Second)
			if tries() != before {
				t.Errorf("asked again before %d minutes", minutes)
			}
			n.clock.Move(30 * time.Second)
			if before++; tries() != before {
				t.Errorf("not asked again after %d minutes", minutes)
			}
		}
	})
}

// A day that differs is compared again for three nights; then it is left to an operator.
func TestADayThatDiffersIsComparedForThreeNights(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.clock.Move(2 * time.Hour)
		for night := range 7 {
			n.clock.Move(24 * time.Hour)
			n.run()
			times, want := n.Count("SELECT max(times) FROM reconcile_day WHERE provider = '"+n.game+"'"), min(night+1, 4)
			if times != want {
				t.Errorf("night %d: compared %d times, want %d", night, times, want)
			}
		}
		n.one(doubt.MissingThere, reference)
	})
}

// Two nodes take the same days at the same moment: each day is compared once, each case exists once.
func TestDaysOnTwoNodes(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		for range 3 {
			n.Outside.Forget(n.there, n.done(ledger.LabelWallet, n.game, baht(10)))
		}
		n.clock.Move(26 * time.Hour)
		before := n.calls()
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				if _, err := n.node().Run(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if asked := n.calls() - before; asked != 3 {
			t.Errorf("%d questions about three transfers", asked)
		}
		n.pass()
		if list := n.cases(false); len(list) != 3 {
			t.Errorf("%d cases", len(list))
		}
	})
}

// A turn that ends in the middle of a day continues where it was: only the interrupted question is repeated.
func TestADayInSeveralTurns(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		for range 6 {
			n.done(ledger.LabelWallet, n.game, baht(10))
		}
		n.clock.Move(26 * time.Hour)
		n.job = n.nodeWith(reconcile.Settings{Pause: time.Second, MaxRun: 3500 * time.Millisecond})
		before, made := n.calls(), n.Count("SELECT count(*) FROM transfer WHERE kind LIKE 'game%'")
		n.run()
		if asked := n.calls() - before; asked == 0 || asked == made {
			t.Errorf("%d questions about %d transfers in one turn: the test shows nothing", asked, made)
		}
		for range 4 {
			n.run()
		}
		n.clock.Move(24 * time.Hour)
		for range 5 {
			n.run()
		}
		if n.Count("SELECT count(*) FROM reconcile_day WHERE provider = '"+n.game+"' AND state <> 'done'") != 0 ||
			n.Count("SELECT sum(compared) FROM reconcile_day WHERE provider = '"+n.game+"'") != made {
			t.Errorf("%+v", n.days())
		}
		if asked := n.calls() - before; asked != made {
			t.Errorf("%d questions about %d transfers", asked, made)
		}
	})
}

func (n *nights) text(query string) (text string) {
	n.T.Helper()
	if err := n.Store.DB().QueryRowContext(n.T.Context(), query).Scan(&text); err != nil {
		n.T.Fatal(err)
	}
	return text
}

// calls is how often the provider was asked about references.
func (n *nights) calls() int {
	n.T.Helper()
	sum := 0
	for _, c := range n.Outside.Calls() {
		if c.Target == "game:"+n.there && c.Op == "check" {
			sum += c.Calls
		}
	}
	return sum
}

// A day that is not over is compared on demand, and again in its night.
func TestADayThatIsNotOver(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		compare := func(day string) error {
			return n.Store.Write(t.Context(), func(tx *store.Tx) error { return n.job.CompareTx(t.Context(), tx, "", day) })
		}
		first := n.Count("SELECT MIN(created_at) FROM game_account")
		opened := clock.Micros(first).Time().In(clock.Bangkok).Format(time.DateOnly)
		for _, back := range []int{0, 1} { // the transfer may be of the day before by now
			day := n.clock.Now().In(clock.Bangkok).AddDate(0, 0, -back).Format(time.DateOnly)
			if err := compare(day); (err == nil) != (day >= opened) {
				t.Fatalf("%s, with an account of %s: %v", day, opened, err)
			}
		}
		n.run()
		n.one(doubt.MissingThere, reference)
		if n.Count("SELECT count(*) FROM reconcile_day WHERE state = 'open' AND times = 1") == 0 {
			t.Error("a day is done before it is over")
		}
		for _, day := range []string{"2030-01-01", "2016-01-01", "yesterday", ""} {
			if err := compare(day); !fault.Is(err, fault.INVALID_INPUT) {
				t.Errorf("%q: %v", day, err)
			}
		}
		n.pass()
		n.one(doubt.MissingThere, reference)
	})
}

// A day that a node took for over by a clock that was ahead, and compared, is compared again once it is over.
func TestADayThatAWrongClockTookForOver(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		today := n.clock.Now().In(clock.Bangkok).Format(time.DateOnly)
		err := n.Store.Write(t.Context(), func(tx *store.Tx) error {
			if err := n.job.CompareTx(t.Context(), tx, "", today); err != nil {
				return err
			}
			_, err := tx.ExecContext(t.Context(), "UPDATE reconcile_day SET state = 'done', times = 1")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		n.run()
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.clock.Move(26 * time.Hour)
		n.run()
		n.one(doubt.MissingThere, reference)
	})
}

// Days on which no node ran are all compared later, even if an operator had one of them compared before.
func TestDaysOnWhichNoNodeRan(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		const away = 12
		n.clock.Move(26 * time.Hour)
		n.run()
		n.clock.Move(away * 24 * time.Hour)
		yesterday := n.clock.Now().Add(-2*time.Hour).In(clock.Bangkok).AddDate(0, 0, -1).Format(time.DateOnly)
		n.Write(func(tx *store.Tx) error { return n.job.CompareTx(t.Context(), tx, "", yesterday) })
		n.run()
		if days := n.Count("SELECT count(*) FROM reconcile_day WHERE provider = '" + n.game + "'"); days != 1+away {
			t.Errorf("%d days are kept, want %d", days, 1+away)
		}
	})
}

// A provider that answers, but never about one transfer, is asked again the next night; then an operator has to find out.
func TestAnAnswerThatCanNotBeAboutOurs(t *testing.T) {
	t.Parallel()
	eachNight(t, []method{byReference}, func(t *testing.T, n *nights) {
		const other = "LEK0MEMBER00"
		n.Deposit(other, baht(10))
		name := n.Open(other, n.game)
		n.done(ledger.LabelWallet, n.game, baht(30))
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.Outside.Move(n.there, name, "100", reference) // joker's answer names the account
		n.pass()
		n.pass()
		c := n.one(doubt.Unclear, reference)
		if !strings.Contains(c.Evidence.Ours.Note, "match") {
			t.Errorf("%+v", c.Evidence.Ours)
		}
		if err := n.end(c.ID, doubt.ItDidNotMove); err != nil {
			t.Fatal(err)
		}
		n.purse(baht(970))
		n.agree()
	})
}
