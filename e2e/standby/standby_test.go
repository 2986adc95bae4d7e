package standby

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestReadsOnTheStandby: statements and lists come from the standby while it follows, and from the primary when it does not.
func TestReadsOnTheStandby(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.Member()
	s.answers(c)
	var list string
	apptest.Eventually(t, "the standby answers a list", func() bool {
		return s.there(func() { list = s.operator("withdrawals", "list") }) == 1 && told(list)
	})

	s.replay(true)
	for _, baht := range []string{"700", "800", "900"} {
		s.Deposit(c, baht)
		if n := s.there(func() { s.newest(c, baht) }); n != 0 {
			t.Errorf("the standby answered %d reads, and has not replayed the deposit", n)
		}
	}
	reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK).At("reference")
	if list = s.operator("withdrawals", "list"); told(list) == strings.Contains(list, reference) {
		t.Errorf("a list that is old tells so, and one that does not is not old: %s", list)
	}
	s.operator("init", "nok")
	if list = s.operator("audit", "list"); told(list) || !strings.Contains(list, "operator.init") {
		t.Errorf("an operator was told of its decision, and then not: %s", list)
	}

	s.replay(false)
	s.answers(c)
	if err := s.standby.Kill(); err != nil {
		t.Fatal(err)
	}
	for _, baht := range []string{"610", "620", "630"} {
		s.Deposit(c, baht)
		if n := s.there(func() { s.newest(c, baht) }); n != 0 {
			t.Errorf("a dead standby answered %d reads", n)
		}
		if list = s.operator("withdrawals", "list"); told(list) {
			t.Errorf("a dead standby has a list: %s", list)
		}
	}
	if _, err := s.Store.StandbyLag(t.Context()); err == nil {
		t.Error("nobody is told that the standby is away")
	}
	s.Metrics.Refresh(t.Context())
	figures := s.figures()
	for _, name := range []string{"krapao_standby_lag_seconds ", "krapao_standby_reads_total ", "krapao_standby_missed_total "} {
		if !strings.Contains(figures, "\n"+name) {
			t.Errorf("no figure %s", name)
		}
	}
}

// answers waits until the standby answers a new statement: it counts the rows, and lists them.
func (s *site) answers(c *apptest.Client) {
	s.t.Helper()
	apptest.Eventually(s.t, "the standby answers", func() bool {
		s.Deposit(c, "500")
		s.follows()
		return s.there(func() { s.newest(c, "500") }) == 2
	})
}

// newest checks that a deposit is the first row of a member's statement, with the balance that the wallet shows.
func (s *site) newest(c *apptest.Client, baht string) {
	s.t.Helper()
	got := s.statement(c)
	if got.At("statements.0.amount") != baht || apptest.Baht(s.t, got.At("statements.0.balance")) != c.Balance() {
		s.t.Errorf("the member was told of %s baht, and sees %s", baht, got.Text)
	}
}

// TestAStandbyThatWasPromotedIsNotUsed: not for a read that begins after that, and not for a write by one that began before.
func TestAStandbyThatWasPromotedIsNotUsed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.Member()
	s.answers(c)
	tries := 0
	asOf, err := s.Store.Lagging(t.Context(), always, func(ctx context.Context) error {
		if tries++; tries > 1 {
			return nil
		}
		if err := s.Store.Write(ctx, func(*store.Tx) error { return nil }); err == nil {
			t.Error("a transaction rests on a standby")
		}
		var promoted bool
		if err := s.standby.Ask(ctx, "SELECT pg_promote()", &promoted); err != nil || !promoted {
			t.Fatalf("not promoted: %v", err)
		}
		_, err := s.Store.DB().ExecContext(ctx, "UPDATE shared_clock SET at = $1", clock.MicrosOf(time.Unix(0, 0)))
		if refused, is := errors.AsType[*pgconn.PgError](err); !is || refused.Code != "25006" {
			t.Errorf("a promoted standby is written to: %v", err)
		}
		return err
	})
	if err != nil || !asOf.IsZero() || tries != 2 {
		t.Errorf("as of %s after %d tries: %v; want the second one on the primary", asOf, tries, err)
	}
	s.Deposit(c, "700")
	if n := s.there(func() { s.newest(c, "700") }); n != 0 {
		t.Errorf("a promoted standby answered %d reads", n)
	}
	if _, err := s.Store.StandbyLag(t.Context()); err == nil || !strings.Contains(err.Error(), "not a standby") {
		t.Errorf("%v", err)
	}
}

// TestAStandbyOfAnotherDatabaseIsNotUsed: its members may have the same numbers, as in a restored copy.
func TestAStandbyOfAnotherDatabaseIsNotUsed(t *testing.T) {
	t.Parallel()
	s, other := newSite(t), newSite(t)
	opened, err := store.Open(t.Context(), store.Config{URL: s.primary.URL, Standby: other.standby.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	asOf, err := opened.Lagging(t.Context(), always, func(context.Context) error { return nil })
	if err != nil || !asOf.IsZero() {
		t.Errorf("as of %s, %v", asOf, err)
	}
	if _, err := opened.StandbyLag(t.Context()); err == nil || !strings.Contains(err.Error(), "of this database") {
		t.Errorf("%v", err)
	}
}

// TestAStandbyNeedsPostgres: beside a file there is none.
func TestAStandbyNeedsPostgres(t *testing.T) {
	t.Parallel()
	_, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Standby: "postgres://db2/krapao"})
	if !errors.Is(err, store.ErrStandbyEngine) {
		t.Error(err)
	}
}
