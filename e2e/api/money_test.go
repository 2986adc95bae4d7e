package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestLookups: what the app reads before and after login.
func TestLookups(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		if got := c.Get("/api/lookup/banks").OK(200); got.At("0.code") == "" || got.At("0.nameLO") == "" {
			t.Errorf("banks: %s", got.Text)
		}
		sources, _ := c.Get("/api/lookup/sources", "Accept-Language", "en-GB,en;q=0.9").OK(200).JSON().([]any)
		if len(sources) != 5 {
			t.Errorf("%d sources, the demo has five", len(sources))
		}
		accounts := c.Get("/api/lookup/deposit").OK(200)
		var qr []string
		list, _ := accounts.Value("banks").([]any)
		for _, item := range list {
			account, _ := item.(map[string]any)
			if account["qr"] == true {
				qr = append(qr, account["bankCode"].(string))
			}
		}
		if strings.Join(qr, " ") != "KBANK WW FP PAYONEX" || accounts.At("wallets.0.bankType") != "WALLET" {
			t.Errorf("QR panels %v: %s", qr, accounts.Text)
		}
		if got := c.Get("/api/lookup/withdraw").OK(200); got.At("withdrawMin") != "100" || got.At("withdrawMax") != "200000" {
			t.Errorf("limits: %s", got.Text)
		}
		if got := c.Get("/api/lookup/slip").OK(200); got.At("active") != "true" || got.Value("closeFrom") != nil ||
			got.At("withinMinutes") != "60" {
			t.Errorf("slip: %s", got.Text)
		}
		for path, want := range map[string]string{
			"active": `{"active":true,"message":"OK"}`, "registerOTP": "true", "enableChatWidget": "true",
		} {
			if got := c.Get("/api/lookup/" + path).OK(200); strings.TrimSpace(got.Text) != want {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
		if got := c.Get("/api/lookup/notice").OK(200).At("notice"); !strings.Contains(got, "%percentFail%") {
			t.Errorf("notice: %s", got)
		}
		config := c.Get("/config.json", "X-Requested-With", "").OK(200)
		howto, _ := config.Value("howto").([]any)
		if config.At("qrMinimum.WW") != "100" || config.At("version") != "1.1.14" || config.At("chat") != "true" || len(howto) != 5 {
			t.Errorf("config: %s", config.Text)
		}
		if got := c.Get("/api/spinwheel/active").OK(200); strings.TrimSpace(got.Text) != `{"active":true}` {
			t.Errorf("the demo's wheel turns: %s", got.Text)
		}
		for _, path := range []string{"/api/invite/banners", "/api/refund/banners"} {
			if got := c.Get(path).OK(200); got.At("0.image") == "" || got.At("0.html") == "" {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
	})
}

// TestTheCatalogue: the fifteen codes of SPEC.md, each on a family, none a stub: every one opens, takes money and gives
// it back.
func TestTheCatalogue(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		slots, _ := c.Get("/api/wallet").OK(200).Value("slots").([]any)
		if len(slots) < 15 {
			t.Fatalf("%d games", len(slots))
		}
		for _, item := range slots {
			slot, _ := item.(map[string]any)
			code, _ := slot["code"].(string)
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			user := c.Get("/api/wallet/account/" + code).OK(http.StatusOK)
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 20}).OK(http.StatusOK)
			factor, _ := slot["ftWalletSlot"].(json.Number)
			balance := a.Sandbox.Account(code, user.At("username")).Balance.String()
			want := map[string]string{"1": "20", "10": "2"}[factor.String()]
			if strings.TrimSuffix(strings.TrimSuffix(balance, "00"), ".") != want {
				t.Errorf("%s: 20 baht at %s a credit became %s credits", code, factor, balance)
			}
			launch, _ := slot["launch"].(map[string]any)
			if launch["kind"] == "autologin" {
				path := "/api/autoLogin/" + launch["provider"].(string) + "/"
				with := map[string]bool{
					"askmebet": true, "imi": true, "usun": true, "circus": true, "slotracha": true, "pgslot": true,
				}[launch["provider"].(string)]
				own := path + user.At("username")
				foreign := path + "kabcdefghijk"
				if with {
					own, foreign = own+"/-", foreign+"/-"
				}
				if link := c.Get(own).OK(http.StatusOK).At("link"); !strings.HasPrefix(link, a.Sandbox.URL) {
					t.Errorf("%s: link %s", code, link)
				}
				want := "NO_USER"
				if code == "areaslot" {
					want = "NOT_AREASLOT"
				}
				c.Get(foreign).Refused(http.StatusNotFound, want)
			} else if launch["kind"] == "form" && user.At("event.action") == "" {
				t.Errorf("%s opens by a form and has none: %s", code, user.Text)
			}
		}
		apptest.Eventually(t, "everything is back", func() bool {
			c.Post("/api/wallet/transferAll", map[string]any{"to": "WALLET"})
			return c.Balance() == 100000
		})
	})
}

