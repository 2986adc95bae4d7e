package api

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/kept"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestDocumentsOfPaymentsGoAfterFiveYears: who paid, to which account, and what a bank said, of payments that ended five years
// ago. Every column that docs/privacy.md says so of is empty then. What is newer, and money that still waits for its owner,
// keeps its documents, and no amount is touched.
func TestDocumentsOfPaymentsGoAfterFiveYears(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "300")
		paidByEachWay(t, a, c)
		waiting := kept.Read(t).Waiting()
		if len(waiting) < 10 {
			t.Fatalf("docs/privacy.md has %d columns that wait for their rule", len(waiting))
		}
		for _, one := range waiting { // what banks and operators say on a bad day
			write(t, a, "UPDATE %s SET %s = 'a word' WHERE %s = ''", one.Table, one.Name, one.Name)
		}
		for _, one := range waiting {
			if len(saidIn(t, a, one)) == 0 {
				t.Errorf("%s.%s: the scene has none", one.Table, one.Name)
			}
		}
		longAgo(t, a)
		later := a.Member()
		a.Deposit(later, "50")
		write(t, a, "UPDATE inflow SET payer_sealed = 'newer' WHERE member = '%s'", memberID(t, a, later))
		stays := column(t, a.Store, "SELECT payer_sealed FROM inflow WHERE state = 'unmatched' OR payer_sealed = 'newer'")
		if len(stays) != 2 {
			t.Fatalf("%d arrivals should stay", len(stays))
		}

		a.Restart() // the job is due
		for _, one := range waiting {
			apptest.Comes(t, one.Table+"."+one.Name+" is empty", func() string {
				for _, text := range saidIn(t, a, one) {
					if one.Table != "inflow" || one.Name == "payer_sealed" && !slices.Contains(stays, text) {
						return text
					}
				}
				return ""
			})
		}
		left := saidIn(t, a, kept.Column{Table: "inflow", Name: "payer_sealed"})
		for _, text := range stays {
			if !slices.Contains(left, text) {
				t.Error("what is newer, or waits for its owner, lost its payer")
			}
		}
		booksWhole(t, a)
	})
}

// paidByEachWay pays in by a slip, a link that is refused and a declared transfer, pays out, and has a line of a statement that
// could not be read and was closed, and money that nobody claims.
func paidByEachWay(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	slip := upload(t, c, a.Sandbox.Slip(pay(a, c, "200").Slip)).OK(http.StatusOK).At("slip.reference")
	fate(t, c, slip)
	redeem(t, c, "https://gift.truemoney.com/campaign/?v=nothing")
	declare(c, "77").OK(http.StatusOK)
	pay(a, c, "650", toFeed, func(tr *sandboxtest.Transfer) {
		tr.FromBank, tr.FromAccount, tr.FromName = "BBL", "5550001112", "MALEE SUKJAI"
	})
	c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
	apptest.Eventually(t, "the payout", func() bool {
		paid, err := a.Withdrawals.PaidTo(t.Context(), memberID(t, a, c))
		return err == nil && paid == 100*money.Baht
	})
	apptest.Eventually(t, "nobody's money", func() bool {
		return len(column(t, a.Store, "SELECT id FROM inflow WHERE state = 'unmatched'")) == 1
	})
	a.Leap(2 * 24 * time.Hour)
	apptest.Eventually(t, "the declared transfer lapses", func() bool {
		return len(column(t, a.Store, "SELECT reference FROM declaration WHERE ended_at > 0")) == 1
	})
	write(t, a, `INSERT INTO feed_case (id, account, line, raw, raw_sealed, why, state, note, found_at, ended_at)
		VALUES ('case', 'SCB', '1', 'raw', 'sealed', 'amount', 'closed', '', 1, %d)`, clock.MicrosOf(a.Store.Now()))
	write(t, a, `INSERT INTO quarantine_import (id, system, from_at, to_at, made_at, made_by, ended_at)
		VALUES ('list', 'bank:SCB', 1, 2, 3, 'nok', %d)`, clock.MicrosOf(a.Store.Now()))
	write(t, a, `INSERT INTO quarantine_row (import, number, raw_sealed, amount, outcome)
		VALUES ('list', 1, 'sealed', 100, 'known')`)
}

// longAgo makes everything that has to do with payments five years and a day older.
func longAgo(t *testing.T, a *apptest.App) {
	t.Helper()
	now := a.Store.Now()
	earlier := now.Sub(now.AddDate(-5, 0, -1)).Microseconds()
	for table, columns := range map[string][]string{
		"inflow": {"paid_at", "seen_at"}, "declaration": {"created_at", "ended_at"}, "slip": {"uploaded_at", "updated_at"},
		"wallet_link": {"created_at", "ended_at"}, "withdrawal": {"requested_at", "since"}, "feed_case": {"found_at", "ended_at"},
		"quarantine_import": {"ended_at"},
	} {
		for _, name := range columns {
			write(t, a, "UPDATE %s SET %s = %s - %d", table, name, name, earlier)
		}
	}
	write(t, a, "UPDATE withdrawal SET check_at = 0") // the bank is asked for the last time after three days
}

func write(t *testing.T, a *apptest.App, query string, names ...any) {
	t.Helper()
	if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), fmt.Sprintf(query, names...))
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// saidIn is what a column holds, where it is not empty.
func saidIn(t *testing.T, a *apptest.App, c kept.Column) []string {
	t.Helper()
	return column(t, a.Store, fmt.Sprintf("SELECT %s FROM %s WHERE %s <> ''", c.Name, c.Table, c.Name))
}
