package kbank_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/kbank"
	"krapao/connect/payment/kbank/wire"
	"krapao/deposit/qr"
	"krapao/deposit/qr/gatewaytest"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

func config(base string, settings outbound.Settings) kbank.Config {
	known := sandbox.DemoCredentials().KBank
	return kbank.Config{
		BaseURL: base, ConsumerID: known.ConsumerID, ConsumerSecret: known.ConsumerSecret, PartnerID: known.PartnerID,
		PartnerSecret: known.PartnerSecret, MerchantID: known.MerchantID, TerminalID: known.TerminalID, NamePayer: true,
		Outbound: settings,
	}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	gatewaytest.Run(t, func(t *testing.T) gatewaytest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		letter := func(merchant, reference string) []byte {
			return []byte(`{"partnerTxnUid":"` + reference + `","partnerId":"SANDBOX01","statusCode":"00",` +
				`"merchantId":"` + merchant + `","txnAmount":5,"txnNo":"1"}`)
		}
		return gatewaytest.Bench{
			Gateway: kbank.New(config(s.URL+"/kbank", s.Outbound(timeout))),
			Timeout: timeout,
			Pay: func(reference string, amount money.Amount) string {
				return s.Pay(reference, sandboxtest.Payer{
					FromBank: "SCB", FromAccount: "1234567890", FromName: "A B", Amount: json.Number(amount.String()),
				})
			},
			Fault: func(op, mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
			Reverse: s.Reverse,
			Forget:  s.Restart,
			Callback: func(reference string) (qr.Header, []byte) {
				return http.Header{}, letter("KBSANDBOX00001", reference)
			},
			Forged: func(reference string) map[string]gatewaytest.Letter {
				return map[string]gatewaytest.Letter{
					"another merchant": {Header: http.Header{}, Body: letter("OTHER", reference)},
					"no reference":     {Header: http.Header{}, Body: letter("KBSANDBOX00001", "")},
					"too long":         {Header: http.Header{}, Body: letter("KBSANDBOX00001", strings.Repeat("a", 16))},
					"no JSON":          {Header: http.Header{}, Body: []byte("hello")},
					"nothing":          {Header: http.Header{}},
				}
			},
		}
	})
}

// A success about another code, or a refusal that is not documented, leaves the outcome unknown.
func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"another code":         `{"partnerTxnUid":"somebodyelses00","statusCode":"00","qrCode":"x"}`,
		"no code":              `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"00"}`,
		"undocumented no":      `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"10","errorCode":"something_new"}`,
		"the bank's own fault": `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"10","errorCode":"internal_error"}`,
		"a used reference":     `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"10","errorCode":"duplicate_request"}`,
		"an unknown status":    `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"20"}`,
		"half an answer":       `{"partnerTxnUid":"aaaaaaaa`,
		"a status twice":       `{"partnerTxnUid":"aaaaaaaaaaaaaaa","statusCode":"","statusCode":"10"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/token") {
					_, _ = w.Write([]byte(`{"access_token":"t","expires_in":"1799"}`))
					return
				}
				_, _ = w.Write([]byte(answer))
			}))
			defer server.Close()
			gateway := kbank.New(config(server.URL, outbound.Settings{}))
			_, err := gateway.Create(t.Context(), qr.Order{Reference: "aaaaaaaaaaaaaaa", Amount: 100})
			var refusal *qr.RefusedError
			if err == nil || errors.As(err, &refusal) {
				t.Errorf("treated as definitive: %v", err)
			}
			for _, secret := range []string{"sandbox-consumer-secret", "sandbox-partner-secret", server.URL} {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains %q", secret)
				}
			}
		})
	}
}

// A payment whose amount can't be read for certain is none yet: it is asked about again.
func TestInquiriesThatDoNotFit(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]money.Amount{
		`5`: 500, `"5.00"`: 500, `5e0`: 500, `5,"txnAmount":500`: 0, `5,"TxnAmount":500`: 0, `-5`: 0, `-0`: 0, `1e400`: 0, `"NaN"`: 0,
		`0.005`: 0, `null`: 0, strings.Repeat("9", 30): 0,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/token") {
				_, _ = w.Write([]byte(`{"access_token":"t","expires_in":"1799"}`))
				return
			}
			_, _ = w.Write([]byte(`{"statusCode":"00","origPartnerTxnUid":"r","txnStatus":"PAID","txnNo":"1","txnCurrencyCode":"THB",` +
				`"txnAmount":` + amount + `}`))
		}))
		state, err := kbank.New(config(server.URL, outbound.Settings{})).Inquire(t.Context(), qr.Ref{Reference: "r"})
		server.Close()
		var got money.Amount
		for _, p := range state.Payments {
			got += p.Amount
		}
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %s, %v, want %s", amount, got, err, want)
		}
	}
}

// A payment that can't be read hides none of the others.
func TestTheOthersOfAnUnreadablePaymentCount(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]string{
		"no amount": `{"txnNo":"1","txnAmount":-1,"paidDt":"2026-11-26T21:00:00+07:00"}`,
		"no number": `{"txnNo":"","txnAmount":7,"paidDt":"2026-11-26T21:00:00+07:00"}`,
		"no time":   `{"txnNo":"1","txnAmount":7,"paidDt":"yesterday"}`,
		"no end":    `{"txnNo":"1","txnAmount":7,"voidedDt":"yesterday"}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/token") {
				_, _ = w.Write([]byte(`{"access_token":"t","expires_in":"1799"}`))
				return
			}
			_, _ = w.Write([]byte(`{"statusCode":"00","origPartnerTxnUid":"r","txnStatus":"PAID","txnNo":"1","txnCurrencyCode":"THB",` +
				`"txnAmount":7,"payments":[` + bad + `,{"txnNo":"2","txnAmount":5,"paidDt":"` + time.Now().Format(wire.TimeFormat) + `"}]}`))
		}))
		state, err := kbank.New(config(server.URL, outbound.Settings{})).Inquire(t.Context(), qr.Ref{Reference: "r"})
		server.Close()
		if err != nil || len(state.Payments) != 1 || state.Payments[0].Source != "2" || state.Unread == nil {
			t.Errorf("%s: %+v, %v", name, state, err)
		}
	}
}