// TestTransfersAreRefusedByName: each refusal of a transfer, and nothing moves.
func TestTransfersAreRefusedByName(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		c.Get("/api/wallet/activate/huayhd").OK(http.StatusOK)
		before := c.Balance()
		for name, tc := range map[string]struct {
			from, to, amount string
			status           int
			code             string
		}{
			"Minimum":   {"WALLET", "joker", "0.99", 400, "TRANSFER_MINIMUM"},
			"NoGame":    {"WALLET", "nope", "10", 404, "NO_GAME"},
			"NoGameOut": {"nope", "WALLET", "10", 404, "NO_GAME"},
			"NoAccount": {"WALLET", "pg", "10", 404, "SLOT_NO_ACCOUNT"},
			"Same":      {"joker", "joker", "10", 400, "TRANSFER_SAME"},
			"SamePlace": {"WALLET", "WALLET", "10", 400, "TRANSFER_SAME"},
			"TooMuch":   {"WALLET", "joker", "1000000", 409, "MONEY_NOT_ENOUGH"},
			"TooMuch2":  {"joker", "WALLET", "1000000", 409, "MONEY_NOT_ENOUGH"},
			"Step":      {"WALLET", "huayhd", "10.05", 400, "INVALID_AMOUNT"},
			"Empty":     {"", "", "10", 404, "NO_GAME"},
		} {
			got := c.Raw("POST", "/api/wallet/transfer", `{"from":"`+tc.from+`","to":"`+tc.to+`","amount":`+tc.amount+`}`)
			if got.Status != tc.status || got.At("message") != tc.code {
				t.Errorf("%s: %d %s, want %d %s", name, got.Status, got.Text, tc.status, tc.code)
			}
			if name == "Step" && got.At("params.step") != "0.1" {
				t.Errorf("step: %s", got.Text)
			}
		}
		if got := c.Balance(); got != before {
			t.Errorf("balance %s, was %s", got, before)
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "refuse", Count: 1})
		c.Post("/api/wallet/transfer", map[string]any{
			"from": "WALLET", "to": "joker", "amount": 10,
		}).Refused(http.StatusBadGateway, "TRANSFER_FAIL")
		if got := c.Balance(); got != before {
			t.Errorf("after a refused transfer: balance %s, was %s", got, before)
		}
		empty := a.Member()
		empty.Post("/api/wallet/transferAll", map[string]any{"to": "WALLET"}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		c.Get("/api/wallet/activate/joker").Refused(http.StatusOK, "") // the first success again, for a minute
		c.Get("/api/wallet/activate/nope").Refused(http.StatusNotFound, "NO_GAME")
		c.Get("/api/wallet/account/pg").Refused(http.StatusNotFound, "SLOT_NO_ACCOUNT")
		c.Get("/api/wallet/account/ufabet").Refused(http.StatusNotFound, "NOT_UFABET")
		c.Get("/api/wallet/resetpassword/pg").Refused(http.StatusNotFound, "SLOT_NO_ACCOUNT")
	})
}

// TestWithdrawalsAreRefusedByName, with what the texts show.
func TestWithdrawalsAreRefusedByName(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		for _, path := range []string{"/api/wallet/withdraw", "/api/wallet/withdrawAll"} {
			least := c.Post(path, map[string]any{"amount": 99.99}).Refused(http.StatusBadRequest, "WITHDRAW_MINIMUM")
			most := c.Post(path, map[string]any{"amount": 200000.01}).Refused(http.StatusBadRequest, "WITHDRAW_MAXIMUM")
			if least.At("params.limit") != "100" || most.At("params.limit") != "200000" {
				t.Errorf("%s: %s, %s", path, least.Text, most.Text)
			}
			c.Post(path, map[string]any{"amount": 150000}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		}
		quiet(t, c)
		got := c.Post("/api/wallet/withdrawAll", map[string]any{"amount": 950}).OK(http.StatusOK)
		if got.At("failed") != "[]" || got.At("status") != "IN_PROGRESS" {
			t.Errorf("withdrawAll: %s", got.Text)
		}
		if home := c.Get("/api/wallet"); home.At("total") != "50" {
			t.Errorf("after it: %s", home.Text)
		}
	})
}

