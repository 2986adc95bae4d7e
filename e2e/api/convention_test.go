package api

import (
	"net/http"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestTheClientsName: every call but the contract's document asks for X-Requested-With.
func TestTheClientsName(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Client()
		for _, path := range []string{"/api/lookup/banks", "/api/wallet"} {
			c.Get(path, "X-Requested-With", "").Refused(http.StatusBadRequest, "KEY_MISSING")
			c.Get(path, "X-Requested-With", "XMLHttpRequest").Refused(http.StatusForbidden, "KEY_INVALID")
		}
		doc := c.Get("/api/openapi.json", "X-Requested-With", "").OK(http.StatusOK)
		if doc.At("openapi") != "3.1.0" || !strings.Contains(doc.Text, `"multipleOf": 0.01`) {
			t.Error("the contract is not OpenAPI 3.1 with Money")
		}
		c.Get("/api/nothing").Refused(http.StatusNotFound, "NO_DATA")
		c.Get("/api").Refused(http.StatusNotFound, "NO_DATA")
		c.Get("/api/docs", "X-Requested-With", "").Refused(http.StatusNotFound, "NO_DATA")
		c.Get("/api//login").Refused(http.StatusNotFound, "NO_DATA")
		c.Get("/api/wallet/../login").Refused(http.StatusNotFound, "NO_DATA")
		if got := c.Get("/api/login").Refused(http.StatusMethodNotAllowed, "INVALID_INPUT").Header.Get("Allow"); got != "POST" {
			t.Errorf("Allow %q", got)
		}
		c.Do("DELETE", "/api/wallet", nil).Refused(http.StatusMethodNotAllowed, "INVALID_INPUT")
		c.Do("OPTIONS", "/api/wallet", nil, "X-Requested-With", "").Refused(http.StatusBadRequest, "KEY_MISSING")
	})
}

