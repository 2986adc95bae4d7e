package payout_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/payout"
	"krapao/connect/payout/wire"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	orders "krapao/withdraw/payout"
	"krapao/withdraw/payout/payouttest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

func now() time.Time { return time.Now().UTC() }

func TestConformance(t *testing.T) {
	t.Parallel()
	known := sandbox.DemoCredentials().Payout
	payouttest.Run(t, func(t *testing.T) payouttest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		s.PayoutAuto(false)
		letter := func(secret, key string, at time.Time, body []byte) payouttest.Letter {
			h := http.Header{}
			h.Set(wire.HeaderKey, key)
			h.Set(wire.HeaderTimestamp, wire.Timestamp(at))
			h.Set(wire.HeaderSignature, wire.SignCallback(secret, at, body))
			return payouttest.Letter{Header: h, Body: body}
		}
		body := func(reference string) []byte { return []byte(`{"ref":"` + reference + `","state":"settled"}`) }
		return payouttest.Bench{
			Payout: payout.New(payout.Config{
				BaseURL: s.URL + "/payout", Key: known.Key, Secret: known.Secret, Outbound: s.Outbound(timeout),
			}),
			Timeout: timeout,
			Now:     now,
			Decide:  s.DecidePayout,
			Fault: func(op, mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "payout", Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
			Count: func(reference string) (n int) {
				for _, p := range s.Payouts() {
					if p.Ref == reference {
						n++
					}
				}
				return n
			},
			Callback: func(reference string, at time.Time) (orders.Header, []byte) {
				l := letter(known.Secret, known.Key, at, body(reference))
				return l.Header, l.Body
			},
			Forged: func(reference string, at time.Time) map[string]payouttest.Letter {
				b := body(reference)
				return map[string]payouttest.Letter{
					"nothing":        {Header: http.Header{}, Body: b},
					"another secret": letter("x", known.Key, at, b),
					"another key":    letter(known.Secret, "x", at, b),
					"too old":        letter(known.Secret, known.Key, at.Add(-wire.Window-2*time.Second), b),
					"too young":      letter(known.Secret, known.Key, at.Add(wire.Window+2*time.Second), b),
					"no JSON":        letter(known.Secret, known.Key, at, []byte("hello")),
					"no reference":   letter(known.Secret, known.Key, at, []byte(`{}`)),
				}
			},
		}
	})
}

// Undocumented answers leave the outcome unknown, and no error contains a secret.
func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	const good = `"ref":"aaaaaaaaaaaaaaa","bankCode":"SCB","accountNo":"1234567890","accountName":"A B",` +
		`"amount":"300.00","bankRef":"1"`
	for name, tc := range map[string]struct {
		status int
		body   string
	}{
		"an unknown state":         {200, `{` + good + `,"state":"maybe"}`},
		"half an answer":           {200, `{` + good},
		"another amount":           {200, `{` + strings.Replace(good, "300.00", "300.01", 1) + `,"state":"failed"}`},
		"another reference":        {200, `{` + strings.Replace(good, "aaaaaaaaaaaaaaa", "b", 1) + `,"state":"failed"}`},
		"an undocumented refusal":  {422, `{"code":"SOMETHING_NEW"}`},
		"a refusal that is a page": {422, `<html>`},
		"our own mistake":          {400, `{"code":"BAD_REQUEST"}`},
		"a bad signature":          {401, `{"code":"BAD_SIGNATURE"}`},
		"a used reference":         {409, `{"code":"REF_CONFLICT"}`},
		"another address":          {302, ``},
		"a broken bank":            {500, `{"code":"REFUSED"}`},
		"not found, to an order":   {404, `{"code":"NOT_FOUND"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(tc.status)
				_, _ = w.Write([]byte(tc.body))
			}))
			defer server.Close()
			b := payout.New(payout.Config{BaseURL: server.URL, Key: "the-key", Secret: "the-secret"})
			got, err := b.Send(t.Context(), orders.Order{
				Reference: "aaaaaaaaaaaaaaa", Amount: 300 * money.Baht,
				Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "A B"},
			})
			if err == nil {
				t.Fatalf("treated as definitive: %+v", got)
			}
			for _, secret := range []string{"the-secret", "the-key", server.URL, "1234567890"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains %q: %v", secret, err)
				}
			}
		})
	}
}