// TestQRCodes: one open code per member, the gateway's words, and other members' codes are none.
func TestQRCodes(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, other := a.Member(), a.Member()
		if got := c.Get("/api/qrcode/KBANK").OK(200); strings.TrimSpace(got.Text) != `{"hasQrcode":false,"message":"QR_NONE"}` {
			t.Errorf("none open: %s", got.Text)
		}
		c.Get("/api/qrcode/NOPE").Refused(http.StatusNotFound, "NO_BANK")
		c.Post("/api/qrcode/NOPE", map[string]any{"amount": 10}).Refused(http.StatusNotFound, "NO_BANK")
		if got := c.Post("/api/qrcode/KBANK",
			map[string]any{"amount": 0.5}).Refused(http.StatusBadRequest, "QR_MINIMUM"); got.At("params.minimum") != "1" {
			t.Errorf("minimum: %s", got.Text)
		}
		made := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 99.5}).OK(200)
		id := made.At("qrcodeId")
		if !strings.HasPrefix(made.At("qrcode"), "<svg") || made.At("amount") != "99.5" ||
			made.At("expireIn") == "" || made.At("remaining") == "" || len(id) != 15 {
			t.Errorf("made: %s", made.Text)
		}
		if got := c.Get("/api/qrcode/KBANK").OK(200); got.At("qrcodeId") != id {
			t.Errorf("open: %s", got.Text)
		}
		other.Do("DELETE", "/api/qrcode/"+id, nil).Refused(http.StatusNotFound, "NO_DATA")
		if got := other.Get("/api/qrcode/KBANK").OK(200); got.At("hasQrcode") != "false" {
			t.Errorf("another member's: %s", got.Text)
		}
		second := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 10}).OK(200).At("qrcodeId")
		if second == id {
			t.Error("a new code is the old one")
		}
		c.Do("DELETE", "/api/qrcode/"+second, nil).OK(200)
		if got := c.Get("/api/qrcode/KBANK").OK(200); got.At("hasQrcode") != "false" {
			t.Errorf("cancelled: %s", got.Text)
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "create", Mode: "refuse", Count: 1})
		if got := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 10}).OK(200); got.At("hasQrcode") != "false" ||
			got.At("message") == "" {
			t.Errorf("refused by the gateway: %s", got.Text)
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "create", Mode: "garbage", Count: 1})
		c.Post("/api/qrcode/KBANK", map[string]any{"amount": 10}).Refused(http.StatusServiceUnavailable, "QR_FAIL")
		// Money for a code that was cancelled is still the member's.
		a.Sandbox.Pay(second, sandboxtest.Payer{
			FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
		})
		apptest.Eventually(t, "late money is credited", func() bool { return c.Balance() == 1000 })
	})
}

// TestForgedCallbacksHaveNoEffect, and a real one has its effect once.
func TestForgedCallbacksHaveNoEffect(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		id := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 100}).OK(200).At("qrcodeId")
		outside := a.Client()
		for name, body := range map[string]string{
			"Empty": "", "Garbage": "\x00\xff", "Form": "a=b",
			"Unsigned": `{"partnerTxnUid":"` + id + `","txnStatus":"PAID","txnAmount":"100000.00"}`,
		} {
			for _, gateway := range []string{"kbank", "payout"} {
				got := outside.Raw("POST", "/hooks/"+gateway, body, "X-Requested-With", "")
				if got.Status != http.StatusUnauthorized {
					t.Errorf("%s to %s: %d %s", name, gateway, got.Status, got.Text)
				}
			}
		}
		outside.Raw("POST", "/hooks/nobody", "{}", "X-Requested-With", "").Refused(http.StatusNotFound, "NO_DATA")
		outside.Get("/hooks/kbank", "X-Requested-With", "").Refused(http.StatusMethodNotAllowed, "INVALID_INPUT")
		for _, mode := range []string{"forged_callback", "old_callback", "duplicate_callback"} {
			a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: mode, Count: 1})
		}
		a.Sandbox.Pay(id, sandboxtest.Payer{
			FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
		})
		apptest.Eventually(t, "the payment is credited", func() bool { return c.Balance() == 10000 })
		if got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).At("total"); got != "1" {
			t.Errorf("%s credits of one payment", got)
		}
	})
}

