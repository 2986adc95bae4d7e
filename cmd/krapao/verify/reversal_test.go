package verify_test

import (
	"testing"

	"krapao/deposit"
	"krapao/internal/testkit/apptest"
)

// TestReversalsAgreeWithTheLedger: every possible false row that belongs to a reversed deposit is found.
func TestReversalsAgreeWithTheLedger(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		a.Deposit(c, "700")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(200)
		back := deposit.ReverseRequest{Reference: "R1"}
		if err := a.Store.DB().QueryRowContext(t.Context(), `SELECT account, source FROM inflow WHERE amount = 50000`).
			Scan(&back.Account, &back.Source); err != nil {
			t.Fatal(err)
		}
		if err := a.Deposits.Reverse(t.Context(), back); err != nil {
			t.Fatal(err)
		}
		if got := c.Get("/api/wallet").OK(200).At("wallet.owed"); got != "300" {
			t.Fatalf("%s is owed", got)
		}
		areFound(t, a, []lie{
			{`UPDATE reversal SET state = 'void'`, `UPDATE reversal SET state = 'done'`, `its reversal is ""`},
			{
				`UPDATE reversal SET owed = owed - 1`, `UPDATE reversal SET owed = owed + 1`,
				"that reversals left 300.00 owed, they say 299.99",
			},
			{
				`UPDATE inflow SET state = 'credited' WHERE state = 'reversed'`,
				`UPDATE inflow SET state = 'reversed' WHERE amount = 50000`, "the books took back 500.00",
			},
			{
				`UPDATE deposit_credit SET amount = 1 WHERE amount = 70000`,
				`UPDATE deposit_credit SET amount = 70000 WHERE amount = 1`, "counts otherwise",
			},
			{
				`UPDATE deposit_credit SET reversed_at = -reversed_at - 1`, `UPDATE deposit_credit SET reversed_at = -reversed_at - 1`,
				"counts otherwise",
			},
			{`UPDATE coin_grant SET usable = usable + 1`, `UPDATE coin_grant SET usable = usable - 1`, "don't add up"},
			{
				`UPDATE coin_grant SET undone_at = 1 - undone_at WHERE undone_at = 0`,
				`UPDATE coin_grant SET undone_at = 0 WHERE undone_at = 1`, "don't add up",
			},
			{
				`UPDATE account SET credits_posted = credits_posted + 30001 WHERE name LIKE 'house:receivable:%'`,
				`UPDATE account SET credits_posted = credits_posted - 30001 WHERE name LIKE 'house:receivable:%'`, "0.01 were paid beyond",
			},
		})
	})
}
