package api

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// replayed fails the test unless the answer is an earlier one again.
func replayed(t *testing.T, what string, first, again apptest.Answer) {
	t.Helper()
	// The seconds that are left of a code are counted anew.
	left := regexp.MustCompile(`"remaining":\d+`)
	same := left.ReplaceAllString(again.Text, "") == left.ReplaceAllString(first.Text, "")
	if again.Status != first.Status || !same || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s: %d %s (replayed %q), want %d %s again", what, again.Status, again.Text,
			again.Header.Get("Idempotency-Replayed"), first.Status, first.Text)
	}
	if first.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("%s: the first answer says that it is a replay", what)
	}
}

// quiet waits until nothing of the member is under way: a payout's check holds it for a moment, and other movements are
// then asked to try again.
func quiet(t *testing.T, c *apptest.Client) {
	t.Helper()
	apptest.Eventually(t, "nothing is under way", func() bool {
		return !strings.Contains(c.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).OK(http.StatusOK).Text,
			"IN_PROGRESS")
	})
}

// rich is a member with a game account and money in the wallet and the game.
func rich(t *testing.T, a *apptest.App) *apptest.Client {
	t.Helper()
	c := a.Member()
	a.Deposit(c, "1000")
	c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
	c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 100}).OK(http.StatusOK)
	return c
}

// TestAKeyGivesTheFirstAnswerAgain: for every call that honours it, across a restart, and the effect stands once.
func TestAKeyGivesTheFirstAnswerAgain(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		calls := []struct{ name, method, path, body, spelled, other string }{
			{
				"transfer in", "POST", "/api/wallet/transfer", `{"from":"WALLET","to":"joker","amount":10.5}`,
				`{"amount":10.50,"to":"joker","from":"\u0057ALLET"}`, `{"from":"WALLET","to":"joker","amount":11}`,
			},
			{
				"transfer out", "POST", "/api/wallet/transfer", `{"from":"joker","to":"WALLET","amount":5}`,
				`{"from":"joker","to":"WALLET","amount":5e0}`, `{"from":"WALLET","to":"joker","amount":5}`,
			},
			{"withdraw", "POST", "/api/wallet/withdraw", `{"amount":100}`, `{ "amount" : 1e2 }`, `{"amount":101}`},
			{"QR", "POST", "/api/qrcode/KBANK", `{"amount":50}`, `{"amount":50.00}`, `{"amount":51}`},
			{"transferAll", "POST", "/api/wallet/transferAll", `{"to":"WALLET"}`, ` {"to":"WALLET"} `, `{"to":"joker"}`},
			{"withdrawAll", "POST", "/api/wallet/withdrawAll", `{"amount":200}`, `{"amount":200.0}`, `{"amount":300}`},
			{
				"name", "PUT", "/api/account/bankAccountName", `{"bankCode":"KBANK","bankAccountName":"SOMCHAI JAIDEE"}`,
				`{"bankAccountName":"SOMCHAI JAIDEE","bankCode":"KBANK"}`, `{"bankCode":"KBANK","bankAccountName":"SOMCHAI"}`,
			},
			{
				"refused before the books", "POST", "/api/wallet/transfer", `{"from":"WALLET","to":"nope","amount":1}`,
				`{"from":"WALLET","to":"nope","amount":1.0}`, `{"from":"WALLET","to":"joker","amount":1}`,
			},
			{
				"refused by the books", "POST", "/api/wallet/transfer", `{"from":"WALLET","to":"joker","amount":900000}`,
				`{"from":"WALLET","to":"joker","amount":9e5}`, `{"from":"WALLET","to":"joker","amount":1}`,
			},
			{"refused by a limit", "POST", "/api/wallet/withdraw", `{"amount":1}`, `{"amount":1.0}`, `{"amount":100}`},
			{"refused by a minimum", "POST", "/api/qrcode/KBANK", `{"amount":0}`, `{"amount":0.0}`, `{"amount":50}`},
			{"not an amount", "POST", "/api/wallet/withdraw", `{"amount":1.001}`, `{"amount":1.0010}`, `{"amount":100}`},
		}
		first := make([]apptest.Answer, len(calls))
		for i, call := range calls {
			key := fmt.Sprintf("key-%d", i)
			quiet(t, c)
			first[i] = c.Raw(call.method, call.path, call.body, "Idempotency-Key", key)
			if first[i].Status >= 500 ||
				!strings.HasPrefix(call.name, "refused") && !strings.HasPrefix(call.name, "not") && first[i].Status != http.StatusOK {
				t.Fatalf("%s: %d %s", call.name, first[i].Status, first[i].Text)
			}
			replayed(t, call.name, first[i], c.Raw(call.method, call.path, call.spelled, "Idempotency-Key", key))
			c.Raw(call.method, call.path, call.other, "Idempotency-Key", key).Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
			if call.method == http.MethodPost { // a body that is refused before anything else looks at the key
				c.Raw(call.method, call.path, `{"amount":"x","to":"WALLET"}`,
					"Idempotency-Key", key).Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
			}
			replayed(t, call.name, first[i], c.Raw(call.method, call.path, call.body, "Idempotency-Key", key))
		}
		balance, lines := c.Balance(), c.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).At("total")
		a.Restart()
		for i, call := range calls {
			replayed(t, call.name+" after a restart",
				first[i], c.Raw(call.method, call.path, call.body, "Idempotency-Key", fmt.Sprintf("key-%d", i)))
		}
		if got := c.Balance(); got != balance {
			t.Errorf("balance %s after the replays, want %s", got, balance)
		}
		if got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).At("total"); got != lines {
			t.Errorf("%s lines after the replays, want %s", got, lines)
		}
	})
}

