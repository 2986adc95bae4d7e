package api

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/cmd/krapao/demo"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

const firstPage = `{"page":1,"limit":20}`

// TestAnUnchangedMemberIsReadInFewStatements: what a member's phone asks for again and again. Whoever adds a read to these calls
// adds it for everybody who looks (0020-what-is-read-again.md).
func TestAnUnchangedMemberIsReadInFewStatements(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		for _, call := range []struct {
			method, path, body string
			most               int64
		}{
			{"GET", "/api/wallet", "", 1},
			{"POST", "/api/statement", firstPage, 1},
			{"POST", "/api/statement", `{"page":2,"limit":1}`, 1},
		} {
			if n := fewest(t, a, c, call.method, call.path, call.body); n > call.most {
				t.Errorf("%s %s: %d statements, want at most %d", call.method, call.path, n, call.most)
			}
		}
	})
}

// fewest is how many statements a call sends at least. The node works beside it and sends its own, but not every time.
func fewest(t *testing.T, a *apptest.App, c *apptest.Client, method, path, body string) int64 {
	t.Helper()
	least := int64(1 << 30)
	for range 10 { // PostgreSQL prepares a statement once for each connection
		before := a.Store.Statements()
		if got, err := c.Try(method, path, body); err != nil || got.Status != http.StatusOK {
			t.Fatalf("%s %s: %d %s, %v", method, path, got.Status, got.Text, err)
		}
		least = min(least, a.Store.Statements()-before)
	}
	return least
}

// TestAnotherNodeNeverShowsWhatWasBefore: whoever was told by one node that something has changed reads it on the other.
func TestAnotherNodeNeverShowsWhatWasBefore(t *testing.T) {
	t.Parallel()
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.On(t, store.Postgres, apptest.Options{}, func(t *testing.T, a *apptest.App) {
				b := a.Beside()
				here := rich(t, a)
				there := b.Client()
				there.Token, there.Registered = here.Token, here.Registered
				for range 3 { // the other node keeps in memory what it may keep
					shown(there, change.path)
				}
				before := shown(there, change.path)
				change.make(t, a, here)
				if after := shown(there, change.path); after == before {
					t.Errorf("the other node still shows %s", after)
				} else if now := shown(here, change.path); after != now {
					t.Errorf("the other node shows\n%s\nand this one\n%s", after, now)
				}
			})
		})
	}
}

// shown is what a node answers now.
func shown(c *apptest.Client, path string) string {
	c.T.Helper()
	method, body := http.MethodGet, ""
	if path == "/api/statement" {
		method, body = http.MethodPost, firstPage
	}
	answer, err := c.Try(method, path, body)
	if err != nil || answer.Status != http.StatusOK {
		c.T.Fatalf("%s: %d %s, %v", path, answer.Status, answer.Text, err)
	}
	return answer.Text
}

// changes are one of each kind, with a call that shows it.
var changes = map[string]struct {
	path string
	make func(t *testing.T, a *apptest.App, c *apptest.Client)
}{
	"a deposit":                   {"/api/wallet", func(_ *testing.T, a *apptest.App, c *apptest.Client) { a.Deposit(c, "200") }},
	"a deposit in the statement":  {"/api/statement", func(_ *testing.T, a *apptest.App, c *apptest.Client) { a.Deposit(c, "200") }},
	"a transfer":                  {"/api/wallet", transferred},
	"a transfer in the statement": {"/api/statement", transferred},
	"a withdrawal": {"/api/wallet", func(_ *testing.T, _ *apptest.App, c *apptest.Client) {
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
	}},
	"a bonus":             {"/api/wallet", granted},
	"an active condition": {"/api/bonus/check/active", granted},
	"a game account": {"/api/wallet", func(_ *testing.T, _ *apptest.App, c *apptest.Client) {
		c.Get("/api/wallet/activate/pgslot").OK(http.StatusOK)
	}},
	"a refresh": {"/api/wallet", func(_ *testing.T, _ *apptest.App, c *apptest.Client) {
		c.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	}},
	"a name": {"/api/wallet", func(_ *testing.T, _ *apptest.App, c *apptest.Client) {
		c.Put("/api/account/profile", map[string]any{
			"name": "Somchai", "bankCode": c.Registered.Bank, "bankAccountName": c.Registered.AccountName,
			"bankAccountNo": c.Registered.AccountNo,
		}).OK(http.StatusOK)
	}},
	"an exclusion": {protectionPath, func(_ *testing.T, _ *apptest.App, c *apptest.Client) {
		c.Post(protectionPath+"/exclude", map[string]any{"months": 6}).OK(http.StatusOK)
	}},
	"held money": {"/api/wallet", func(t *testing.T, a *apptest.App, c *apptest.Client) {
		id := c.Sets(http.MethodPost, "/api/qrcode/WW", map[string]any{"amount": 150}).OK(http.StatusOK).At("qrcodeId")
		a.Sandbox.Pay(id, sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "MALEE SUKJAI"})
		apptest.Eventually(t, "the money is held", func() bool { return c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") == "150" })
	}},
	"the catalogue": {"/api/wallet", func(t *testing.T, a *apptest.App, _ *apptest.Client) { setState(t, a, "closed", "pgslot") }},
	"the terms of invitations": {"/api/wallet", func(t *testing.T, a *apptest.App, _ *apptest.Client) {
		edit(t, a, "invite", func(invite map[string]any) { invite["terms"] = map[string]any{"percentSuccess": 777} })
	}},
	"the places of deposits": {"/api/statement", func(t *testing.T, a *apptest.App, _ *apptest.Client) {
		edit(t, a, "depositAccounts", func(account map[string]any) {
			if account["code"] == "KBANK" {
				account["bankCode"], account["source"], account["mode"], account["qr"] = "SCB", "slip", "MANUAL", false
				delete(account, "qrMinimum")
			}
		})
	}},
}

func transferred(_ *testing.T, _ *apptest.App, c *apptest.Client) {
	c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 50}).OK(http.StatusOK)
}

func granted(_ *testing.T, a *apptest.App, c *apptest.Client) {
	a.Deposit(c, "500") // nothing of it may have left the wallet
	c.Sets(http.MethodGet, "/api/bonus/activate/WELCOME100", nil).OK(http.StatusOK)
}

// edit applies a section of the demo's content after a change of its object, or of each object of its list.
func edit(t *testing.T, a *apptest.App, name string, change func(map[string]any)) {
	t.Helper()
	doc, err := demo.Document()
	if err != nil {
		t.Fatal(err)
	}
	var section any
	if err := json.Unmarshal(doc[name], &section); err != nil {
		t.Fatal(err)
	}
	list, isList := section.([]any)
	if !isList {
		list = []any{section}
	}
	for _, one := range list {
		if object, ok := one.(map[string]any); ok {
			change(object)
		}
	}
	raw, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := content.Apply(t.Context(), a.Store, a.Sections(), content.Document{name: raw}, false); err != nil {
		t.Fatal(err)
	}
}
