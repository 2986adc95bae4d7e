package app_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
)

// A provider whose days differ too much is stopped with the payouts, and neither goes on before its differences are decided
// (RULES.md section 14).
func TestADayThatDiffersStopsItsProvider(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		ctx := w.t.Context()
		exec := func(statement string, args ...any) {
			w.t.Helper()
			err := w.Store.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, statement, args...)
				return err
			})
			if err != nil {
				w.t.Fatal(err)
			}
		}
		for n := range 21 {
			exec(fmt.Sprintf(`INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours, theirs,
				detail, state, outcome, booking, due_at, note, found_at, decided_by, decided_at)
				VALUES ('c%d', 'pg', '2026-01-01', 'missing_here', 'r%d', 0, 'u', '', 0, 100, '{}', 'open', '', 0, 0, '', 1, '', 0)`, n, n))
		}
		exec(`INSERT INTO reconcile_day (provider, day, method, state, due_at, tries, times, seed, asked, ours, theirs, compared,
			waiting, differences, reason, updated_at) VALUES ('pg', '2026-01-01', '', 'open', 1, 0, 0, 1, '', 0, 0, 0, 0, 0, '', 1)`)
		if _, err := w.Reconciliation().Run(ctx); err != nil {
			w.t.Fatal(err)
		}
		stopped := map[string]brake.Cause{}
		all, err := w.Brakes.All(ctx)
		for _, b := range all {
			stopped[b.System] = b.Cause
			if len(b.Found) != 1 || b.Found[0].Kind != brake.Differences || b.Found[0].Provider != "pg" || b.Found[0].Cases != 21 {
				w.t.Errorf("%s is stopped for %+v", b.System, b.Found)
			}
		}
		if err != nil || len(stopped) != 2 || stopped["provider:pg"] != brake.Break || stopped[brake.Payouts] != brake.Break {
			w.t.Fatalf("%+v, %v", all, err)
		}
		s := w.Operators()
		w.clock.Advance(time.Hour)
		for _, system := range []string{brake.Payouts, "provider:pg"} {
			again := func(by string) error {
				_, err := operatortest.Presses(w.t, s, by).Decides(
					operator.Decision{Subject: system, Reason: "all compared", Evidence: "the list of pg"},
					func(d operator.Decision) (operator.Outcome, error) {
						return operatortest.Decide(ctx, s.Approvals, halt.KindResume, d, nil)
					})
				return err
			}
			exec(`UPDATE reconcile_case SET state = 'open'`)
			if err := again("nok"); !errors.Is(err, halt.ErrStands) {
				w.t.Errorf("%s, with 21 open differences: %v", system, err)
			}
			exec(`UPDATE reconcile_case SET state = 'closed'`)
			if err := errors.Join(again("nok"), again("lek")); err != nil {
				w.t.Errorf("%s, when they are decided: %v", system, err)
			}
		}
		if all, err := w.Brakes.All(ctx); len(all) != 0 || err != nil {
			w.t.Errorf("still stopped: %+v, %v", all, err)
		}
	})
}
