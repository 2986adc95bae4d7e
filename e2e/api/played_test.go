package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/game"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// TestWhatIsPlayedIsKnown: a round at any game is in the member's play within seconds, once, whichever way its provider
// reports; and the figures tell how the providers are without naming a member.
func TestWhatIsPlayedIsKnown(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "5000")
		listed, err := a.Games.Catalogue.Games(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want, users := map[string]game.Play{}, map[string]string{}
		for _, g := range listed {
			if a.Games.Provider(g.Provider).Capabilities().Report == game.ReportNone {
				continue
			}
			c.Get("/api/wallet/activate/" + g.Code).OK(http.StatusOK)
			user := c.Get("/api/wallet/account/" + g.Code).OK(http.StatusOK).At("username")
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": g.Code, "amount": 100}).OK(http.StatusOK)
			a.Sandbox.Round(g.Code, user, json.Number("5"), json.Number("2"))
			a.Sandbox.Round(g.Code, user, json.Number("1"), json.Number("3"))
			want[g.Provider] = game.Play{Rounds: 2, Turnover: 6 * money.Credit, Net: -money.Credit}
			users[g.Code] = user
		}
		if len(want) < len(games.All())/2 {
			t.Fatalf("only %d providers report", len(want))
		}
		same := func() bool {
			got := played(t, a, c)
			for provider, play := range want {
				if got[provider].Turnover != play.Turnover || got[provider].Net != play.Net {
					return false
				}
			}
			return len(got) == len(want)
		}
		apptest.Eventually(t, "all is known", same)
		readAgain(t, a)
		if !same() {
			t.Errorf("what is read again adds something: %+v, want %+v", played(t, a, c), want)
		}
		figures(t, a, want, users)
		a.Restart()
		for code, user := range users {
			a.Sandbox.Round(code, user, json.Number("2"), json.Number("0"))
			g := want[code]
			want[code] = game.Play{Turnover: g.Turnover + 2*money.Credit, Net: g.Net - 2*money.Credit}
		}
		apptest.Eventually(t, "a node that starts anew goes on where it was left", same)
	})
}

