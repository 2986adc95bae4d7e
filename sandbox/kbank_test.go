package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/kbank/wire"
	"krapao/internal/clock"
	"krapao/internal/memnet"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// kbankClient calls the bank as an adapter does.
type kbankClient struct {
	t     *testing.T
	base  string
	token string
	http  *http.Client
}

func newKBank(t *testing.T, s *sandboxtest.Sandbox) *kbankClient {
	t.Helper()
	c := &kbankClient{t: t, base: s.URL + "/kbank", http: newClient(s)}
	known := sandbox.DemoCredentials().KBank
	status, body, err := c.oauth(known.ConsumerID, known.ConsumerSecret)
	var token wire.Token
	if err != nil || status != http.StatusOK || json.Unmarshal(body, &token) != nil || token.AccessToken == "" {
		t.Fatalf("token: HTTP %d, %v, %s", status, err, body)
	}
	c.token = token.AccessToken
	return c
}

func (c *kbankClient) oauth(id, secret string) (int, []byte, error) {
	form := url.Values{wire.FormGrantType: {wire.GrantClientCredential}}
	r, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.base+wire.PathToken, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth(id, secret)
	return do(c.http, r)
}

// caller is a call's common part.
func (c *kbankClient) caller(uid string) wire.Caller {
	known := sandbox.DemoCredentials().KBank
	return wire.Caller{
		PartnerTxnUid: uid, PartnerID: known.PartnerID, PartnerSecret: known.PartnerSecret,
		RequestDt: start.Format(wire.TimeFormat), MerchantID: known.MerchantID, TerminalID: known.TerminalID, QRType: wire.QRTypeThai,
	}
}

func (c *kbankClient) post(path string, body any) (int, []byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	r, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.base+path, bytes.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+c.token)
	return do(c.http, r)
}

func (c *kbankClient) order(uid string, amount json.Number) wire.Request {
	return wire.Request{Caller: c.caller(uid), TxnAmount: amount, TxnCurrencyCode: wire.CurrencyBaht, Reference1: uid}
}

// request makes a code and returns the answer.
func (c *kbankClient) request(uid string, amount json.Number) wire.Reply {
	c.t.Helper()
	return decode[wire.Reply](c.t)(c.post(wire.PathRequest, c.order(uid, amount)))
}

func (c *kbankClient) inquire(uid string) wire.InquiryReply {
	c.t.Helper()
	return decode[wire.InquiryReply](c.t)(c.post(wire.PathInquiry, wire.Original{Caller: c.caller("inq"), OrigPartnerTxnUid: uid}))
}

func (c *kbankClient) cancel(uid string) wire.Status {
	c.t.Helper()
	return decode[wire.Status](c.t)(c.post(wire.PathCancel, wire.Original{Caller: c.caller("cancel"), OrigPartnerTxnUid: uid}))
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

// decode reads a T from an answer with HTTP 200, or fails the test.
func decode[T any](t *testing.T) func(status int, body []byte, err error) T {
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

func code(s wire.Status) string {
	if s.ErrorCode == nil {
		return s.StatusCode
	}
	return s.StatusCode + " " + *s.ErrorCode
}

func TestKBankPaidCode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWallet(t)
		s := sandboxtest.Start(t, w.calledBy())
		bank := newKBank(t, s)

		made := bank.request("abcdefghij12345", "500")
		if code(made.Status) != "00" || !strings.HasPrefix(made.QRCode, "000201010212") || !strings.Contains(made.QRCode, "0215ABCDEFGHIJ12345") ||
			!strings.Contains(made.QRCode, "5406500.00") {
			t.Fatalf("code: %+v", made)
		}
		if got := bank.inquire("abcdefghij12345"); got.TxnStatus != wire.TxnRequested || len(got.Payments) != 0 {
			t.Fatalf("before the payment: %+v", got)
		}
		first := s.Pay("abcdefghij12345", sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI"})
		second := s.Pay("abcdefghij12345", sandboxtest.Payer{Amount: "0.01"})
		if first == second || len(first) > 20 {
			t.Fatalf("references %q, %q", first, second)
		}
		got := bank.inquire("abcdefghij12345")
		if got.TxnStatus != wire.TxnPaid || got.TxnNo != first || got.TxnAmount != "500" || len(got.Payments) != 2 ||
			got.Payments[0].TxnNo != first || got.Payments[1].TxnNo != second || got.Payments[1].TxnAmount != "0.01" {
			t.Fatalf("after two payments: %+v", got)
		}
		seen := map[string]json.Number{}
		for _, one := range w.wait(t, 2) {
			var callback wire.Callback
			if err := json.Unmarshal(one.body, &callback); err != nil || one.path != "/hooks/kbank" || callback.PartnerTxnUid != "abcdefghij12345" {
				t.Fatalf("callback: %s", one.body)
			}
			if strings.Contains(string(one.body), "1234567890") || strings.Contains(string(one.body), "SOMCHAI") {
				t.Errorf("the callback names the payer: %s", one.body)
			}
			seen[callback.TxnNo] = callback.TxnAmount
		}
		if seen[first] != "500" || seen[second] != "0.01" {
			t.Errorf("callbacks: %v", seen)
		}
		if totals := s.Totals(); totals.QRIn != "500.01" || totals.BankIn != "0" {
			t.Errorf("totals: %+v", totals)
		}
	})
}

func TestKBankCodeEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(start)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		bank := newKBank(t, s)
		for _, uid := range []string{"open", "expired", "cancelled", "paid"} {
			bank.request(uid, "100")
		}
		if got := bank.cancel("cancelled"); code(got) != "00" {
			t.Errorf("cancel: %s", code(got))
		}
		s.Pay("paid", sandboxtest.Payer{})
		now.Advance(10*time.Minute - time.Microsecond)
		if got := bank.inquire("expired").TxnStatus; got != wire.TxnRequested {
			t.Errorf("a moment before its end: %s", got)
		}
		now.Advance(time.Microsecond)
		for uid, want := range map[string]string{
			"expired": wire.TxnExpired, "cancelled": wire.TxnCancelled, "paid": wire.TxnPaid, "unknown": wire.TxnNotFound,
		} {
			if got := bank.inquire(uid).TxnStatus; got != want {
				t.Errorf("%s: %s, want %s", uid, got, want)
			}
		}
		for uid, want := range map[string]string{
			"expired": "10 " + wire.ErrorExpired, "cancelled": "10 " + wire.ErrorCancelled,
			"paid": "10 " + wire.ErrorPaid, "unknown": "10 " + wire.ErrorNotFound,
		} {
			if got := code(bank.cancel(uid)); got != want {
				t.Errorf("cancel %s: %s, want %s", uid, got, want)
			}
		}
		// Money that comes after the end has come all the same.
		for _, uid := range []string{"expired", "cancelled"} {
			ref := s.Pay(uid, sandboxtest.Payer{})
			if got := bank.inquire(uid); got.TxnStatus != wire.TxnPaid || got.TxnNo != ref {
				t.Errorf("%s paid: %+v", uid, got)
			}
		}
		if got := s.Totals().QRIn; got != "300" {
			t.Errorf("qrIn = %s", got)
		}
	})
}

func TestKBankRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		bank := newKBank(t, s)
		bank.request("taken", "100")
		change := func(f func(*wire.Request)) wire.Request { in := bank.order("new", "100"); f(&in); return in }
		for name, tc := range map[string]struct {
			in   wire.Request
			want string
		}{
			"Duplicate":   {bank.order("taken", "100"), wire.ErrorDuplicate},
			"Zero":        {bank.order("new", "0"), wire.ErrorAmount},
			"Negative":    {bank.order("new", "-1"), wire.ErrorAmount},
			"Satang":      {bank.order("new", "1.005"), wire.ErrorAmount},
			"Currency":    {change(func(in *wire.Request) { in.TxnCurrencyCode = "LAK" }), wire.ErrorCurrency},
			"QRType":      {change(func(in *wire.Request) { in.QRType = "1" }), wire.ErrorQRType},
			"NoReference": {change(func(in *wire.Request) { in.Reference1 = "" }), wire.ErrorReference},
			"LongUid":     {bank.order("abcdefghij123456", "100"), wire.ErrorBadRequest},
			"Secret":      {change(func(in *wire.Request) { in.PartnerSecret = "x" }), wire.ErrorAuthentication},
			"Partner":     {change(func(in *wire.Request) { in.PartnerID = "x" }), wire.ErrorAuthentication},
			"OtherShop":   {change(func(in *wire.Request) { in.MerchantID = "x" }), wire.ErrorAuthentication},
		} {
			got := decode[wire.Reply](t)(bank.post(wire.PathRequest, tc.in))
			if code(got.Status) != "10 "+tc.want || got.QRCode != "" {
				t.Errorf("%s: %s, want %s", name, code(got.Status), tc.want)
			}
		}
		if status, _, err := bank.oauth("x", "y"); err != nil || status != http.StatusUnauthorized {
			t.Errorf("wrong consumer: HTTP %d, %v", status, err)
		}
		bank.token = "other"
		if status, _, err := bank.post(wire.PathRequest, bank.order("new", "1")); err != nil || status != http.StatusUnauthorized {
			t.Errorf("wrong token: HTTP %d, %v", status, err)
		}
		s.Call(http.MethodPost, "/sandbox/bank/qr/unknown/pay", sandboxtest.Payer{}, http.StatusNotFound, nil)
		s.Call(http.MethodPost, "/sandbox/bank/qr/taken/pay", sandboxtest.Payer{Amount: "0"}, http.StatusBadRequest, nil)
		s.Call(http.MethodPost, "/sandbox/bank/qr/taken/pay", sandboxtest.Payer{Amount: "1.001"}, http.StatusBadRequest, nil)
		if got := s.Totals().QRIn; got != "0" {
			t.Errorf("qrIn = %s", got)
		}
	})
}

// A callback is repeated until the wallet has it.
func TestCallbackIsRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWallet(t, http.StatusInternalServerError, http.StatusServiceUnavailable)
		s := sandboxtest.Start(t, w.calledBy())
		newKBank(t, s).request("abc", "1")
		s.Pay("abc", sandboxtest.Payer{})
		got := w.wait(t, 3)
		if first, second := got[1].at.Sub(got[0].at), got[2].at.Sub(got[1].at); first != 500*time.Millisecond || second != time.Second {
			t.Errorf("repeated after %s, and then after %s", first, second)
		}
		if string(got[0].body) != string(got[2].body) {
			t.Errorf("the repetition differs: %s, %s", got[0].body, got[2].body)
		}
		pass(time.Minute)
		if n := len(w.callbacks()); n != 3 {
			t.Errorf("%d callbacks after a 200", n)
		}
	})
}

// A wallet that does not answer a callback has ten seconds; then it is told again.
func TestACallbackThatIsNotAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var told []time.Time
		n := memnet.New()
		wallet := n.Server("wallet.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			told = append(told, time.Now())
			if _, _ = io.ReadAll(r.Body); len(told) == 1 {
				<-r.Context().Done()
				return
			}
			_, _ = io.WriteString(w, `{"statusCode":"00","errorCode":null,"errorDesc":null}`)
		}))
		t.Cleanup(func() { wallet.CloseClientConnections(); wallet.Close() })
		s := sandboxtest.Start(t, sandboxtest.Options{WalletURL: wallet.URL, Net: n})
		newKBank(t, s).request("abc", "1")
		s.Pay("abc", sandboxtest.Payer{})
		pass(5 * time.Minute)
		if len(told) != 2 || told[1].Sub(told[0]) != 10*time.Second+500*time.Millisecond {
			t.Errorf("told at %v", told)
		}
	})
}

// Callbacks find a wallet that was not there at first, and another node where the first one is gone. A program announces itself
// over the machine's network, so this one is not in a bubble.
func TestCallbackFindsAnnouncedNode(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	s := sandboxtest.Start(t, sandboxtest.Options{WalletURL: gone.URL, Loopback: true})
	newKBank(t, s).request("abc", "1")
	s.Pay("abc", sandboxtest.Payer{})
	w := &wallet{told: make(chan int, 100)}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	if err := sandbox.Announce(t.Context(), s.URL, w.URL); err != nil {
		t.Fatal(err)
	}
	w.wait(t, 1)
	if err := sandbox.Announce(t.Context(), s.URL, "not an address"); err == nil {
		t.Error("a wallet without an address was accepted")
	}
}
