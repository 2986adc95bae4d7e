package api

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/app"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestABreakStopsPayouts: books that are not whole stop automatic payouts by themselves; a withdrawal is taken and waits for
// a person (RULES.md section 14).
func TestABreakStopsPayouts(t *testing.T) {
	t.Parallel()
	tamper := func(a *app.App) {
		exec(t, a, `UPDATE account SET credits_posted = credits_posted + 1 WHERE name = 'house:bonus'`)
	}
	apptest.Each(t, apptest.Options{Before: tamper}, func(t *testing.T, a *apptest.App) {
		apptest.Eventually(t, "automatic payouts are stopped", func() bool {
			all, err := a.Brakes.All(t.Context())
			return err == nil && len(all) == 1 && len(all[0].Found) == 1 && all[0].Found[0].Kind == brake.NotWhole &&
				all[0].Found[0].Detail != "" && all[0].Why == all[0].Found[0].String()
		})
		c := a.Member()
		a.Deposit(c, "500")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 200}).OK(http.StatusOK)
		apptest.Eventually(t, "the withdrawal waits for a person", func() bool {
			row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
			return row.At("statements.0.reason") == string(fault.WITHDRAW_REVIEW)
		})
		if paid := a.Sandbox.Payouts(); len(paid) != 0 {
			t.Errorf("paid all the same: %v", paid)
		}
	})
}

// TestABreakStopsPayoutsLater: where payouts can't be stopped when the break is found, they are stopped as soon as they can be.
func TestABreakStopsPayoutsLater(t *testing.T) {
	t.Parallel()
	before := func(a *app.App) {
		exec(t, a, `UPDATE account SET credits_posted = credits_posted + 1 WHERE name = 'house:bonus'`)
		exec(t, a, `ALTER TABLE payout_brake RENAME TO payout_brake_away`)
	}
	apptest.Each(t, apptest.Options{Before: before}, func(t *testing.T, a *apptest.App) {
		apptest.Eventually(t, "the break is found", func() bool {
			return !strings.Contains(console(a, "").Get("/metrics").OK(http.StatusOK).Text, "krapao_ledger_breaks_total 0\n")
		})
		exec(t, a.App, `ALTER TABLE payout_brake_away RENAME TO payout_brake`)
		apptest.Eventually(t, "automatic payouts are stopped", func() bool {
			since, _, err := a.Brake.Read(t.Context())
			return err == nil && !since.IsZero()
		})
	})
}

// exec changes what is stored. A test's context is not its own where a node is changed before its start: that test is outside
// of the bubble.
func exec(t *testing.T, a *app.App, sql string) {
	t.Helper()
	ctx := context.Background()
	if err := a.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.ExecContext(ctx, sql)
		return err
	}); err != nil {
		t.Error(err)
	}
}
