package reconcile_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/reconcile"
	"krapao/reconcile/internal/reconciledb"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt"
)

// listing is a provider whose real list the test can change.
type listing struct {
	game.Provider
	game.Lister

	mu sync.Mutex
	// by, if set, answers instead of the list.
	by func(ctx context.Context, q game.ListQuery, list game.Lister) (game.ListPage, error)
}

func (l *listing) Transfers(ctx context.Context, q game.ListQuery) (game.ListPage, error) {
	l.mu.Lock()
	by := l.by
	l.mu.Unlock()
	if by == nil {
		return l.Lister.Transfers(ctx, q)
	}
	return by(ctx, q, l.Lister)
}

func (l *listing) answers(by func(context.Context, game.ListQuery, game.Lister) (game.ListPage, error)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.by = by
}

// eachListed is eachNight with a list that the test can hold back.
func eachListed(t *testing.T, test func(t *testing.T, n *nights, l *listing)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		l := &listing{}
		n := newNights(t, byList, engine, nil, func(all map[string]game.Connection) {
			c := all["betflix"]
			l.Provider, l.Lister = c.Provider, c.Provider.(game.Lister) //nolint:forcetypeassert // it has a list
			c.Provider = l
			all["betflix"] = c
		})
		test(t, n, l)
	})
}

// A list that says there is more and repeats itself is not read for ever.
func TestAListThatGoesRoundInCircles(t *testing.T) {
	t.Parallel()
	eachListed(t, func(t *testing.T, n *nights, l *listing) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		pages := 0
		l.answers(func(_ context.Context, q game.ListQuery, _ game.Lister) (game.ListPage, error) {
			pages++
			return game.ListPage{Next: q.Cursor, More: true}, nil
		})
		n.clock.Move(26 * time.Hour)
		n.run()
		if reason := n.reason(); pages != 1 || !strings.Contains(reason, "does not go on") {
			t.Errorf("%d pages, %q", pages, reason)
		}
		l.answers(nil)
		n.retry()
		n.pass()
		if n.openDays() != 0 || len(n.cases(true)) != 0 {
			t.Errorf("%+v, cases %+v", n.days(), n.cases(true))
		}
	})
}

// A day of which no part fits into a turn has a reason, and is tried again ever less often; it does not use turn after
// turn in silence.
func TestATurnThatIsNotEnoughForAnything(t *testing.T) {
	t.Parallel()
	eachListed(t, func(t *testing.T, n *nights, l *listing) {
		reference := n.done(ledger.LabelWallet, n.game, baht(100))
		n.Outside.Forget(n.there, reference)
		n.job = n.nodeWith(reconcile.Settings{Pause: time.Millisecond, MaxRun: callTime})
		l.answers(func(ctx context.Context, _ game.ListQuery, _ game.Lister) (game.ListPage, error) {
			<-ctx.Done()
			return game.ListPage{}, ctx.Err()
		})
		n.clock.Move(26 * time.Hour)
		n.run()
		tries := n.Count("SELECT max(tries) FROM reconcile_day WHERE provider = '" + n.game + "'")
		if s := n.days(); tries == 0 || !strings.Contains(n.reason(), "not enough") {
			t.Errorf("%+v, %q", s, n.reason())
		}
		l.answers(nil)
		n.job = n.node()
		n.retry()
		n.pass()
		n.one(doubt.MissingThere, reference)
	})
}

// A run that is about to end begins no turn: it would be cut off, and the day blocked by a lease that nobody uses.
func TestNoTurnIsBegunWithoutTimeForIt(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		n.clock.Move(26 * time.Hour)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		ended, err := n.job.Run(ctx) // a turn may take 8 minutes
		if err != nil || ended != 0 || n.Count("SELECT count(*) FROM reconcile_day WHERE state <> 'open' OR due_at > updated_at") != 0 {
			t.Errorf("%d days, %v: %+v", ended, err, n.days())
		}
		n.run()
		if n.Count("SELECT count(*) FROM reconcile_day WHERE state = 'done'") == 0 {
			t.Errorf("%+v", n.days())
		}
	})
}

// reason returns why the provider's newest day is not compared.
func (n *nights) reason() string {
	n.T.Helper()
	return n.text("SELECT COALESCE(max(reason), '') FROM reconcile_day WHERE provider = '" + n.game + "'")
}

// openDays is how many of the provider's days are not compared to the end.
func (n *nights) openDays() int {
	n.T.Helper()
	return n.Count("SELECT count(*) FROM reconcile_day WHERE state = 'open' AND provider = '" + n.game + "'")
}

// A transfer that was settled days later was perhaps made then, and is in the list at that time.
func TestTheListIsReadUntilTheDayWasSettled(t *testing.T) {
	t.Parallel()
	eachListed(t, func(t *testing.T, n *nights, l *listing) {
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Op: "check", Mode: "down", Count: 100_000})
		n.Outside.AddFault(sandboxtest.Fault{Target: "game:" + n.there, Mode: "lost_reply"})
		n.Unanswered(ledger.LabelWallet, n.game, baht(100))
		n.twoNights()
		n.Outside.ClearFaults()
		n.Settled(member, 20*time.Second)
		settled := n.clock.Now()
		var to time.Time
		l.answers(func(ctx context.Context, q game.ListQuery, list game.Lister) (game.ListPage, error) {
			if q.To.After(to) {
				to = q.To
			}
			return list.Transfers(ctx, q)
		})
		n.pass()
		if to.Before(settled.Add(-time.Minute)) || len(n.cases(true)) != 0 {
			t.Errorf("settled by %s, the list was read until %s; cases: %+v", settled, to, n.cases(true))
		}
	})
}

// An index finds what a comparison looks up for each transfer and each account, and what the gauges count, however much
// is stored: no step reads a whole table, or all rows of a provider.
func TestComparingReadsByIndex(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		ask   func(ctx context.Context, q *reconciledb.Queries) error
		steps []string
	}{
		"cases of a transfer": {func(ctx context.Context, q *reconciledb.Queries) error {
			_, err := q.CasesOfTransfer(ctx, "a", 1)
			return err
		}, []string{"reconcile_case_transfer (transfer=?)"}},
		"accounts played": {func(ctx context.Context, q *reconciledb.Queries) error {
			_, err := q.AccountsPlayed(ctx, reconciledb.AccountsPlayedParams{Provider: "a", Until: 1, Most: 1})
			return err
		}, []string{
			"game_account_username (provider=? AND username>?)", "game_play_account (provider=? AND username=?)",
			"game_doubt_account (provider=? AND username=?)", "reconcile_case_account (provider=? AND username=?)",
		}},
		"cases of an account": {func(ctx context.Context, q *reconciledb.Queries) error {
			_, err := q.OpenUnexplained(ctx, "a", "b")
			return err
		}, []string{"reconcile_case_account (provider=? AND username=? AND kind=?)"}},
		"doubts by provider": {func(ctx context.Context, q *reconciledb.Queries) error {
			_, err := q.DoubtsByProvider(ctx)
			return err
		}, []string{"game_doubt_state (state=?)", "game_doubt_check (check_at>?)"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			planner := storetest.NewPlanner(storetest.Open(t, store.SQLite))
			if err := tc.ask(t.Context(), reconciledb.New(planner)); !errors.Is(err, storetest.ErrPlanned) {
				t.Fatal(err)
			}
			for _, step := range tc.steps {
				if !strings.Contains(planner.Plan, step) {
					t.Errorf("no step %q in:\n%s", step, planner.Plan)
				}
			}
		})
	}
}