// memberCalls are all calls that need a token; a call that is added without a line here fails TestEveryCallIsInATable.
var memberCalls = []struct{ method, path, body string }{
	{"GET", "/api/lookup/deposit", ""},
	{"GET", "/api/lookup/withdraw", ""},
	{"GET", "/api/lookup/slip", ""},
	{"POST", "/api/logout", ""},
	{"GET", "/api/account/profile", ""},
	{"PUT", "/api/account/profile", `{"name":"x","bankCode":"KBANK","bankAccountName":"x","bankAccountNo":"0123456789"}`},
	{"PUT", "/api/account/bankAccountName", `{"bankCode":"KBANK","bankAccountName":"A B"}`},
	{"PUT", "/api/account/changepwd", `{"oldPassword":"x","newPassword":"yyyyyyyy"}`},
	{"POST", "/api/account/agreement", `{"version":"1"}`},
	{"GET", "/api/account/protection", ""},
	{"PUT", "/api/account/protection/limit", `{"kind":"deposit","period":"day","amount":100}`},
	{"POST", "/api/account/protection/limit/confirm", `{"kind":"deposit","period":"day"}`},
	{"POST", "/api/account/protection/break", `{"days":1}`},
	{"POST", "/api/account/protection/exclude", `{"months":6}`},
	{"GET", "/api/account/sessions", ""},
	{"DELETE", "/api/account/sessions/{id}", ""},
	{"POST", "/api/account/confirm", `{"password":"x"}`},
	{"POST", "/api/account/confirm/code", ""},
	{"GET", "/api/account/export", ""},
	{"POST", "/api/account/export", `{"language":"th"}`},
	{"POST", "/api/account/export/open", ""},
	{"GET", "/api/wallet", ""},
	{"GET", "/api/wallet/refresh/slot", ""},
	{"GET", "/api/wallet/activate/{slotCode}", ""},
	{"GET", "/api/wallet/account/{slotCode}", ""},
	{"GET", "/api/wallet/resetpassword/{slotCode}", ""},
	{"GET", "/api/autoLogin/{provider}/{user}", ""},
	{"GET", "/api/autoLogin/{provider}/{user}/{password}", ""},
	{"POST", "/api/wallet/transfer", `{"from":"WALLET","to":"pg","amount":1}`},
	{"POST", "/api/wallet/transferAll", `{"to":"WALLET"}`},
	{"POST", "/api/wallet/withdraw", `{"amount":100}`},
	{"POST", "/api/wallet/truelink", `{"link":"x"}`},
	{"POST", "/api/wallet/add", `{"amount":100}`},
	{"GET", "/api/wallet/add", ""},
	{"POST", "/api/wallet/slip", ""},
	{"POST", "/api/wallet/withdrawAll", `{"amount":100}`},
	{"GET", "/api/qrcode/{code}", ""},
	{"POST", "/api/qrcode/{code}", `{"amount":1}`},
	{"DELETE", "/api/qrcode/{code}", ""},
	{"POST", "/api/statement", `{"page":1,"limit":10}`},
	{"POST", "/api/statement/slip", `{"page":1,"limit":10}`},
	{"GET", "/api/statement/slip/reference/{reference}", ""},
	{"GET", "/api/spinwheel/active", ""},
	{"GET", "/api/spinwheel/setup", ""},
	{"POST", "/api/spinwheel/spin", `{}`},
	{"GET", "/api/spinwheel/coupon", ""},
	{"POST", "/api/spinwheel/coupon/claim", `{"coupon":"x"}`},
	{"GET", "/api/spinwheel/proof", ""},
	{"POST", "/api/spinwheel/proof/rotate", `{}`},
	{"GET", "/api/bonus", ""},
	{"GET", "/api/bonus/activate/{code}", ""},
	{"GET", "/api/bonus/check/active", ""},
	{"GET", "/api/bonus/check/minimum", ""},
	{"GET", "/api/bonus/clear", ""},
	{"GET", "/api/promotion/current", ""},
	{"GET", "/api/promotion/find/{code}", ""},
	{"GET", "/api/promotion/activate/{code}", ""},
	{"POST", "/api/invite", `{"page":1,"limit":10}`},
	{"GET", "/api/invite/bonus", ""},
	{"GET", "/api/invite/banners", ""},
	{"POST", "/api/refund", `{"page":1,"limit":10}`},
	{"GET", "/api/refund/check", ""},
	{"GET", "/api/refund/receive", ""},
	{"GET", "/api/refund/addWallet", ""},
	{"GET", "/api/refund/banners", ""},
}

// openCalls are everyone's.
var openCalls = []struct{ method, path, body string }{
	{"GET", "/api/lookup/banks", ""},
	{"GET", "/api/lookup/sources", ""},
	{"GET", "/api/lookup/conditions", ""},
	{"GET", "/api/lookup/agreements", ""},
	{"GET", "/api/lookup/info", ""},
	{"GET", "/api/lookup/notice", ""},
	{"GET", "/api/lookup/contact", ""},
	{"GET", "/api/lookup/active", ""},
	{"GET", "/api/lookup/registerOTP", ""},
	{"GET", "/api/lookup/enableChatWidget", ""},
	{"POST", "/api/login", `{"username":"0800000000","password":"nobody's password"}`},
	{"POST", "/api/otp/send", `{"phoneNumber":"1"}`},
	{"POST", "/api/otp/verify", `{"otpToken":"x","otpCode":"1"}`},
	{"POST", "/api/account/forgot", `{"phoneNumber":"1"}`},
	{"POST", "/api/account/forgot/reset", `{"phoneNumber":"1","newPassword":"x"}`},
	{"POST", "/api/account/validate", `{"name":"x"}`},
	{"POST", "/api/account", `{"name":"x"}`},
	{"GET", "/api/chat/config", ""},
	{
		"POST", "/api/chat/send-message",
		`{"guestId":"8d6f2f5c-7a0f-4b57-9c1e-3f0a5b6c7d8e","message":{"message_type":"text","payload":"x"}}`,
	},
	{"POST", "/api/chat/history", `{"guestId":"8d6f2f5c-7a0f-4b57-9c1e-3f0a5b6c7d8e","limit":10,"skip":0}`},
	{"POST", "/api/chat/upload-image", ""},
	{"POST", "/api/chat/upload-video", ""},
	{"PUT", "/api/chat/read-customer/", `{"guestId":"8d6f2f5c-7a0f-4b57-9c1e-3f0a5b6c7d8e"}`},
}

