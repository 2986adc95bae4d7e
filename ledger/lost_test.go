package ledger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// plays gives a member a game account at a provider, as its area does.
func (b *bundle) plays(member, provider, username string) ledger.Account {
	b.t.Helper()
	account := ledger.Game(provider, username)
	b.open(account)
	err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), `INSERT INTO game_account (id, member, provider, username, factor, state,
			password, next_password, password_due, residue, outstanding, read_at, changed_at,
			fell_at, launched_at, result, turns, created_at)
			VALUES ($1, $2, $3, $4, '1', 'active', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`, provider+username, member, provider, username)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return account
}

// lost returns a member's losses since an instant, read both ways.
func (b *bundle) lost(member string, since time.Time) (lost money.Amount) {
	b.t.Helper()
	shown, err := b.figures().Lost(context.Background(), member, since)
	if err != nil {
		b.t.Fatal(err)
	}
	err = b.s.Write(context.Background(), func(tx *store.Tx) (err error) {
		lost, err = b.figures().LostTx(context.Background(), tx, member, since)
		return err
	})
	if err != nil || lost != shown {
		b.t.Fatalf("%s, and in a transaction %s: %v", shown, lost, err)
	}
	return lost
}

// TestLostOfAPeriod: the results of all of a member's games since an instant (inclusive), less the house's credits that were not
// taken back. Nothing of other members, and no other transfer.
func TestLostOfAPeriod(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Date(2026, 11, 29, 17, 0, 0, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		b := setup(t, s)
		const baht = money.Baht
		wallet, house, result := ledger.Wallet(nok), ledger.Capital, ledger.GameResult("joker")
		joker, pg, other := b.plays(nok, "joker", "n1"), b.plays(nok, "pg", "n2"), b.plays(lek, "joker", "l1")
		b.deposit(nok, 1000*baht)
		b.deposit(lek, 1000*baht)
		b.moved("game_in", wallet, joker, 400*baht)
		b.moved("game_in", wallet, pg, 400*baht)
		b.moved("game_in", ledger.Wallet(lek), other, 400*baht)
		b.moved("game_result", joker, result, 100*baht)
		b.moved("bonus", house, wallet, 7*baht)
		now.Advance(time.Hour)
		since := now.Now()
		if got := b.lost(nok, since); got != 0 {
			t.Errorf("nothing since: %s", got)
		}
		for _, step := range []struct {
			what     string
			kind     ledger.Kind
			from, to ledger.Account
			amount   money.Amount
			want     money.Amount
		}{
			{"lost", "game_result", joker, result, 50 * baht, 50 * baht},
			{"won", "game_result", result, joker, 20 * baht, 30 * baht},
			{"lost at another", "game_result", pg, result, 45 * baht, 75 * baht},
			{"somebody else lost", "game_result", other, result, 99 * baht, 75 * baht},
			{"into a game", "game_in", wallet, joker, 10 * baht, 75 * baht},
			{"out of a game", "game_out", pg, wallet, 10 * baht, 75 * baht},
			{"given", "bonus", house, wallet, 30 * baht, 45 * baht},
			{"taken back", "finish_bonus", wallet, house, 10 * baht, 55 * baht},
			{"undone", "bonus_undone", wallet, house, 5 * baht, 60 * baht},
		} {
			b.moved(step.kind, step.from, step.to, step.amount)
			if got := b.lost(nok, since); got != step.want {
				t.Errorf("%s: %s, not %s", step.what, got, step.want)
			}
			now.Advance(time.Minute)
		}
		id := b.reserved("finish_bonus", wallet, house, baht)
		b.settled(b.Void, ledger.Settlement{ID: id})
		if got := b.lost(nok, since); got != 60*baht {
			t.Errorf("an end at which nothing went back: %s", got)
		}
		if got := b.lost(nok, since.Add(-time.Hour)); got != 153*baht {
			t.Errorf("with the hour before: %s", got)
		}
		if got := b.lost(lek, since); got != 99*baht {
			t.Errorf("somebody else: %s", got)
		}
	})
}

// A limit on losses reads this in the commit of each transfer into a game. It uses an index, however many rows the books have.
func TestLostReadsByIndex(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.SQLite)
	for index, query := range map[string]string{
		"transfer_result_debit":  "SELECT SUM(moved) FROM transfer WHERE debit = 1 AND kind = 'game_result' AND created_at >= 5",
		"transfer_result_credit": "SELECT SUM(moved) FROM transfer WHERE credit = 1 AND kind = 'game_result' AND created_at >= 5",
		"transfer_house": `SELECT SUM(moved) FROM transfer WHERE member = 'x'
			AND kind IN ('bonus', 'finish_bonus', 'bonus_undone') AND state = 'posted' AND created_at >= 5`,
	} {
		if plan := storetest.Plan(t, s, query); !strings.Contains(plan, index) || !strings.Contains(plan, "created_at>") {
			t.Errorf("%s: %s", query, plan)
		}
	}
}
