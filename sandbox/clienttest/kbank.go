package clienttest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"krapao/connect/payment/kbank/wire"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// KBank calls the bank as an adapter does.
type KBank struct {
	t     *testing.T
	base  string
	Token string
	HTTP  *http.Client
}

// NewKBank logs in at the sandbox's KBANK.
func NewKBank(t *testing.T, s *sandboxtest.Sandbox) *KBank {
	t.Helper()
	c := &KBank{t: t, base: s.URL + "/kbank", HTTP: New(s)}
	known := sandbox.DemoCredentials().KBank
	status, body, err := c.Oauth(known.ConsumerID, known.ConsumerSecret)
	var token wire.Token
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &token) != nil || token.AccessToken == "" {
		t.Fatalf("token: HTTP %d, %v, %s", status, err, body)
	}
	c.Token = token.AccessToken
	return c
}

// Oauth requests a token.
func (c *KBank) Oauth(id, secret string) (int, []byte, error) {
	form := url.Values{wire.FormGrantType: {wire.GrantClientCredential}}
	r, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.base+wire.PathToken, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(id, secret)
	return do(c.HTTP, r)
}

// caller is the part that every call has.
func (c *KBank) caller(uid string) wire.Caller {
	known := sandbox.DemoCredentials().KBank
	return wire.Caller{
		PartnerTxnUid: uid, PartnerID: known.PartnerID, PartnerSecret: known.PartnerSecret,
		RequestDt: Begin.Format(wire.TimeFormat), MerchantID: known.MerchantID, TerminalID: known.TerminalID, QRType: wire.QRTypeThai,
	}
}

// Post makes a call with the token.
func (c *KBank) Post(path string, body any) (int, []byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	r, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.base+path, bytes.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+c.Token)
	return do(c.HTTP, r)
}

// Order returns a request for a code.
func (c *KBank) Order(uid string, amount json.Number) wire.Request {
	return wire.Request{Caller: c.caller(uid), TxnAmount: amount, TxnCurrencyCode: wire.CurrencyBaht, Reference1: uid}
}

// Request creates a code and returns the answer.
func (c *KBank) Request(uid string, amount json.Number) wire.Reply {
	c.t.Helper()
	return Decode[wire.Reply](c.t)(c.Post(wire.PathRequest, c.Order(uid, amount)))
}

// Inquire inquires about a code.
func (c *KBank) Inquire(uid string) wire.InquiryReply {
	c.t.Helper()
	return Decode[wire.InquiryReply](c.t)(c.Post(wire.PathInquiry, wire.Original{Caller: c.caller("inq"), OrigPartnerTxnUid: uid}))
}

// Cancel cancels a code.
func (c *KBank) Cancel(uid string) wire.Status {
	c.t.Helper()
	return Decode[wire.Status](c.t)(c.Post(wire.PathCancel, wire.Original{Caller: c.caller("cancel"), OrigPartnerTxnUid: uid}))
}

// do makes a call and reads all of the answer.
func do(client *http.Client, r *http.Request) (int, []byte, error) {
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, body, err
}

// Decode reads a T from an answer with HTTP 200, or fails the test.
func Decode[T any](t *testing.T) func(status int, body []byte, err error) T {
	t.Helper()
	return func(status int, body []byte, err error) (value T) {
		t.Helper()
		if err != nil || status != http.StatusOK {
			t.Fatalf("HTTP %d, %v: %s", status, err, body)
		}
		if err := json.Unmarshal(body, &value); err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		return value
	}
}
