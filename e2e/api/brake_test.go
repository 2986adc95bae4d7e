package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// stops stops a system on one node.
func stops(t *testing.T, a *apptest.App, system string) {
	t.Helper()
	found := brake.Against{Kind: brake.Differences, Provider: "joker", Cases: 21}
	if err := a.Brakes.StopFor(t.Context(), system, found); err != nil {
		t.Fatal(err)
	}
}

// resumes lets it go on.
func resumes(t *testing.T, a *apptest.App, system string) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error { return a.Brakes.ResumeTx(t.Context(), tx, system) })
	if err != nil {
		t.Fatal(err)
	}
}

// nodesOf are the nodes that a stop on one of them must count on: with PostgreSQL another one, too.
func nodesOf(a *apptest.App) []*apptest.App {
	if a.Store.Engine() == store.Postgres {
		return []*apptest.App{a, a.Beside()}
	}
	return []*apptest.App{a}
}

// TestAStoppedProvider: no money moves with it, nobody is let in, and no reading of it is booked, on every node from the stop's
// commit on, without a hint; other games and what members read go on, and say since when it is being checked (RULES.md section
// 14).
func TestAStoppedProvider(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		c.Get("/api/wallet/activate/pg").OK(http.StatusOK)
		var clients []*apptest.Client
		for _, n := range nodesOf(a) {
			there := n.Client()
			there.Token = c.Token
			there.Get("/api/wallet").OK(http.StatusOK) // it has the catalogue in memory
			clients = append(clients, there)
		}
		move := func(there *apptest.Client, from, to string) apptest.Answer {
			return there.Post("/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": 10})
		}
		c.Get("/api/wallet/activate/pgslot").OK(http.StatusOK)
		name := c.Get("/api/wallet/account/pgslot").OK(http.StatusOK).At("username")
		before := c.Get("/api/wallet").OK(http.StatusOK).At("total")
		for _, code := range []string{"joker", "pgslot", "slotxo"} {
			stops(t, a, brake.Provider(providerOf(t, a, code)))
		}
		for n, there := range clients {
			for _, way := range [][2]string{{"WALLET", "joker"}, {"joker", "WALLET"}, {"joker", "pg"}, {"pg", "joker"}} {
				got := move(there, way[0], way[1])
				got.Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
				if got.At("params.system") != "provider:joker" || got.At("params.since") == "" || got.At("params.game") != "joker" {
					t.Errorf("node %d, %v: %s", n, way, got.Text)
				}
			}
			there.Post("/api/wallet/transferAll", map[string]any{"to": "joker"}).Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
			if keys := there.Get("/api/wallet/account/joker").OK(http.StatusOK); keys.Value("event") != nil {
				t.Errorf("node %d opens it: %s", n, keys.Text)
			}
			there.Get("/api/wallet/activate/slotxo").Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
			there.Get("/api/autoLogin/pgslot/"+name+"/-").Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
			if failed := fmt.Sprint(there.Get("/api/wallet/refresh/slot").OK(http.StatusOK).Value("failed")); failed != "[pgslot joker]" {
				t.Errorf("node %d: read all but %s", n, failed)
			}
			for code, slot := range slotsOf(t, there) {
				if _, checked := slot["checkedSince"]; checked != slices.Contains([]string{"joker", "pgslot", "slotxo"}, code) {
					t.Errorf("node %d, %s: %v", n, code, slot)
				}
			}
			move(there, "WALLET", "pg").OK(http.StatusOK)
			move(there, "pg", "WALLET").OK(http.StatusOK)
		}
		if after := c.Get("/api/wallet").OK(http.StatusOK).At("total"); after != before {
			t.Errorf("%s before, %s after", before, after)
		}
		resumes(t, a, brake.Provider("joker"))
		for _, there := range clients {
			move(there, "WALLET", "joker").OK(http.StatusOK)
			move(there, "joker", "WALLET").OK(http.StatusOK)
			if _, checked := slotsOf(t, there)["joker"]["checkedSince"]; checked {
				t.Error("it is still being checked")
			}
		}
	})
}

// TestStoppedPayoutsAreTold: while automatic payouts are stopped, members see since when on every node, and what they ask for is
// taken and waits for a person (RULES.md section 14).
func TestStoppedPayoutsAreTold(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		stops(t, a, brake.Payouts)
		for n, node := range nodesOf(a) {
			there := node.Client()
			there.Token = c.Token
			if got := there.Get("/api/lookup/withdraw").OK(http.StatusOK); got.At("checkedSince") == "" {
				t.Errorf("node %d: %s", n, got.Text)
			}
		}
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK)
		apptest.Eventually(t, "a person decides it", func() bool {
			row := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
			return row.At("statements.0.reason") == string(fault.WITHDRAW_REVIEW)
		})
		resumes(t, a, brake.Payouts)
		if got := c.Get("/api/lookup/withdraw").OK(http.StatusOK); got.Value("checkedSince") != nil {
			t.Errorf("they go on: %s", got.Text)
		}
	})
}

