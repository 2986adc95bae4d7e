package report_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/connect/provider/joker"
	"krapao/game"
	"krapao/game/gametest"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox"
)

// A provider that lists rounds and one that only has counters.
const reported = `[
	{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker"},
	{"code": "askmebet", "name": "AskMeBet", "category": "sport", "family": "amb", "factor": "10"}
]`

// world is a world of reports and what they add up to.
type world struct{ *gametest.World }

func newWorld(t *testing.T, s *store.Store) *world {
	t.Helper()
	return &world{gametest.NewWorld(t, s)}
}

// newReported is a world whose reports are read by w.Node.
func newReported(t *testing.T, s *store.Store) *world {
	t.Helper()
	w := newWorld(t, s)
	w.Node = w.node()
	if _, err := w.Apply(reported); err != nil {
		t.Fatal(err)
	}
	return w
}

// node is another program on the same store, with connections of its own.
func (w *world) node() *gametest.Node {
	w.T.Helper()
	client := w.Outbound()
	credentials := sandbox.DemoCredentials()
	return gametest.New(w.T, w.Store, w.Ledger, map[string]game.Connection{
		"joker2": {Family: "joker", Provider: joker.New(joker.Config{
			BaseURL: w.Outside.URL + "/games/joker2/joker", LaunchURL: w.Outside.URL + "/lobby/joker2",
			AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Terms: provider.Terms{Outbound: client},
		})},
		"askmebet": {Family: "amb", Provider: amb.New(amb.Config{
			BaseURL: w.Outside.URL + "/games/askmebet/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret,
			Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough, Terms: provider.Terms{Outbound: client},
		})},
	}, game.Timeouts{Call: gametest.CallTime})
}

// read takes one turn at each report of a node, a moment after what was played.
func read(ctx context.Context, s *gametest.Node) error {
	gametest.Pass(time.Millisecond)
	var errs []error
	for _, task := range s.Reports.Tasks() {
		errs = append(errs, task.Run(ctx))
	}
	return errors.Join(errs...)
}

func (w *world) read() {
	w.T.Helper()
	if err := read(w.T.Context(), w.Node); err != nil {
		w.T.Error(err)
	}
}

// account opens an account with credits on both sides.
func (w *world) account(code string, credits int64) game.Account {
	w.T.Helper()
	username := w.Open(code).Username
	a, err := w.Accounts.Named(w.T.Context(), code, username)
	if err != nil {
		w.T.Fatal(err)
	}
	player, err := w.Accounts.Player(w.T.Context(), a)
	if err != nil {
		w.T.Fatal(err)
	}
	m := game.Move{Reference: "0000000000" + id.Lower(5), Player: player, Credits: money.Credits(credits) * money.Credit}
	if o := w.Provider(code).Move(w.T.Context(), m); o.Kind != game.Done {
		w.T.Fatalf("%+v", o)
	}
	if _, err := w.Balances.Confirm(w.T.Context(), a); err != nil { // found changed: its counters are worth asking for
		w.T.Fatal(err)
	}
	return a
}

// sums are what the member played, by provider: the rounds, and baht.
type sums struct {
	rounds        int
	turnover, net money.Amount
}

func (w *world) sums(provider string) (got sums, rows int) {
	w.T.Helper()
	now := w.Store.Now()
	list, err := w.Reports.Played(w.T.Context(), gametest.Member, now.Add(-time.Hour), now.Add(time.Hour))
	if err != nil {
		w.T.Fatal(err)
	}
	var play game.Play
	factor := money.MustFactor("1")
	for _, p := range list {
		if p.Provider == provider {
			play.Rounds, play.Turnover, play.Net = play.Rounds+p.Count, play.Turnover+p.Turnover, play.Net+p.Net
			factor = p.Factor
			rows++
		}
	}
	return sums{play.Rounds, play.Turnover.Baht(factor), play.Net.Baht(factor)}, rows
}

func (w *world) want(when, provider string, want sums) {
	w.T.Helper()
	if got, _ := w.sums(provider); got != want {
		w.T.Errorf("%s, %s: %+v, want %+v", when, provider, got, want)
	}
}

