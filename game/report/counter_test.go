package report_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// counted is a provider of counters that records whom it was asked about, and refuses to report on one account.
type counted struct {
	script
	refuses string
	about   []string
}

var counting = game.Capabilities{Step: money.Credit / 100, Report: game.ReportCounters}

func (c *counted) Report(_ context.Context, q game.ReportQuery) (game.ReportPage, error) {
	gametest.Pass(c.takes)
	page := game.ReportPage{Next: "later"}
	for _, player := range q.Players {
		c.about = append(c.about, player.Username)
		if player.Username == c.refuses {
			continue
		}
		r := row(player.Username, player.Username+"/2026-01-02", int64(clock.MicrosOf(q.Until)), 1, 0)
		page.Rows = append(page.Rows, r)
	}
	if len(page.Rows) == 0 {
		return game.ReportPage{}, game.ErrRefused
	}
	return page, nil
}

// newCounted is a world with many accounts, k000 and so on, at a provider of counters.
func newCounted(t *testing.T, s *store.Store, p *counted, accounts int) *world {
	t.Helper()
	w := newWorld(t, s)
	w.Node = gametest.New(t, s, w.Ledger, map[string]game.Connection{"alpha": {Provider: p}}, game.Timeouts{Call: gametest.CallTime})
	if _, err := w.Apply(`[{"code": "alpha", "name": "Alpha", "category": "slot", "family": "script"}]`); err != nil {
		t.Fatal(err)
	}
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		for n := range accounts {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO game_account
				(id, member, provider, username, factor, state, password, next_password, password_due, residue,
				outstanding, read_at, changed_at, fell_at, launched_at, result, turns, created_at, active_at)
				VALUES ($1, $1, 'alpha', $1, '1', 'active', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, $2, $2)`,
				fmt.Sprintf("k%03d", n), clock.MicrosOf(tx.Now))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// If a turn has no time for all accounts, the next one continues where it ended. The report is read to its end once the
// last account was requested.
func TestManyCountersTakeSeveralTurns(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const accounts = 250
		p := &counted{script: script{caps: counting, takes: 300 * time.Millisecond}}
		w := newCounted(t, s, p, accounts)
		turns := 0
		for w.state("alpha").ReadAt.IsZero() {
			if turns++; turns > 400 {
				t.Fatalf("after 400 turns %d accounts were asked about", len(p.about))
			}
			// Time for one batch: with less than three calls left no more are requested.
			turn, end := context.WithTimeout(t.Context(), 3*gametest.CallTime+p.takes-1)
			if err := read(turn, w.Node); err != nil {
				t.Fatal(err)
			}
			end()
		}
		asked := slices.Compact(slices.Sorted(slices.Values(p.about)))
		if turns < 3 || len(p.about) != accounts || len(asked) != accounts {
			t.Errorf("%d turns asked %d times about %d accounts", turns, len(p.about), len(asked))
		}
		if rows := w.state("alpha").Rows; rows != accounts {
			t.Errorf("%d rows", rows)
		}
	})
}

// An account that the provider refuses to report on is never requested alone if there are others, so it blocks nobody's
// counters.
func TestTheLastAccountIsNotAskedForAlone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const accounts = 101
		p := &counted{script: script{caps: counting}, refuses: "k100"}
		w := newCounted(t, s, p, accounts)
		w.read()
		if state := w.state("alpha"); state.Rows != accounts-1 || state.ReadAt.IsZero() {
			t.Errorf("%+v", state)
		}
	})
}