// TestTheStatementIsPagedStably: each row once, whatever is added while a member pages.
func TestTheStatementIsPagedStably(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		for range 5 {
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 1}).OK(200)
		}
		seen := map[string]bool{}
		for page := 1; page <= 4; page++ {
			got := c.Post("/api/statement", map[string]any{"page": page, "limit": 2}).OK(200)
			if got.At("total") != "7" {
				t.Errorf("page %d: total %s", page, got.At("total"))
			}
			rows, _ := got.Value("statements").([]any)
			for _, item := range rows {
				row, _ := item.(map[string]any)
				id, _ := row["_id"].(string)
				if seen[id] {
					t.Errorf("row %s twice", id)
				}
				seen[id] = true
			}
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 1}).OK(200)
		}
		if len(seen) != 7 {
			t.Errorf("%d rows of 7", len(seen))
		}
		for _, body := range []string{
			`{"page":0,"limit":10}`, `{"page":1,"limit":0}`, `{"page":1,"limit":101}`, `{"page":-1,"limit":10}`,
			`{"page":1e9,"limit":10}`, `{"page":1.5,"limit":10}`, `{"page":"1","limit":10}`, `{"page":1}`,
		} {
			c.Raw("POST", "/api/statement", body).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
	})
}

// TestTheOperatorTerminates: every call says so, but the two that the app asks to find out.
func TestTheOperatorTerminates(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		doc := content.Document{"settings": json.RawMessage(`{"terminated":true}`)}
		if _, err := content.Apply(t.Context(), a.Store, a.Sections(), doc, false); err != nil {
			t.Fatal(err)
		}
		for _, call := range append(memberCalls, openCalls...) {
			got := c.Raw(call.method, concrete(call.path), call.body)
			if call.path == "/api/lookup/active" {
				if strings.TrimSpace(got.Text) != `{"active":false,"message":"gone"}` {
					t.Errorf("active: %s", got.Text)
				}
				continue
			}
			if got.Status != http.StatusGone || strings.TrimSpace(got.Text) != `{"message":"gone"}` {
				t.Errorf("%s %s: %d %s", call.method, call.path, got.Status, got.Text)
			}
		}
		c.Get("/config.json").OK(http.StatusOK)
	})
}

// TestTheOperatorBlocksAnAddress: it can't log in, and the rest goes on.
func TestTheOperatorBlocksAnAddress(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		doc := content.Document{"settings": json.RawMessage(`{"blockedAddresses":["127.0.0.0/8"]}`)}
		if _, err := content.Apply(t.Context(), a.Store, a.Sections(), doc, false); err != nil {
			t.Fatal(err)
		}
		right := map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}
		a.Client().Post("/api/login", right).Refused(http.StatusForbidden, "INVALID_IP")
		c.Get("/api/wallet").OK(http.StatusOK)
	})
}

// TestLaos: kip by default, Lao phones, Lao first.
func TestLaos(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Node: func(n *config.Node) { n.Laos = true }}, func(t *testing.T, a *apptest.App) {
		p := apptest.NewPerson()
		p.Phone = "20" + p.Phone[2:]
		c := a.Join(p)
		got := c.Get("/api/wallet").OK(200)
		if got.At("bankAccount.currency") != "LAK" || a.Client().Get("/config.json").At("laos") != "true" {
			t.Errorf("home: %s", got.At("bankAccount"))
		}
		// Every number that the rule takes can get a code, and no other is taken.
		for phone, fits := range map[string]bool{
			"02055512345": true, "2055512345": true, "+856 20 5551-2345": true, "0305512345": true, "0891234567": true,
			"12345": false, "123456": false, "205551234512": false, "021212345": false, "1234567890123456": false,
		} {
			got := a.Client().Post("/api/otp/send", map[string]any{"phoneNumber": phone})
			if fits && got.At("message") == "REQUEST_LIMIT_1MIN" {
				continue // the same number in another spelling
			}
			if code := got.At("message"); fits != (got.Status == http.StatusOK) || !fits && code != "PHONE_NUMBER_REQUIRE_10_DIGIT" {
				t.Errorf("a code for %s: %d %s", phone, got.Status, got.Text)
			}
		}
	})
}