func TestEveryCallIsInATable(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		known := map[string]bool{}
		for _, call := range memberCalls {
			known[call.method+" "+call.path] = true
		}
		for _, call := range openCalls {
			known[call.method+" "+call.path] = true
		}
		paths, _ := a.Client().Get("/api/openapi.json").Value("paths").(map[string]any)
		for path, item := range paths {
			operations, _ := item.(map[string]any)
			for method := range operations {
				if !known[strings.ToUpper(method)+" "+path] {
					t.Errorf("%s %s has no line in memberCalls or openCalls", strings.ToUpper(method), path)
				}
			}
		}
		if len(paths) == 0 {
			t.Error("the contract has no calls")
		}
	})
}

// concrete fills the places in a path.
func concrete(path string) string {
	return strings.NewReplacer("{slotCode}", "pg", "{provider}", "pg",
		"{user}", "kxxxxxxxxxxx", "{password}", "-", "{code}", "KBANK").Replace(path)
}

// TestWhoMayCall: each reason why a token does not count has its code, on every member's call, and nothing happens.
func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		ended := a.Member()
		ended.Post("/api/logout", nil).OK(http.StatusOK)
		for _, call := range memberCalls {
			for name, tc := range map[string]struct{ authorization, code string }{
				"None":      {"", "UNAUTHORIZED"},
				"Empty":     {"Bearer ", "UNAUTHORIZED"},
				"Malformed": {"Bearer x", "invalid-token"},
				"Unknown":   {"Bearer " + strings.Repeat("0", 52), "invalid-token"},
				"Basic":     {"Basic dXNlcjpwYXNz", "invalid-token"},
				"Ended":     {"Bearer " + ended.Token, "invalid-token"},
			} {
				c := a.Client()
				got := c.Raw(call.method, concrete(call.path), call.body, "Authorization", tc.authorization)
				if got.Status != http.StatusUnauthorized || got.At("message") != tc.code {
					t.Errorf("%s %s %s: %d %s", name, call.method, call.path, got.Status, got.Text)
				}
			}
		}
		for _, call := range openCalls { // a bad token does no harm where none is asked for
			got := a.Client().Raw(call.method, call.path, call.body, "Authorization", "Bearer x")
			if got.Status >= 500 || got.At("message") == "invalid-token" {
				t.Errorf("%s %s with a bad token: %d %s", call.method, call.path, got.Status, got.Text)
			}
		}
	})
}

// TestHeadersOfEveryAnswer: the browser's fences stand on every route, refusals and files too.
func TestHeadersOfEveryAnswer(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		paths := []string{
			"GET /", "GET /user/statement", "GET /no-such-file.js", "GET /config.json", "GET /healthz", "GET /readyz",
			"GET /api/nothing", "DELETE /api/wallet", "POST /hooks/kbank", "GET /hooks/kbank", "POST /hooks/nobody",
			"GET /socket.io/?EIO=3",
			"GET /api/openapi.json", "PUT /",
		}
		for _, call := range memberCalls {
			if call.path != "/api/logout" {
				paths = append(paths, call.method+" "+concrete(call.path))
			}
		}
		for _, call := range openCalls {
			paths = append(paths, call.method+" "+call.path)
		}
		for _, line := range paths {
			method, path, _ := strings.Cut(line, " ")
			got := c.Do(method, path, nil)
			h := got.Header
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
				"Strict-Transport-Security": "max-age=31536000; includeSubDomains", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if h.Get(name) != want {
					t.Errorf("%s: %s is %q", line, name, h.Get(name))
				}
			}
			policy := h.Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
				!strings.Contains(policy, "frame-ancestors 'none'") {
				t.Errorf("%s: CSP %q", line, policy)
			}
			if h.Get("X-Request-Id") == "" || h.Get("Access-Control-Allow-Origin") != "" ||
				h.Get("Set-Cookie") != "" || h.Get("Server") != "" {
				t.Errorf("%s: headers %v", line, h)
			}
			if strings.HasPrefix(path, "/api/") && h.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: Cache-Control %q", line, h.Get("Cache-Control"))
			}
			if kind := h.Get("Content-Type"); strings.HasPrefix(path, "/api/") && got.Text != "" && kind != "application/json" {
				t.Errorf("%s: Content-Type %q", line, kind)
			}
		}
	})
}

