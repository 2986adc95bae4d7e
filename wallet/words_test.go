package wallet_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// words are a provider's own: PostgreSQL takes no NUL, no terminal wants an escape, and nobody reads a megabyte.
var words = "no\x00\x1b[31m thing" + strings.Repeat("ไม่", 400)

// mumbling is a provider that does what it is told and says nothing certain about it, in words of its own.
type mumbling struct {
	game.Provider
	clear atomic.Bool
}

func (m *mumbling) Move(ctx context.Context, move game.Move) game.Outcome {
	_ = m.Provider.Move(ctx, move)
	return game.Outcome{Reason: words}
}

func (m *mumbling) Check(ctx context.Context, move game.Move) game.Outcome {
	if !m.clear.Load() {
		return game.Outcome{Reason: words}
	}
	return m.Provider.Check(ctx, move)
}

// Whatever words a provider uses, the doubt is noted, operators get the case, and it is settled when the answer is clear.
func TestAnOutcomeInAnyWords(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		m := &mumbling{}
		w := newWorld(t, s, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
			c := all["joker"]
			m.Provider = c.Provider
			c.Provider = m
			all["joker"] = c
		})
		w.open(member, "joker")
		w.unanswered(ledger.LabelWallet, "joker", baht(100))
		w.until(time.Minute, "it is noted", func() bool {
			return w.count("SELECT count(*) FROM game_doubt WHERE state = 'open' AND reason LIKE 'no  %thing%' AND length(reason) <= 300") == 1
		})
		w.write(func(tx *store.Tx) error { // a day passes
			_, err := tx.ExecContext(t.Context(), "UPDATE game_doubt SET created_at = created_at - $1", (25 * time.Hour).Microseconds())
			return err
		})
		w.until(time.Minute, "it is a case", func() bool { return w.count("SELECT count(*) FROM game_doubt WHERE state = 'case'") == 1 })
		m.clear.Store(true)
		w.settled(member, 20*time.Second)
		w.conserved()
	})
}

// A list that fails is told of in any words, and one whose rows have strange ones is laid beside ours like any other.
func TestAListInAnyWords(t *testing.T) {
	t.Parallel()
	eachListed(t, func(t *testing.T, n *nights, l *listing) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		l.answers(func(context.Context, game.ListQuery, game.Lister) (game.ListPage, error) {
			return game.ListPage{}, errors.New(words)
		})
		n.clock.move(26 * time.Hour)
		n.run()
		if reason := n.reason(); !strings.Contains(reason, "thing") || strings.ContainsAny(reason, "\x00\x1b") {
			t.Errorf("%q", reason)
		}
		l.answers(func(ctx context.Context, q game.ListQuery, list game.Lister) (game.ListPage, error) {
			page, err := list.Transfers(ctx, q)
			if err == nil && len(page.Rows) > 0 {
				strange := page.Rows[0]
				strange.Reference, strange.Outside, strange.Username = words, words, "who\x00ever"
				page.Rows = append(page.Rows, strange)
			}
			return page, err
		})
		n.retry()
		n.pass()
		if list := n.cases(false); len(list) != 1 || list[0].Kind != wallet.MissingHere || list[0].Username != "who ever" {
			t.Errorf("%+v", list)
		}
	})
}
