package signed_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/payment/signed"
	"krapao/connect/payment/signed/wire"
	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/deposit/qr/gatewaytest"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

// gateways are the two configurations.
func gateways() map[string]sandbox.SignedCredentials {
	known := sandbox.DemoCredentials()
	return map[string]sandbox.SignedCredentials{"WW": known.WW, "FP": known.FP}
}

func signer(known sandbox.SignedCredentials) wire.Signer {
	return wire.Signer{Scheme: wire.Scheme(known.Scheme), Secret: known.Secret}
}

func config(base, name string, known sandbox.SignedCredentials, settings outbound.Settings) signed.Config {
	return signed.Config{
		Name: name, BaseURL: base, MerchantNo: known.MerchantNo, Signer: signer(known), Outbound: settings,
	}
}

func letter(t *testing.T, s wire.Signer, at time.Time, n wire.Notify) gatewaytest.Letter {
	t.Helper()
	body, fields, err := s.Seal(n, at)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	for name, value := range fields {
		header.Set(name, value)
	}
	return gatewaytest.Letter{Header: header, Body: body}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, known := range gateways() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gatewaytest.Run(t, func(t *testing.T) gatewaytest.Bench { return bench(t, name, known) })
		})
	}
}

func bench(t *testing.T, name string, known sandbox.SignedCredentials) gatewaytest.Bench {
	t.Helper()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	notify := func(reference string) wire.Notify {
		return wire.Notify{Action: wire.ActionNotify, MerchantNo: known.MerchantNo, OrderNo: reference}
	}
	return gatewaytest.Bench{
		Gateway:    signed.New(config(s.URL+"/"+strings.ToLower(name), name, known, s.Outbound(timeout))),
		Timeout:    timeout,
		NamesPayer: true,
		Pay: func(reference string, amount money.Amount) string {
			return s.Pay(reference, sandboxtest.Payer{
				FromBank: "SCB", FromAccount: "1234567890", FromName: "A B", Amount: json.Number(amount.String()),
			})
		},
		Reverse: s.Reverse,
		Fault: func(op, mode string, delay time.Duration) {
			s.AddFault(sandboxtest.Fault{Target: "qr:" + name, Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond)})
		},
		Forget: s.Restart,
		Callback: func(reference string) (qr.Header, []byte) {
			l := letter(t, signer(known), time.Now(), notify(reference))
			return l.Header, l.Body
		},
		Forged: func(reference string) map[string]gatewaytest.Letter {
			return forged(t, known, notify(reference))
		},
	}
}

// forged are letters that a stranger could send, and genuine ones of another time or purpose.
func forged(t *testing.T, known sandbox.SignedCredentials, n wire.Notify) map[string]gatewaytest.Letter {
	t.Helper()
	ours, now := signer(known), time.Now()
	stranger := ours
	stranger.Secret = "not the secret"
	other, order := n, n
	other.MerchantNo, order.Action = "OTHER", wire.ActionQuery
	unnamed := n
	unnamed.OrderNo = ""
	unsigned, _ := json.Marshal(n)
	changed := letter(t, ours, now, n)
	changed.Body = []byte(strings.Replace(string(changed.Body), n.OrderNo, "somebodyelses00", 1))
	return map[string]gatewaytest.Letter{
		"a stranger's":          letter(t, stranger, now, n),
		"an old one":            letter(t, ours, now.Add(-wire.DefaultWindow-time.Minute), n),
		"one of tomorrow":       letter(t, ours, now.Add(wire.DefaultWindow+time.Minute), n),
		"of another merchant":   letter(t, ours, now, other),
		"a request of our own":  letter(t, ours, now, order),
		"about nothing":         letter(t, ours, now, unnamed),
		"changed on the way":    changed,
		"without a signature":   {Header: http.Header{}, Body: unsigned},
		"an empty signature":    {Header: http.Header{"X-Signature": {""}, "X-Timestamp": {"1"}}, Body: []byte(`{"sign":""}`)},
		"a signature of a list": {Header: http.Header{}, Body: []byte(`{"sign":["x"],"timestamp":{}}`)},
		"no JSON":               {Header: http.Header{}, Body: []byte("hello")},
		"nothing":               {Header: http.Header{}},
	}
}