// TestARefusedKeyMovesNothingLater: what a call was refused for may be gone when it comes again; its answer stands.
func TestARefusedKeyMovesNothingLater(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		calls := map[string]string{
			"/api/wallet/transfer": `{"from":"WALLET","to":"betflix","amount":10}`, "/api/wallet/withdraw": `{"amount":1200}`,
		}
		first := map[string]apptest.Answer{}
		for path, body := range calls {
			first[path] = c.Raw("POST", path, body, "Idempotency-Key", "early")
		}
		first["/api/wallet/transfer"].Refused(http.StatusNotFound, "SLOT_NO_ACCOUNT")
		first["/api/wallet/withdraw"].Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		c.Get("/api/wallet/activate/betflix").OK(http.StatusOK)
		a.Deposit(c, "1000")
		balance := c.Balance()
		for path, body := range calls {
			replayed(t, path, first[path], c.Raw("POST", path, body, "Idempotency-Key", "early"))
		}
		if got := c.Balance(); got != balance {
			t.Errorf("balance %s, want %s", got, balance)
		}
		for path, body := range calls {
			if again := c.Raw("POST", path, body, "Idempotency-Key", "another-tap"); again.Status != http.StatusOK {
				t.Errorf("%s under another key: %d %s", path, again.Status, again.Text)
			}
			quiet(t, c)
		}
	})
}

// TestAKeyBelongsToItsMemberAndCall: another member's and another call's same key is another key.
func TestAKeyBelongsToItsMemberAndCall(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		one, two := rich(t, a), rich(t, a)
		body := `{"amount":100}`
		first := one.Raw("POST", "/api/wallet/withdraw", body, "Idempotency-Key", "same").OK(http.StatusOK)
		second := two.Raw("POST", "/api/wallet/withdraw", body, "Idempotency-Key", "same").OK(http.StatusOK)
		quiet(t, one)
		third := one.Raw("POST", "/api/wallet/withdrawAll", body, "Idempotency-Key", "same").OK(http.StatusOK)
		for _, other := range []apptest.Answer{second, third} {
			if other.At("reference") == first.At("reference") || other.Header.Get("Idempotency-Replayed") != "" {
				t.Errorf("answered with somebody else's: %s", other.Text)
			}
		}
	})
}

func TestKeysThatAreNone(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		for _, key := range []string{strings.Repeat("k", 65), "two words", "\x7f", "ก"} {
			got, err := c.Try("POST", "/api/wallet/withdraw", `{"amount":100}`, "Idempotency-Key", key)
			if err == nil && (got.Status != http.StatusBadRequest || got.At("message") != "INVALID_INPUT") {
				t.Errorf("key %q: %d %s", key, got.Status, got.Text)
			}
		}
	})
}

// TestOneEffectOfManyAtOnce: double taps, with and without a key, on one node and on two.
func TestOneEffectOfManyAtOnce(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		nodes := []*apptest.App{a}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside())
		}
		c := rich(t, a)
		for name, header := range map[string][]string{"WithKey": {"Idempotency-Key", "tap"}, "WithoutKey": nil} {
			// So slow that all have come before it is over, on a busy machine too: without a key it would be another call then.
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "slow", Count: 1, DelayMS: 3000})
			before := c.Balance()
			answers := storm(c, nodes, 12, "POST", "/api/wallet/transfer", `{"from":"WALLET","to":"joker","amount":20}`, header...)
			good := map[string]bool{}
			for _, got := range answers {
				switch {
				case got.Status == http.StatusOK, got.Status == http.StatusAccepted:
					good[got.At("reference")] = true
				case got.At("message") == "IDEMPOTENCY_IN_PROGRESS" && header != nil:
				default:
					t.Errorf("%s: %d %s", name, got.Status, got.Text)
				}
			}
			if after := c.Balance(); len(good) != 1 || before-after != 2000 {
				t.Errorf("%s: %d operations, %s moved; want one of 20", name, len(good), before-after)
			}
		}
		// Without a key, what is over is not the same call any more.
		before := c.Balance()
		for range 2 {
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 20}).OK(http.StatusOK)
		}
		if after := c.Balance(); before-after != 4000 {
			t.Errorf("two transfers one after the other moved %s, want 40", before-after)
		}
	})
}