// TestOnlyTheOperatorsListenerTellsFigures: nothing of it is where members are.
func TestOnlyTheOperatorsListenerTellsFigures(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		member := a.Client()
		member.Get("/api/lookup/banks").OK(http.StatusOK)
		for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
			if got := member.Get(path); strings.Contains(got.Text, "krapao_http") || strings.Contains(got.Text, "goroutine") {
				t.Errorf("%s is on the member listener", path)
			}
		}
		operator := a.Client()
		operator.URL = func() string { return a.OperatorURL }
		figures := operator.Get("/metrics").OK(http.StatusOK).Text
		if !strings.Contains(figures, `krapao_http_requests_total{code="",method="GET",route="/api/lookup/banks",status="200"} 1`) {
			t.Error("no figures of requests")
		}
		if !strings.Contains(figures, "krapao_sockets 0") || !strings.Contains(figures, `krapao_unsettled{kind="withdraw"} 0`) {
			t.Error("no figures of sockets and unsettled transfers")
		}
		for _, figure := range []string{
			"krapao_unmatched 0", "krapao_withdrawals_review 0", "krapao_withdrawals_review_oldest_seconds 0",
			`krapao_slips_waiting{for="bank"} 0`, `krapao_slips_waiting{for="operator"} 0`,
		} {
			if !strings.Contains(figures, figure) {
				t.Errorf("not told: %s", figure)
			}
		}
		operator.Get("/healthz").OK(http.StatusOK)
		operator.Get("/readyz").OK(http.StatusOK)
		if got := operator.Get("/debug/pprof/"); got.Status != http.StatusOK {
			t.Errorf("/debug/pprof/: %d", got.Status)
		}
		// How this test's own program was started: its flags, and no flag's value.
		if got := operator.Get("/debug/pprof/cmdline"); !strings.Contains(got.Text, "=...") ||
			strings.Contains(got.Text, "-test.timeout=1") {
			t.Errorf("/debug/pprof/cmdline: %d %q", got.Status, got.Text)
		}
		operator.Get("/api/wallet").OK(http.StatusNotFound)
	})
}

// TestStateChangingGETsNeedIntent: no link, picture or prefetch sets them off.
func TestStateChangingGETsNeedIntent(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		for _, path := range []string{
			"/api/wallet/refresh/slot", "/api/wallet/activate/pg", "/api/wallet/account/pg", "/api/wallet/resetpassword/pg",
			"/api/autoLogin/pg/x", "/api/autoLogin/pgslot/x/-",
		} {
			if got := c.Do("HEAD", path, nil); got.Status != http.StatusMethodNotAllowed {
				t.Errorf("HEAD %s: %d", path, got.Status)
			}
			for _, header := range [][2]string{{"Sec-Purpose", "prefetch;prerender"}, {"Purpose", "prefetch"}, {"X-Moz", "prefetch"}} {
				c.Get(path, header[0], header[1]).Refused(http.StatusBadRequest, "INVALID_INPUT")
			}
		}
		if got := c.Get("/api/wallet").OK(http.StatusOK); strings.Contains(got.Text, `"isActive":true`) {
			t.Error("something was activated")
		}
	})
}