// Play is stored once, whatever is listed again: by the next turn, by a node that starts anew, or by a cursor that was
// behind. Play that is taken back is taken out again.
func TestReportsAreKeptOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		slots, sport := w.account("joker2", 100), w.account("askmebet", 100)
		w.read()
		w.want("before", "joker2", sums{})
		for _, a := range []game.Account{slots, sport} {
			w.Outside.Round(a.Provider, a.Username, "10", "0")
			w.Outside.Round(a.Provider, a.Username, "0.5", "2.25")
		}
		for range 3 {
			w.read()
			w.want("two rounds", "joker2", sums{2, 10_50, -8_25})
			w.want("two rounds", "askmebet", sums{2, 105_00, -82_50})
		}
		now := s.Now()
		list, err := w.Reports.Played(t.Context(), gametest.Member, now.Add(-time.Hour), now.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			slot := p.Category == game.CategorySlot && p.Play == game.PlaySlot && !p.Counter && p.Factor.String() == "1"
			sport := p.Category == game.CategorySport && p.Play == game.PlaySport && p.Counter && p.Factor.String() == "10"
			if p.Provider == "joker2" && !slot || p.Provider == "askmebet" && !sport {
				t.Errorf("%+v", p)
			}
		}
		later, err := w.Reports.Played(t.Context(), gametest.Member, now.Add(time.Minute), now.Add(time.Hour))
		if err != nil || len(later) != 0 {
			t.Errorf("later: %+v, %v", later, err)
		}
		if _, rows := w.sums("joker2"); rows != 2 {
			t.Errorf("%d rows for two rounds", rows)
		}
		if _, rows := w.sums("askmebet"); rows != 1 {
			t.Errorf("%d rows for one reading of a counter", rows)
		}
		w.Node = w.node() // after a restart
		for _, a := range []game.Account{slots, sport} {
			w.Outside.Round(a.Provider, a.Username, "1", "1")
		}
		w.read()
		w.want("three rounds", "joker2", sums{3, 11_50, -8_25})
		w.want("three rounds", "askmebet", sums{3, 115_00, -82_50})
		w.Outside.Void("askmebet", sport.Username)
		w.read()
		w.want("one is void", "askmebet", sums{2, 105_00, -82_50})
	})
}

// Nodes that read at the same moment store every round once, and lose none.
func TestNodesAtOnceKeepOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		slots, sport := w.account("joker2", 100), w.account("askmebet", 100)
		nodes := []*gametest.Node{w.Node, w.node(), w.node()}
		for range 6 {
			w.Outside.Round("joker2", slots.Username, "1", "3")
			w.Outside.Round("askmebet", sport.Username, "2", "1")
			var wait sync.WaitGroup
			for _, node := range nodes {
				wait.Go(func() {
					if err := read(t.Context(), node); err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
		}
		w.read()
		w.want("six rounds", "joker2", sums{6, 6_00, 12_00})
		w.want("six rounds", "askmebet", sums{6, 120_00, -60_00})
	})
}

// told are the calls of OnPlayed's function in committed transactions, by provider.
type told struct {
	mu   sync.Mutex
	sums map[string]sums
	all  []report.Added
	fail int // so many calls fail, and take their commit with them
}

func (p *told) played(_ context.Context, tx *store.Tx, list []report.Added) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail > 0 {
		p.fail--
		return errors.New("the commit fails")
	}
	for _, added := range list {
		if added.Member != gametest.Member {
			return errors.New("another member's")
		}
	}
	tx.AfterCommit(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, added := range list {
			was := p.sums[added.Provider]
			p.sums[added.Provider] = sums{0, was.turnover + added.Turnover, was.net + added.Net}
			p.all = append(p.all, added)
		}
	})
	return nil
}

// A failed commit leaves the cursor where it was: the same rows come again, and are reported once.
func TestAFailedCommitLosesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hook := &told{sums: map[string]sums{}}
		w := newReported(t, s)
		w.Reports.OnPlayed(hook.played)
		slots, sport := w.account("joker2", 1000), w.account("askmebet", 1000)
		for n := range 8 {
			w.Outside.Round("joker2", slots.Username, "10", "4")
			w.Outside.Round("askmebet", sport.Username, "10", "4")
			hook.fail = n % 3
			if err := read(t.Context(), w.Node); (err != nil) != (n%3 > 0) {
				t.Errorf("%d: %v", n, err)
			}
		}
		hook.fail = 0
		w.read()
		w.want("eight rounds", "joker2", sums{8, 80_00, -48_00})
		w.want("eight rounds", "askmebet", sums{8, 800_00, -480_00})
		if hook.sums["joker2"] != (sums{0, 80_00, -48_00}) || hook.sums["askmebet"] != (sums{0, 800_00, -480_00}) {
			t.Errorf("told: %+v", hook.sums)
		}
		states, err := w.Reports.States(t.Context())
		if err != nil || len(states) != 2 || states[1].Rows != 8 || !states[1].FailingSince.IsZero() {
			t.Errorf("%+v, %v", states, err)
		}
	})
}