// providerOf is the provider of a game.
func providerOf(t *testing.T, a *apptest.App, code string) string {
	t.Helper()
	g, err := a.Games.Catalogue.Find(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	return g.Provider
}

// slotsOf are a member's games by their codes.
func slotsOf(t *testing.T, c *apptest.Client) map[string]map[string]any {
	t.Helper()
	list, _ := c.Get("/api/wallet").OK(http.StatusOK).Value("slots").([]any)
	found := map[string]map[string]any{}
	for _, one := range list {
		slot, _ := one.(map[string]any)
		code, _ := slot["code"].(string)
		found[code] = slot
	}
	if len(found) == 0 {
		t.Fatal("no games")
	}
	return found
}

// TestABreakStopsItsProvider: books that are not whole at an account of a provider stop the provider, too.
func TestABreakStopsItsProvider(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		exec(t, a.App, `UPDATE account SET credits_posted = credits_posted + 1 WHERE name LIKE 'game:joker:%'`)
		apptest.Eventually(t, "the provider is stopped", func() bool {
			_, checked := slotsOf(t, c)["joker"]["checkedSince"]
			return checked
		})
		all, err := a.Brakes.All(t.Context())
		if err != nil || len(all) != 2 || all[0].Cause != brake.Break || all[1].Cause != brake.Break {
			t.Errorf("%+v, %v", all, err)
		}
		for _, b := range all {
			account := strings.HasPrefix(b.Found[0].Account, "game:joker:")
			if b.System != brake.Payouts && (b.Found[0].Kind != brake.NotWhole || !account || b.Found[0].Detail == "") {
				t.Errorf("%s is stopped for %+v", b.System, b.Found)
			}
		}
	})
}

// TestABreakStopsItsWayToDeposit: books that are not whole at an account that members pay into stop that account, too.
func TestABreakStopsItsWayToDeposit(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		rich(t, a)
		exec(t, a.App, `UPDATE account SET debits_posted = debits_posted + 1 WHERE name = 'bank:KBANK'`)
		apptest.Eventually(t, "the gateway and the payouts are stopped", func() bool {
			all, err := a.Brakes.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			stopped := map[string]brake.Cause{}
			for _, b := range all {
				stopped[b.System] = b.Cause
			}
			return stopped["gateway:KBANK"] == brake.Break && stopped[brake.Payouts] == brake.Break && len(stopped) == 2
		})
	})
}

// TestStoppedWaysToDeposit: a way that is stopped is not offered and takes nothing new, on every node; what was paid to it is
// booked all the same (RULES.md section 14).
func TestStoppedWaysToDeposit(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		nodes := nodesOf(a)
		ways := func(n *apptest.App) (offered, checked int, slips bool) {
			there := n.Client()
			there.Token = c.Token
			got := there.Get("/api/lookup/deposit").OK(http.StatusOK)
			for _, list := range []string{"banks", "wallets"} {
				all, _ := got.Value(list).([]any)
				for _, one := range all {
					account, _ := one.(map[string]any)
					if _, is := account["checkedSince"]; is {
						checked++
						if account["bankAccountNo"] != "" {
							t.Errorf("its number is still shown: %v", account)
						}
						continue
					}
					offered++
				}
			}
			_, slips = got.JSON().(map[string]any)["slipsCheckedSince"]
			return offered, checked, slips
		}
		all, checked, slips := ways(a)
		if all == 0 || checked != 0 || slips {
			t.Fatalf("%d offered, %d checked, slips %t", all, checked, slips)
		}
		open := c.Sets(http.MethodPost, "/api/qrcode/KBANK", map[string]any{"amount": 50}).OK(http.StatusOK).At("qrcodeId")
		for _, n := range nodes {
			ways(n) // it has them in memory
		}
		for _, system := range []string{"gateway:KBANK", "bank:SCB-AUTO", brake.Links, brake.Slips} {
			stops(t, a, system)
		}
		for i, n := range nodes {
			if offered, checked, slips := ways(n); offered != all-3 || checked != 3 || !slips {
				t.Errorf("node %d: %d offered, %d checked, slips %t", i, offered, checked, slips)
			}
			there := n.Client()
			there.Token = c.Token
			got := there.Post("/api/qrcode/KBANK", map[string]any{"amount": 60})
			got.Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
			if got.At("params.system") != "gateway:KBANK" {
				t.Errorf("node %d: %s", i, got.Text)
			}
		}
		a.Sandbox.Pay(open, sandboxtest.Payer{
			FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
		})
		a.Sandbox.Transfer(toAuto(c, "", "70"))
		apptest.Eventually(t, "what was paid is booked", func() bool { return c.Balance() == 120*money.Baht })
		for _, system := range []string{"gateway:KBANK", "bank:SCB-AUTO", brake.Links, brake.Slips} {
			resumes(t, a, system)
		}
		for i, n := range nodes {
			if offered, checked, slips := ways(n); offered != all || checked != 0 || slips {
				t.Errorf("node %d, resumed: %d offered, %d checked, slips %t", i, offered, checked, slips)
			}
		}
	})
}
