package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// TestInputIsReadStrictly: what is not in the contract is refused, on every call with a body, and nothing happens. It is refused
// before a store is asked.
func TestInputIsReadStrictly(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
		for name, body := range map[string]string{
			"Unknown":     `{"amount":100,"coin":999}`,
			"Twice":       `{"amount":100,"amount":900}`,
			"TwiceEscape": `{"amount":100,"\u0061mount":900}`,
			"Cased":       `{"Amount":100}`,
			"CasedBoth":   `{"amount":100,"AMOUNT":900}`,
			"Missing":     `{}`,
			"Array":       `[{"amount":100}]`,
			"Number":      `100`,
			"Null":        `null`,
			"Trailing":    `{"amount":100}{"amount":100}`,
			"Garbage":     `{"amount":100}x`,
			"Cut":         `{"amount":100`,
			"NotUTF8":     "{\"amount\":100,\"x\":\"\xff\xfe\"}",
			"NUL":         `{"amount":100,"x":"\u0000"}`,
			"Deep":        deep,
			"Comment":     `{"amount":100/**/}`,
			"Form":        `amount=100`,
		} {
			for _, path := range []string{"/api/wallet/withdraw", "/api/qrcode/KBANK"} {
				got := c.Raw(http.MethodPost, path, body)
				if got.Status != http.StatusBadRequest || got.At("message") != "INVALID_INPUT" {
					t.Errorf("%s to %s: %d %s", name, path, got.Status, got.Text)
				}
			}
		}
		c.Raw(http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`,
			"Content-Type", "text/plain").Refused(http.StatusBadRequest, "INVALID_INPUT")
		c.Raw(http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`,
			"Content-Type", "application/x-www-form-urlencoded").Refused(http.StatusBadRequest, "INVALID_INPUT")
		c.Raw(http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`,
			"Content-Encoding", "gzip").Refused(http.StatusBadRequest, "INVALID_INPUT")
		c.Raw(http.MethodPost, "/api/wallet/withdraw", "").Refused(http.StatusBadRequest, "INVALID_INPUT")
		large := `{"amount":100,"x":"` + strings.Repeat("a", 64<<10) + `"}`
		c.Raw(http.MethodPost, "/api/wallet/withdraw", large).Refused(http.StatusRequestEntityTooLarge, "INVALID_INPUT")
		c.Raw(http.MethodPost, "/hooks/kbank", large).OK(http.StatusRequestEntityTooLarge)
		if got := c.Balance(); got != 100000 {
			t.Errorf("balance %s: something moved", got)
		}
	})
}

// TestNullIsAWrongType in every field of every body of the contract, unless the contract says that it may be null: absent
// is one thing, null another. It is refused before a store is asked.
func TestNullIsAWrongType(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		doc, fields := c.Get("/api/openapi.json").OK(http.StatusOK), 0
		schemas, _ := doc.Value("components.schemas").(map[string]any)
		paths, _ := doc.Value("paths").(map[string]any)
		for path, item := range paths {
			calls, _ := item.(map[string]any)
			for method, call := range calls {
				properties := bodyOf(call, schemas)
				for null := range properties {
					if mayBeNull(properties[null]) {
						continue
					}
					fields++
					got := c.Do(strings.ToUpper(method), concrete(path), sample(properties, null))
					if code := got.At("message"); got.Status != http.StatusBadRequest || code != "INVALID_INPUT" && code != "INVALID_AMOUNT" {
						t.Errorf("%s %s with null in %s: %d %s", method, path, null, got.Status, got.Text)
					}
				}
			}
		}
		if fields < 30 {
			t.Errorf("only %d fields were tried", fields)
		}
	})
}

// bodyOf is what a call's JSON body holds, by the contract; nil where it has none.
func bodyOf(call any, schemas map[string]any) map[string]any {
	at := call
	for _, step := range []string{"requestBody", "content", "application/json", "schema", "$ref"} {
		object, _ := at.(map[string]any)
		at = object[step]
	}
	name, _ := at.(string)
	schema, _ := schemas[strings.TrimPrefix(name, "#/components/schemas/")].(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	return properties
}

func mayBeNull(property any) bool {
	types, several := property.(map[string]any)["type"].([]any)
	return several && slices.Contains(types, any("null"))
}

// sample is a body of the right types but for one field.
func sample(properties map[string]any, null string) map[string]any {
	body := map[string]any{}
	for name, property := range properties {
		p, _ := property.(map[string]any)
		values, _ := p["enum"].([]any)
		switch {
		case name == null:
			body[name] = nil
		case len(values) > 0:
			body[name] = values[0]
		case p["type"] == "boolean":
			body[name] = true
		case p["type"] == "string":
			body[name] = "x"
		default:
			body[name] = 1
		}
	}
	return body
}

// TestAmounts: an amount is a JSON number of baht with at most two decimals, by value.
func TestAmounts(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		for _, path := range []string{"/api/wallet/withdraw", "/api/wallet/withdrawAll", "/api/qrcode/KBANK", "/api/wallet/transfer"} {
			send := func(amount string) apptest.Answer {
				body := `{"amount":` + amount + `}`
				if path == "/api/wallet/transfer" {
					body = `{"from":"WALLET","to":"pg","amount":` + amount + `}`
				}
				return c.Raw(http.MethodPost, path, body)
			}
			for _, amount := range []string{
				`"100"`, `null`, `true`, `{}`, `[]`, `100.001`, `1e-3`, `1000000000.01`, `-1000000000.01`, `1e10`, `1e400`, `1e999999999`,
				`0.1e-2`, `99999999999999999999`,
			} {
				got := send(amount)
				if got.Status != http.StatusBadRequest || got.At("message") != "INVALID_AMOUNT" {
					t.Errorf("%s of %s: %d %s", path, amount, got.Status, got.Text)
				}
			}
			minimum := map[string]string{"/api/qrcode/KBANK": "QR_MINIMUM", "/api/wallet/transfer": "TRANSFER_MINIMUM"}[path]
			if minimum == "" {
				minimum = "WITHDRAW_MINIMUM"
			}
			for _, amount := range []string{`0`, `-0`, `-1`, `0.5`, `0.00`, `-1000000000`} {
				got := send(amount)
				if got.Status != http.StatusBadRequest || got.At("message") != minimum {
					t.Errorf("%s of %s: %d %s, want %s", path, amount, got.Status, got.Text, minimum)
				}
			}
		}
		if got := c.Balance(); got != 100000 {
			t.Errorf("balance %s: something moved", got)
		}
		for i, amount := range []string{`1`, `1.1`, `1.10`, `1.100`, `11e-1`, `1.1E0`} {
			got := c.Raw(http.MethodPost, "/api/qrcode/KBANK", `{"amount":`+amount+`}`).OK(http.StatusOK)
			if want := "1.1"; i > 0 && got.At("amount") != want {
				t.Errorf("%s became %s", amount, got.At("amount"))
			}
		}
	})
}

// TestHostilePaths: ids are looked up, never trusted; nothing that a path can hold is a 500.
func TestHostilePaths(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		for _, id := range []string{
			"nope", "PG", "%00", "%ff%fe", "..%2f..%2fetc", "';DROP TABLE member;--", "%F0%9F%92%B0", strings.Repeat("a", 5000),
			"%2e%2e", "WALLET", "*", "pg%20",
		} {
			id = strings.NewReplacer(" ", "%20", "'", "%27", ";", "%3B").Replace(id)
			for _, call := range []string{
				"GET /api/wallet/activate/", "GET /api/wallet/account/", "GET /api/wallet/resetpassword/",
				"GET /api/qrcode/", "DELETE /api/qrcode/", "POST /api/qrcode/", "GET /api/autoLogin/pg/", "GET /api/autoLogin/pgslot/x/",
			} {
				method, path, _ := strings.Cut(call, " ")
				body := ""
				if method == http.MethodPost {
					body = `{"amount":100}`
				}
				got := c.Raw(method, path+id, body)
				if got.Status != http.StatusNotFound && got.Status != http.StatusBadRequest && got.Status != http.StatusMethodNotAllowed {
					t.Errorf("%s%s: %d %s", call, id, got.Status, got.Text)
				}
			}
		}
	})
}