// A report that hangs, or answers nonsense, delays no other. Operators see since when and why, and it continues where it
// was when it answers again.
func TestAReportThatFailsDelaysNoOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		slots, sport := w.account("joker2", 100), w.account("askmebet", 100)
		w.read()
		for _, mode := range []string{"timeout", "garbage"} {
			for range 40 {
				w.Fault("joker2", "report", mode)
			}
		}
		run, stop := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		defer wait.Wait()
		defer stop()
		wait.Go(func() { settle.Every(run, s, slog.New(slog.DiscardHandler), w.Reports.Tasks()...) })
		w.Outside.Round("joker2", slots.Username, "10", "0")
		w.Outside.Round("askmebet", sport.Username, "10", "0")
		w.Until("the other is read", func() bool { got, _ := w.sums("askmebet"); return got.turnover == 100_00 })
		w.Until("the failure is told", func() bool {
			state := w.state("joker2")
			return !state.FailingSince.IsZero() && state.Reason != ""
		})
		if w.want("it hangs", "joker2", sums{}); !w.state("askmebet").FailingSince.IsZero() {
			t.Errorf("%+v", w.state("askmebet"))
		}
		before, err := w.Reports.ReportedUpTo(t.Context(), "joker2")
		if err != nil {
			t.Fatal(err)
		}
		w.Outside.ClearFaults()
		w.Until("it goes on", func() bool { got, _ := w.sums("joker2"); return got.turnover == 10_00 })
		w.Until("it is well", func() bool { return w.state("joker2").FailingSince.IsZero() && w.state("joker2").Reason == "" })
		if after := w.state("joker2").ReportedTo; !after.After(before) {
			t.Errorf("reported up to %s, then %s", before, after)
		}
	})
}

// A slow report that is far behind is read in turns of two minutes. Each lists what was played before it began, so after
// the last one nothing is missing that is older than that turn.
func TestAReportFarBehindIsReadInTurns(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := &script{caps: game.Capabilities{Report: game.ReportRounds}, takes: 25 * time.Second}
		w, names := scripted(t, s, map[string]*script{"alpha": p})
		const pages = 10 // four minutes and ten seconds
		for n := range pages {
			p.lists([]game.Played{row(names["alpha"], strconv.Itoa(n), 1, 1, 0)})
		}
		run, stop := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		defer wait.Wait()
		defer stop()
		wait.Go(func() { settle.Every(run, s, slog.New(slog.DiscardHandler), w.Reports.Tasks()...) })
		w.Until("it is read to its end", func() bool { return !w.state("alpha").ReadAt.IsZero() })
		state := w.state("alpha")
		if old := time.Since(state.ReportedTo); state.Rows != pages || !state.FailingSince.IsZero() || old > 2*time.Minute {
			t.Errorf("read to its end, it tells of %s ago: %+v", old, state)
		}
	})
}

func (w *world) state(provider string) report.State {
	w.T.Helper()
	states, err := w.Reports.States(w.T.Context())
	if err != nil {
		w.T.Fatal(err)
	}
	for _, state := range states {
		if state.Provider == provider {
			return state
		}
	}
	return report.State{}
}

// An account without activity for two days is not requested; a transfer to it makes it worth requesting.
func TestOnlyAccountsInUseAreAskedAbout(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newReported(t, s)
		a := w.account("askmebet", 100)
		if err := w.forget(a); err != nil {
			t.Fatal(err)
		}
		w.Outside.Round("askmebet", a.Username, "10", "0")
		w.read()
		w.want("not in use", "askmebet", sums{})
		err := s.Write(t.Context(), func(tx *store.Tx) error { return w.Accounts.BeginMoveTx(t.Context(), tx, a) })
		if err != nil {
			t.Fatal(err)
		}
		w.read()
		w.want("in use", "askmebet", sums{1, 100_00, -100_00})
	})
}

// forget puts an account's last activity three days back.
func (w *world) forget(a game.Account) error {
	return w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.T.Context(), `UPDATE game_account SET active_at = $1 WHERE id = $2`,
			clock.MicrosOf(tx.Now.Add(-72*time.Hour)), a.ID)
		return err
	})
}
