package doubt_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/doubt/clue"
)

// coded reports whether a stored text has a code: every sentence of the product has one.
func coded(stored string) bool {
	code, _ := clue.Split(stored)
	return code != ""
}

// says checks the code of what was found.
func (w *world) says(stored string, want clue.Code) {
	w.T.Helper()
	if code, _ := clue.Split(stored); code != want {
		w.T.Errorf("found %q, want %q", stored, want)
	}
}

// noted checks what the books say about why a transfer was not made.
func (w *world) noted(reference, want string) {
	w.T.Helper()
	id, _ := w.Ledger.ParseReference(reference)
	if made, err := w.Ledger.Find(w.T.Context(), id); err != nil || made.Detail.Note != want {
		w.T.Errorf("the books note %q of it, want %q: %v", made.Detail.Note, want, err)
	}
}

// words are a provider's own: PostgreSQL rejects NUL, a terminal must get no escape, and nobody reads a megabyte.
var words = "no\x00\x1b[31m thing" + strings.Repeat("ไม่", 400)

// mumbling is a provider that carries out its orders and answers nothing definite, in words of its own.
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

// Whatever words a provider uses, the doubt is stored, operators get the case, and it is settled when the answer is
// clear.
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
		w.Open(member, "joker")
		w.Unanswered(ledger.LabelWallet, "joker", baht(100))
		w.Until(time.Minute, "it is noted", func() bool {
			return w.Count(`SELECT count(*) FROM game_doubt
				WHERE state = 'open' AND reason LIKE 'answer_unclear: no  %thing%' AND length(reason) <= 300`) == 1
		})
		w.Write(func(tx *store.Tx) error { // a day passes
			_, err := tx.ExecContext(t.Context(), "UPDATE game_doubt SET created_at = created_at - $1", (25 * time.Hour).Microseconds())
			return err
		})
		w.Until(time.Minute, "it is a case", func() bool {
			return w.Count("SELECT count(*) FROM game_doubt WHERE state = 'case'") == 1
		})
		if n := w.Count("SELECT count(*) FROM game_doubt WHERE reason LIKE 'answer_unclear: no  %thing%'"); n != 1 {
			t.Error("what it answers to a question has no code")
		}
		m.clear.Store(true)
		w.Settled(member, 20*time.Second)
		w.Conserved()
	})
}
