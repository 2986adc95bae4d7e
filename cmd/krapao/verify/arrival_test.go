package verify_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/cmd/krapao/verify"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestArrivalsAgreeWithTheLedger: every possible false row of deposits is found, and named by its account.
func TestArrivalsAgreeWithTheLedger(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		a.Sandbox.Transfer(sandboxtest.Transfer{
			FromBank: "SCB", FromAccount: "9998887776", FromName: "NOBODY WE KNOW", ToBank: "SCB", ToAccount: "4068123456",
			Amount: "120.50",
		})
		c.Post("/api/wallet/add", map[string]any{"amount": 75}).OK(http.StatusOK)
		apptest.Eventually(t, "the statement is read", func() bool {
			var n int
			err := a.Store.DB().QueryRowContext(t.Context(), `SELECT count(*) FROM inflow WHERE state = 'unmatched'`).Scan(&n)
			return err == nil && n == 1
		})
		areFound(t, a, []lie{
			{
				`UPDATE inflow SET amount = 50001 WHERE channel = 'qr'`, `UPDATE inflow SET amount = 50000 WHERE channel = 'qr'`,
				"bank:KBANK: arrival",
			},
			{
				`UPDATE inflow SET account = 'WW' WHERE channel = 'qr'`, `UPDATE inflow SET account = 'KBANK' WHERE channel = 'qr'`,
				"bank:KBANK: the books say 500.00, its arrivals say 0.00",
			},
			{
				`UPDATE inflow SET member = 'X' || member WHERE channel = 'qr'`,
				`UPDATE inflow SET member = SUBSTR(member, 2) WHERE channel = 'qr'`,
				"bank:KBANK: arrival",
			},
			{
				`UPDATE inflow SET state = 'returned' WHERE state = 'unmatched'`,
				`UPDATE inflow SET state = 'unmatched' WHERE state = 'returned'`,
				"house:unmatched: the books say 120.50, its arrivals say 0.00",
			},
			{
				`UPDATE inflow SET state = 'held' WHERE state = 'unmatched'`,
				`UPDATE inflow SET state = 'unmatched' WHERE state = 'held'`, "house:unmatched",
			},
			{
				`UPDATE inflow SET transfer = -transfer WHERE channel = 'feed'`,
				`UPDATE inflow SET transfer = -transfer WHERE channel = 'feed'`, "bank:SCB-AUTO: transfer",
			},
			{
				`UPDATE inflow SET assigned = 1, state = 'credited' WHERE channel = 'feed'`,
				`UPDATE inflow SET assigned = 0, state = 'unmatched' WHERE channel = 'feed'`, "was given to",
			},
			{`UPDATE qr_order SET state = 'open'`, `UPDATE qr_order SET state = 'paid'`, "is open with 1 arrivals"},
			{
				`UPDATE inflow SET reference = '-' || reference WHERE channel = 'qr'`,
				`UPDATE inflow SET reference = SUBSTR(reference, 2) WHERE channel = 'qr'`, "is paid with 0 arrivals",
			},
			{
				`INSERT INTO slip_claim (kind, value, slip, claimed_at) VALUES ('bank:014', 'ref', 'gone', 1)`,
				`DELETE FROM slip_claim`, "claim bank:014 ref",
			},
			{`UPDATE declaration SET state = 'matched'`, `UPDATE declaration SET state = 'open'`, "declared transfer"},
		})
	})
}

// lie is a change that makes a row false, the statement that undoes it, and what the verification must report.
type lie struct{ do, undo, want string }

// areFound applies each lie, checks that it is reported, and undoes it. Before and after, the books are whole.
func areFound(t *testing.T, a *apptest.App, lies []lie) {
	t.Helper()
	breaks := func() []string {
		t.Helper()
		r, err := verify.Check(t.Context(), a.Store, "")
		if err != nil {
			t.Fatal(err)
		}
		return r.Breaks
	}
	change := func(statement string) {
		t.Helper()
		err := a.Store.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.ExecContext(t.Context(), statement); return err })
		if err != nil {
			t.Fatal(err)
		}
	}
	if found := breaks(); len(found) > 0 {
		t.Fatalf("whole books: %q", found)
	}
	for _, lie := range lies {
		change(lie.do)
		if found := breaks(); !slices.ContainsFunc(found, func(b string) bool { return strings.Contains(b, lie.want) }) {
			t.Errorf("%s: found %q, want %q", lie.do, found, lie.want)
		}
		change(lie.undo)
	}
	if found := breaks(); len(found) > 0 {
		t.Errorf("whole again: %q", found)
	}
}
