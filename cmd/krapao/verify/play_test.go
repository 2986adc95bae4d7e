package verify_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/operator"
	"krapao/operator/gamecase"
	"krapao/operator/operatortest"
	"krapao/wallet/doubt"
)

// TestPlayAgreesWithItself: every possible false row of reported play is found, and so is a difference to the outside.
func TestPlayAgreesWithItself(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).OK(http.StatusOK)
		user := c.Get("/api/wallet/account/joker").At("username")
		a.Sandbox.Round("joker", user, "10", "35.5")
		check := func() verify.Result {
			t.Helper()
			r, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), a.Sandbox.URL)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		apptest.Eventually(t, "the round is reported", func() bool {
			r := check()
			if !r.OK() {
				t.Fatalf("%q", r.Breaks)
			}
			return len(r.Behind) == 0
		})
		areFound(t, a, []lie{
			{`UPDATE game_play SET net = net + 1`, `UPDATE game_play SET net = net - 1`, "play:joker: round"},
			{
				`UPDATE game_play SET turnover = turnover - 1`, `UPDATE game_play SET turnover = turnover + 1`,
				"its versions add up to 9.9999",
			},
			{`UPDATE game_play_head SET count = count + 1`, `UPDATE game_play_head SET count = count - 1`, "play:joker: round"},
			{`UPDATE game_play SET member = 'X' || member`, `UPDATE game_play SET member = SUBSTR(member, 2)`, `is kept for "X`},
			{`UPDATE game_play_head SET round = 'X' || round`, `UPDATE game_play_head SET round = SUBSTR(round, 2)`, "is kept for"},
			{`UPDATE game_play_head SET version = -1 - version`, `UPDATE game_play_head SET version = -1 - version`, "play:joker: round"},
		})
		lies := func(statement, want string) {
			t.Helper()
			err := a.Store.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.ExecContext(t.Context(), statement); return err })
			if err != nil {
				t.Fatal(err)
			}
			if r := check(); !strings.Contains(strings.Join(append(r.Breaks, r.Behind...), "\n"), want) {
				t.Errorf("%s: %q, %q", statement, r.Breaks, r.Behind)
			}
		}
		lies(`UPDATE game_play SET net = net + 1`, "play:joker: the books say that 25.5001 were won, the outside says 25.50")
		lies(`UPDATE game_play SET turnover = turnover + 1`, "play:joker: the books know of 1 rounds over 10.0001")
		lies(`UPDATE game_play SET turnover = turnover - 2`, "play:joker: 0.0001 of 10.00 played are not reported")
	})
}

// TestWhatWasCorrectedAgrees: comparing the day finds a transfer that the provider lost. After an operator decided it, the books
// agree with the outside again.
func TestWhatWasCorrectedAgrees(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		ctx := t.Context()
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		for _, amount := range []json.Number{"100", "50"} {
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": amount}).OK(http.StatusOK)
		}
		c.Post("/api/wallet/transfer", map[string]any{"from": "joker", "to": "WALLET", "amount": 30}).OK(http.StatusOK)
		moves := a.Sandbox.Moves("joker")
		a.Sandbox.Forget("joker", moves[1].Ref)
		a.Sandbox.Forget("joker", moves[2].Ref)
		s := a.Operators()
		a.Operator("nok")
		say := operatortest.Sure(operator.Decision{By: "nok", Subject: "nok", Reason: "the first"})
		today := a.Clock.Now().UTC().Add(7 * time.Hour).Format(time.DateOnly)
		compare := say
		compare.Subject = gamecase.CompareSubject("joker", today)
		if _, err := s.Approvals.Do(ctx, compare, gamecase.KindCompare, nil); err != nil {
			t.Fatal(err)
		}
		var list []gamecase.Line
		apptest.Eventually(t, "both are found", func() bool {
			var err error
			if list, err = s.Cases.List(ctx, doubt.Filter{Provider: "joker", Limit: 10}); err != nil {
				t.Fatal(err)
			}
			return len(list) == 2
		})
		if r, err := verify.CheckBy(ctx, a.Store, a.HTTP(), a.Sandbox.URL); err != nil || r.OK() {
			t.Errorf("what the provider forgot is no difference: %+v, %v", r, err)
		}
		for _, one := range list {
			say.Subject, say.Evidence = one.ID, "ticket 7"
			if out, err := s.Approvals.Do(ctx, say, "case.not_moved", nil); err != nil || !out.Done {
				t.Fatal(out, err)
			}
		}
		apptest.Eventually(t, "the books agree again", func() bool {
			r, err := verify.CheckBy(ctx, a.Store, a.HTTP(), a.Sandbox.URL)
			return err == nil && r.OK()
		})
		if got := c.Get("/api/wallet").OK(http.StatusOK).At("wallet.amount"); got != "430" {
			t.Errorf("the wallet has %s", got)
		}
		areFound(t, a, []lie{
			{`UPDATE reconcile_case SET outcome = ''`, `UPDATE reconcile_case SET outcome = 'not_moved'`, `closed with outcome ""`},
			{`UPDATE reconcile_case SET transfer = -transfer`, `UPDATE reconcile_case SET transfer = -transfer`, "which can't be"},
			{`UPDATE reconcile_case SET state = 'booking'`, `UPDATE reconcile_case SET state = 'closed'`, "is booking with"},
		})
	})
}