// readAgain waits until every report was read once more.
func readAgain(t *testing.T, a *apptest.App) {
	t.Helper()
	begun := a.Store.Now()
	apptest.Eventually(t, "reports are read again", func() bool {
		states, err := a.Games.Reports.States(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, state := range states {
			if state.Form != game.ReportNone && state.ReadAt.Before(begun) {
				return false
			}
		}
		return true
	})
}

// played is what the books know of a member's play, by provider.
func played(t *testing.T, a *apptest.App, c *apptest.Client) map[string]game.Play {
	t.Helper()
	now := a.Store.Now()
	list, err := a.Games.Reports.Played(t.Context(), memberID(t, a, c), now.Add(-time.Hour), now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]game.Play{}
	for _, p := range list {
		was := sums[p.Provider]
		sums[p.Provider] = game.Play{Rounds: was.Rounds + p.Count, Turnover: was.Turnover + p.Turnover, Net: was.Net + p.Net}
	}
	return sums
}

// figures are all there in one scrape.
func figures(t *testing.T, a *apptest.App, want map[string]game.Play, users map[string]string) {
	t.Helper()
	operator := a.Client()
	operator.URL = func() string { return a.OperatorURL }
	text := operator.Get("/metrics").OK(http.StatusOK).Text
	if missing := untold(a, text, want); len(missing) > 0 {
		t.Errorf("not told:\n%s", strings.Join(missing, "\n"))
	}
	for _, user := range users {
		if strings.Contains(text, user) {
			t.Errorf("the figures name the account %s", user)
		}
	}
}

// untold are the figures of providers that a scrape lacks.
func untold(a *apptest.App, text string, want map[string]game.Play) (missing []string) {
	need := func(line string) {
		if !strings.Contains(text, line) {
			missing = append(missing, line)
		}
	}
	read := map[string]bool{} // a source of several providers is read once, for all of them
	for provider := range want {
		source := a.Games.Provider(provider).Capabilities().Source
		read[source] = read[source] || strings.Contains(text,
			fmt.Sprintf(`krapao_provider_calls_total{call="report",outcome="done",provider=%q} `, provider))
		for _, line := range []string{
			`krapao_provider_calls_total{call="create",outcome="done",provider=%q} 1`,
			`krapao_provider_shut{provider=%q} 0`, `krapao_provider_failing_seconds{provider=%q} 0`,
			`krapao_provider_report_age_seconds{provider=%q} `,
			`krapao_provider_doubts{provider=%q} 0`, `krapao_provider_doubts_oldest_seconds{provider=%q} 0`,
			`krapao_reconcile_age_seconds{provider=%q} `,
		} {
			need(fmt.Sprintf(line, provider))
		}
	}
	for source, once := range read {
		if !once {
			missing = append(missing, "who reads the report of "+source)
		}
	}
	need(`krapao_reconcile_cases{kind="missing_there"} 0`)
	need(`krapao_reconcile_cases{kind="unexplained"} 0`)
	if strings.Contains(text, `krapao_reconcile_age_seconds{provider="joker2"} -`) ||
		strings.Contains(text, `_age_seconds{provider="joker2"} -1`) {
		missing = append(missing, "an age")
	}
	return missing
}

// TestAProviderThatFailsIsSeen: one provider is down and one hangs. What is played at the others is known as ever, the
// figures say who fails, and what was played meanwhile is known once they are back.
func TestAProviderThatFailsIsSeen(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		users := map[string]string{}
		for _, code := range []string{"joker2", "superslot", "pgslot"} {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			users[code] = c.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 100}).OK(http.StatusOK)
		}
		for _, op := range []string{"report", "balance"} {
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker2", Op: op, Mode: "down", Count: 1000})
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:pgslot", Op: op, Mode: "timeout", Count: 1000})
		}
		for code, user := range users {
			a.Sandbox.Round(code, user, json.Number("5"), json.Number("2"))
		}
		knows := func(code string) func() bool {
			return func() bool { return played(t, a, c)[code].Turnover == 5*money.Credit }
		}
		apptest.Eventually(t, "the provider that is well is read", knows("superslot"))
		down, err := a.Games.Accounts.Named(t.Context(), "joker2", users["joker2"])
		if err != nil {
			t.Fatal(err)
		}
		c.Get("/api/wallet/refresh/slot").OK(http.StatusOK) // waits for the one that hangs
		apptest.Eventually(t, "the circuit breaker of the one that is down is open", func() bool {
			if _, err := a.Games.Balances.Confirm(t.Context(), down); err == nil {
				t.Error("it is not down")
			}
			return tells(a, `krapao_provider_shut{provider="joker2"} 1`)
		})
		for _, line := range []string{
			`krapao_provider_calls_total{call="report",outcome="unknown",provider="joker2"} `,
			`krapao_provider_shut{provider="superslot"} 0`,
			`krapao_provider_calls_total{call="balance",outcome="unknown",provider="pgslot"} `,
			`krapao_provider_failing_seconds{provider="superslot"} 0`,
		} {
			if !tells(a, line) {
				t.Errorf("not told: %s", line)
			}
		}
		for _, provider := range []string{"joker2", "pgslot"} {
			if tells(a, fmt.Sprintf(`krapao_provider_failing_seconds{provider=%q} 0`, provider)+"\n") || knows(provider)() {
				t.Errorf("%s fails, and is said to be well", provider)
			}
		}
		a.Sandbox.ClearFaults()
		apptest.Eventually(t, "the one that was down is read", knows("joker2"))
		apptest.Eventually(t, "the one that hung is read", knows("pgslot"))
		apptest.Eventually(t, "both are well", func() bool {
			c.Get("/api/wallet/refresh/slot") // reports have a line of their own: this asks on the one that was shut
			return tells(a, `krapao_provider_failing_seconds{provider="joker2"} 0`+"\n") &&
				tells(a, `krapao_provider_failing_seconds{provider="pgslot"} 0`+"\n") &&
				tells(a, `krapao_provider_shut{provider="joker2"} 0`)
		})
	})
}

// tells reports whether the figures have a text now.
func tells(a *apptest.App, text string) bool {
	operator := a.Client()
	operator.URL = func() string { return a.OperatorURL }
	return strings.Contains(operator.Get("/metrics").OK(http.StatusOK).Text, text)
}
