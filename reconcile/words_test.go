package reconcile_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/game"
	"krapao/ledger"
	"krapao/wallet/doubt"
)

// words are a provider's own: PostgreSQL rejects NUL, a terminal must get no escape, and nobody reads a megabyte.
var words = "no\x00\x1b[31m thing" + strings.Repeat("ไม่", 400)

// A list may fail with any words, and rows with strange ones are compared with ours like any others.
func TestAListInAnyWords(t *testing.T) {
	t.Parallel()
	eachListed(t, func(t *testing.T, n *nights, l *listing) {
		n.done(ledger.LabelWallet, n.game, baht(100))
		l.answers(func(context.Context, game.ListQuery, game.Lister) (game.ListPage, error) {
			return game.ListPage{}, errors.New(words)
		})
		n.clock.Move(26 * time.Hour)
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
		if list := n.cases(false); len(list) != 1 || list[0].Kind != doubt.MissingHere || list[0].Username != "who ever" {
			t.Errorf("%+v", list)
		}
	})
}
