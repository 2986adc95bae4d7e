package reconcile_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile"
)

// A provider whose open differences are over the house's bounds is stopped in the commit that notes its day; one within them is
// not (RULES.md section 14).
func TestTooManyDifferencesStopTheProvider(t *testing.T) {
	t.Parallel()
	eachNight(t, both, func(t *testing.T, n *nights) {
		var stopped []string
		within := func(over money.Amount, cases int64) *reconcile.Service {
			stopped = nil
			return n.nodeWith(reconcile.Settings{
				Pause: time.Millisecond, MinGap: time.Microsecond, BreakOver: over, BreakCases: cases,
				Stop: func(_ context.Context, _ *store.Tx, provider string, open reconcile.Open) error {
					stopped = append(stopped, fmt.Sprintf("%s: %+v", provider, open))
					return nil
				},
			})
		}
		n.job = within(baht(150), 2)
		n.Outside.Forget(n.there, n.done(ledger.LabelWallet, n.game, baht(100)))
		n.pass()
		if len(n.cases(false)) != 1 || len(stopped) != 0 {
			t.Fatalf("one difference of 100 stops %v", stopped)
		}
		for name, job := range map[string]*reconcile.Service{"by amount": within(baht(150), 20), "by cases": within(baht(900), 1)} {
			n.Outside.Forget(n.there, n.done(ledger.LabelWallet, n.game, baht(51)))
			n.job = job
			n.pass()
			if len(stopped) == 0 || !strings.HasPrefix(stopped[0], n.game+": ") {
				t.Errorf("%s: %v with %+v", name, stopped, n.cases(false))
			}
			over, err := job.Over(t.Context())
			if err != nil || len(over) != 1 || over[n.game].Cases == 0 {
				t.Errorf("%s: %v, %v", name, over, err)
			}
			stopped = nil
		}
	})
}
