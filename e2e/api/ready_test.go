package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// While nothing can be written a node is not ready, its figures are there, and members still read: their wallet and their
// statement need no write. Asked often, readiness writes seldom.
func TestReadingGoesOnWhileNothingIsWritten(t *testing.T) {
	t.Parallel()
	eachHanging(t, func(t *testing.T, a *apptest.App, hang func() (release func())) {
		c := a.Member()
		a.Deposit(c, "300")
		operator := console(a, "")
		within := func(most time.Duration, answer func() apptest.Answer) apptest.Answer {
			t.Helper()
			began := time.Now()
			got := answer()
			if took := time.Since(began); took > most {
				t.Errorf("%s after %s", got.Text[:min(len(got.Text), 60)], took)
			}
			return got
		}
		ready := func() int { return operator.Get("/readyz").Status }
		if got := ready(); got != http.StatusOK {
			t.Errorf("a whole node: %d", got)
		}
		release := hang()
		pass(3 * time.Second)
		for range 3 {
			got := within(4*time.Second, func() apptest.Answer { return operator.Get("/readyz") })
			if got.Status != http.StatusServiceUnavailable {
				t.Errorf("where nothing can be written: %d %s", got.Status, got.Text)
			}
		}
		list := within(3*time.Second, func() apptest.Answer { return c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}) })
		if list.OK(http.StatusOK).At("statements.0.amount") != "300" {
			t.Errorf("the statement: %s", list.Text)
		}
		within(time.Second, func() apptest.Answer { return c.Get("/api/wallet").OK(http.StatusOK) })
		pass(2 * time.Minute)
		figures := within(time.Second, func() apptest.Answer { return operator.Get("/metrics").OK(http.StatusOK) })
		for _, line := range []string{
			"krapao_figures_age_seconds ", `krapao_build_info{`, `go_sql_open_connections{db_name="members"} `,
			`go_sql_open_connections{db_name="tasks"} `,
			"krapao_ledger_queue ", "krapao_audit_age_seconds ", `krapao_database_commit_seconds_count{outcome="done"} `,
			`krapao_outside_calls_total{kind="qr",name="KBANK",outcome="done"} `,
			`krapao_outside_calls_total{kind="sms",name="sms",outcome="done"} `,
			`krapao_outside_calls_total{kind="payout",name="payout",outcome="unknown"} 0`, `krapao_otp_total{code="OK",step="send"} 1`,
		} {
			if !strings.Contains(figures.Text, line) {
				t.Errorf("not told: %s", line)
			}
		}
		if strings.Contains(figures.Text, "} -1\n") {
			t.Error("what is not known is told as -1")
		}
		release()
		apptest.Eventually(t, "it is ready again", func() bool { return ready() == http.StatusOK })
	})
}

// However often a balancer asks, one write a second says that the node can.
func TestReadinessCostsNothing(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		operator := console(a, "")
		written := func() (at int64) {
			t.Helper()
			if err := a.Store.DB().QueryRowContext(t.Context(), "SELECT max(written_at) FROM writable").Scan(&at); err != nil {
				t.Fatal(err)
			}
			return at
		}
		operator.Get("/readyz").OK(http.StatusOK)
		first := written()
		for range 20 {
			operator.Get("/readyz").OK(http.StatusOK)
		}
		if written() != first {
			t.Error("it wrote again within a second")
		}
		pass(2 * time.Second)
		operator.Get("/readyz").OK(http.StatusOK)
		if written() == first {
			t.Error("it told what it found out long ago")
		}
	})
}