// A gateway's answer counts only if it is signed, recent, and about the requested code.
func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	known := sandbox.DemoCredentials().WW
	good := wire.Answer{
		Action: wire.ActionAnswer, Code: wire.CodeOK, MerchantNo: known.MerchantNo, OrderNo: "aaaaaaaaaaaaaaa", Amount: "1.00",
		Currency: "THB", QRCode: "x", ExpiresAt: 1_900_000_000,
	}
	with := func(change func(*wire.Answer)) wire.Answer { a := good; change(&a); return a }
	stranger := wire.Signer{Scheme: wire.BodyHMAC, Secret: "not the secret"}
	for name, tc := range map[string]struct {
		signer wire.Signer
		answer wire.Answer
		age    time.Duration
		fits   bool
	}{
		"the right one":    {signer(known), good, 0, true},
		"a stranger's":     {stranger, good, 0, false},
		"a stranger's no":  {stranger, with(func(a *wire.Answer) { a.Code = wire.CodeInvalidAmount }), 0, false},
		"an old one":       {signer(known), good, 2 * wire.DefaultWindow, false},
		"a callback":       {signer(known), with(func(a *wire.Answer) { a.Action = wire.ActionNotify }), 0, false},
		"another code":     {signer(known), with(func(a *wire.Answer) { a.OrderNo = "b" }), 0, false},
		"another merchant": {signer(known), with(func(a *wire.Answer) { a.MerchantNo = "b" }), 0, false},
		"another amount":   {signer(known), with(func(a *wire.Answer) { a.Amount = "2.00" }), 0, false},
		"another currency": {signer(known), with(func(a *wire.Answer) { a.Currency = "LAK" }), 0, false},
		"no code":          {signer(known), with(func(a *wire.Answer) { a.QRCode = "" }), 0, false},
		"no end":           {signer(known), with(func(a *wire.Answer) { a.ExpiresAt = 0 }), 0, false},
		"a used reference": {signer(known), with(func(a *wire.Answer) { a.Code = wire.CodeDuplicate }), 0, false},
		"its own fault":    {signer(known), with(func(a *wire.Answer) { a.Code = wire.CodeBroken }), 0, false},
		"an unknown code":  {signer(known), with(func(a *wire.Answer) { a.Code = "NEW" }), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				body, header, err := tc.signer.Seal(tc.answer, time.Now().Add(-tc.age))
				if err != nil {
					t.Error(err)
				}
				for name, value := range header {
					w.Header().Set(name, value)
				}
				_, _ = w.Write(body)
			}))
			defer server.Close()
			gateway := signed.New(config(server.URL, "WW", known, outbound.Settings{}))
			_, err := gateway.Create(t.Context(), qr.Order{Reference: "aaaaaaaaaaaaaaa", Amount: 100})
			var refusal *qr.RefusedError
			if (err == nil) != tc.fits || errors.As(err, &refusal) {
				t.Errorf("%v", err)
			}
			for _, secret := range []string{known.Secret, server.URL} {
				if err != nil && strings.Contains(err.Error(), secret) {
					t.Errorf("the error contains %q", secret)
				}
			}
		})
	}
}

// The paying bank's reference is passed on, so that no other channel takes the same money for another arrival.
func TestThePayingBanksReference(t *testing.T) {
	t.Parallel()
	synctest.Test(t, thePayingBanksReference)
}

func thePayingBanksReference(t *testing.T) {
	known := sandbox.DemoCredentials().FP
	s := sandboxtest.Start(t, sandboxtest.Options{})
	g := signed.New(config(s.URL+"/fp", "FP", known, s.Outbound(timeout)))
	o := qr.Order{Reference: "aaaaaaaaaaaaaaa", Amount: 10_00, Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1", Name: "A B"}}
	if _, err := g.Create(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ref := s.Pay(o.Reference, sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "A B"})
	state, err := g.Inquire(t.Context(), qr.Ref{Reference: o.Reference})
	if err != nil || len(state.Payments) != 1 {
		t.Fatalf("%+v, %v", state, err)
	}
	if also := state.Payments[0].Also; len(also) != 1 || also[0] != (deposit.Identifier{Kind: "bank:014", Value: ref}) {
		t.Errorf("also known as %+v", also)
	}
}