// storm sends the same call n times at once, in turns to the nodes.
func storm(c *apptest.Client, nodes []*apptest.App, n int, method, path, body string, header ...string) []apptest.Answer {
	c.T.Helper()
	answers := make([]apptest.Answer, n)
	var all sync.WaitGroup
	for i := range n {
		client := *c
		client.URL = func() string { return nodes[i%len(nodes)].URL }
		all.Go(func() { answers[i], _ = client.Try(method, path, body, header...) })
	}
	all.Wait()
	return answers
}

// TestAGETThatChangesReplaysItsFirstSuccess: within a minute the same answer, one effect.
func TestAGETThatChangesReplaysItsFirstSuccess(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		nodes := []*apptest.App{a}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside())
		}
		c := a.Member()
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "create", Mode: "refuse", Count: 1})
		if got := c.Get("/api/wallet/activate/joker"); got.Status < 400 { // a failure is not kept
			t.Fatalf("activation despite the fault: %s", got.Text)
		}
		for _, got := range storm(c, nodes, 8, "GET", "/api/wallet/activate/joker", "") {
			got.OK(http.StatusOK)
		}
		again := c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		if again.Header.Get("Idempotency-Replayed") != "true" {
			t.Error("the second activation is not marked as a replay")
		}
		c.Get("/api/wallet/activate/joker", "Idempotency-Key", "a-new-tap").Refused(http.StatusConflict, "SLOT_ALREADY_ACTIVE")
		user := c.Get("/api/wallet/account/joker").OK(http.StatusOK).At("username")
		before := a.Sandbox.Account("joker", user).Password
		for _, got := range storm(c, nodes, 8, "GET", "/api/wallet/resetpassword/joker", "") {
			got.OK(http.StatusOK)
		}
		reset := a.Sandbox.Account("joker", user).Password
		c.Get("/api/wallet/resetpassword/joker").OK(http.StatusOK)
		if after := a.Sandbox.Account("joker", user).Password; reset == before || after != reset {
			t.Error("the password was not reset exactly once within the minute")
		}
		if got := c.Get("/api/wallet/account/joker").At("password"); got != reset {
			t.Error("the member is shown another password than the provider has")
		}
	})
}

// TestAnUnknownOutcomeIsToldAsOne: 202, and the same key tells the truth later.
func TestAnUnknownOutcomeIsToldAsOne(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "garbage", Count: 1})
		body := `{"from":"WALLET","to":"joker","amount":20}`
		first := c.Raw("POST", "/api/wallet/transfer", body, "Idempotency-Key", "unknown").OK(http.StatusAccepted)
		if first.At("message") != "TRANSFER_PENDING" || first.At("status") != "IN_PROGRESS" {
			t.Fatalf("first: %s", first.Text)
		}
		apptest.Eventually(t, "the transfer settles", func() bool {
			got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
			return got.At("statements.0.reference") == first.At("reference") && got.At("statements.0.status") != "IN_PROGRESS"
		})
		again := c.Raw("POST", "/api/wallet/transfer", body, "Idempotency-Key", "unknown")
		if again.Header.Get("Idempotency-Replayed") != "true" || again.Status == http.StatusAccepted {
			t.Errorf("again: %d %s", again.Status, again.Text)
		}
	})
}

// TestARepeatedOrderShowsNoCodeThatWasPaid: the key of an order gives its code again as it is now, and never makes another one.
func TestARepeatedOrderShowsNoCodeThatWasPaid(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		order := func() apptest.Answer {
			return c.Raw("POST", "/api/qrcode/KBANK", `{"amount":70}`, "Idempotency-Key", "order")
		}
		id := order().OK(http.StatusOK).At("qrcodeId")
		if again := order(); again.At("qrcodeId") != id || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Fatalf("the open code again: %.100s", again.Text)
		}
		// Another tap at once gets the same code, and its key gives this answer from then on.
		tap := func() apptest.Answer {
			return c.Raw("POST", "/api/qrcode/KBANK", `{"amount":70}`, "Idempotency-Key", "tap")
		}
		if first := tap(); first.At("qrcodeId") != id || first.Header.Get("Idempotency-Replayed") != "" {
			t.Fatalf("another tap: %.100s", first.Text)
		}
		a.Sandbox.Pay(id, own(c))
		apptest.Eventually(t, "the deposit", func() bool { return c.Balance() == 70*money.Baht })
		if again := order(); again.At("message") != "QR_PAID" || again.At("hasQrcode") != "false" {
			t.Errorf("the paid code again: %.100s", again.Text)
		}
		if again := tap(); again.At("qrcodeId") != id || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the other tap again: %.100s", again.Text)
		}
		c.Raw("POST", "/api/qrcode/WW", `{"amount":100}`, "Idempotency-Key", "order").OK(http.StatusOK) // another path, another key
	})
}
