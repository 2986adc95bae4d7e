package api

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// told carries out one operator's command.
func told(t *testing.T, a *apptest.App, words ...string) string {
	t.Helper()
	return mustCommand(t, a, words...)
}

// twoChiefs makes a house that can decide.
func twoChiefs(t *testing.T, a *apptest.App) {
	t.Helper()
	told(t, a, "add", "nok", "--role", "chief", "@nok", "--reason", "first")
	told(t, a, "add", "lek", "--role", "chief", "@nok", "--reason", "second")
}

// TestAClosedAccountIsPaidOut: what is in games comes home, and any amount of at least a baht is paid, a condition or not.
func TestAClosedAccountIsPaidOut(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		twoChiefs(t, a)
		small, bound := a.Member(), a.Member()
		a.Deposit(small, "47")
		small.Get("/api/wallet/activate/pg").OK(http.StatusOK)
		small.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "pg", "amount": 30}).OK(http.StatusOK)
		a.Deposit(bound, "200")
		bound.Get("/api/bonus/activate/WELCOME100").OK(http.StatusOK)
		for _, c := range []*apptest.Client{small, bound} {
			told(t, a, "members", "close", c.Registered.Phone, "@nok", "--reason", "asked by letter")
			c.Get("/api/wallet").Refused(http.StatusUnauthorized, "INVALID_USER_2")
			a.Client().Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
				Refused(http.StatusUnauthorized, "INACTIVE_USER")
		}
		for c, want := range map[*apptest.Client]money.Amount{small: 47 * money.Baht, bound: 200 * money.Baht} {
			m, err := a.Members.ByUsername(t.Context(), c.Registered.Phone)
			if err != nil {
				t.Fatal(err)
			}
			apptest.Eventually(t, "everything is paid", func() bool {
				paid, err := a.Withdrawals.PaidTo(t.Context(), m.ID)
				return err == nil && paid == want
			})
		}
		shown := told(t, a, "members", "show", small.Registered.Phone)
		for _, word := range []string{"active false", "deactivate", "close", "paid", "nok"} {
			if !strings.Contains(shown, word) {
				t.Errorf("%q is not shown: %s", word, shown)
			}
		}
		booksWhole(t, a)
	})
}

// TestADeactivatedMemberIsLetIn again, and plays; a break of its own stands all the same.
func TestADeactivatedMemberIsLetIn(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, letIn)
}

func letIn(t *testing.T, a *apptest.App) {
	t.Helper()
	twoChiefs(t, a)
	c, resting := playingMember(a, "pg"), a.Member()
	resting.Post(protectionPath+"/break", map[string]any{"days": 2}).OK(http.StatusOK)
	for _, m := range []*apptest.Client{c, resting} {
		told(t, a, "members", "deactivate", m.Registered.Phone, "@lek", "--reason", "a doubt")
		told(t, a, "members", "reactivate", m.Registered.Phone, "@lek", "--reason", "no doubt")
		m.Token = m.Post("/api/login", map[string]any{
			"username": m.Registered.Phone, "password": m.Registered.Password,
		}).OK(http.StatusOK).At("token")
	}
	apptest.Eventually(t, "it may play", func() bool {
		return c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "pg", "amount": 100}).Status == http.StatusOK
	})
	resting.Post("/api/qrcode/KBANK", map[string]any{"amount": 100}).Refused(http.StatusForbidden, "SELF_EXCLUDED")
	other := a.Client()
	other.Token = c.Token
	told(t, a, "members", "sessions", c.Registered.Phone, "@lek", "--reason", "a lost telephone")
	other.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
	told(t, a, "members", "exclude", c.Registered.Phone, "--months", "6", "@lek", "--reason", "a court's order")
	told(t, a, "members", "break", c.Registered.Phone, "--days", "1", "@lek", "--reason", "a day")
	if shown := told(t, a, "members", "show", c.Registered.Phone); !strings.Contains(shown, "exclude") ||
		!strings.Contains(shown, "lek") {
		t.Errorf("shown: %s", shown)
	}
}

// TestMoneyComesHomeLater: its provider is down while the member shuts itself out, and the node stops before it is back.
// Until it is home, figures tell so.
func TestMoneyComesHomeLater(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := playingMember(a, "pg")
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:pg", Mode: "down", Count: 1_000_000})
		c.Post(protectionPath+"/exclude", map[string]any{"months": 6}).OK(http.StatusOK)
		if got := c.Get(protectionPath).OK(http.StatusOK); got.At("comingHome") != "true" {
			t.Errorf("money in a game is not told: %s", got.Text)
		}
		pass(telemetry.FiguresEvery + time.Second)
		if !tells(a, "krapao_members_coming_home 1\n") || tells(a, "krapao_members_coming_home_oldest_seconds 0\n") {
			t.Error("no figure tells that money is not home")
		}
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 700}).OK(http.StatusOK) // what is home is free
		a.Restart()
		a.Sandbox.ClearFaults()
		apptest.Eventually(t, "the rest is home", func() bool {
			return c.Balance() == 300*money.Baht && c.Get(protectionPath).OK(http.StatusOK).At("comingHome") == "false"
		})
		pass(telemetry.FiguresEvery + time.Second)
		if !tells(a, "krapao_members_coming_home 0\n") || !tells(a, "krapao_members_coming_home_oldest_seconds 0\n") {
			t.Error("no figure tells that all is home")
		}
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 300}).OK(http.StatusOK)
		booksWhole(t, a)
	})
}

// TestExcludedWhileMoneyGoesIn: on two nodes at once; whichever comes first, nothing is begun after it, and all comes home.
func TestExcludedWhileMoneyGoesIn(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{}, func(t *testing.T, a *apptest.App) { excludedMeanwhile(t, a, a.Beside()) })
}

func excludedMeanwhile(t *testing.T, a, b *apptest.App) {
	t.Helper()
	for range 3 {
		c := playingMember(a, "pg")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		other := b.Client()
		other.Token, other.Registered = c.Token, c.Registered
		var tabs sync.WaitGroup
		var shut, late atomic.Int64
		for i := range 12 {
			from, to := c, "pg"
			if i%2 == 1 {
				from, to = other, "joker"
			}
			tabs.Go(func() {
				before := shut.Load()
				got := from.Now(http.MethodPost, "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": to, "amount": 10})
				if before > 0 && got.Status < 300 {
					late.Add(1)
				}
			})
			if i == 5 {
				tabs.Go(func() {
					if got := other.Now(http.MethodPost, protectionPath+"/break", map[string]any{"days": 1}); got.Status != http.StatusOK {
						t.Errorf("the break: %d %s", got.Status, got.Text)
					}
					shut.Add(1)
				})
			}
		}
		tabs.Wait()
		if late.Load() > 0 {
			t.Errorf("%d transfers went in after the break", late.Load())
		}
		apptest.Eventually(t, "all is home", func() bool {
			return c.Balance() == 1000*money.Baht && c.Get(protectionPath).OK(http.StatusOK).At("comingHome") == "false"
		})
	}
	booksWhole(t, a)
}
