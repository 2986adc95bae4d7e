package kbank_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/kbank/wire"
	"krapao/internal/clock"
	"krapao/internal/testkit/memnet"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func code(s wire.Status) string {
	if s.ErrorCode == nil {
		return s.StatusCode
	}
	return s.StatusCode + " " + *s.ErrorCode
}

func TestKBankPaidCode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := clienttest.NewWallet(t)
		s := sandboxtest.Start(t, w.CalledBy())
		bank := clienttest.NewKBank(t, s)

		made := bank.Request("abcdefghij12345", "500")
		if code(made.Status) != "00" || !strings.HasPrefix(made.QRCode, "000201010212") ||
			!strings.Contains(made.QRCode, "0215ABCDEFGHIJ12345") || !strings.Contains(made.QRCode, "5406500.00") {
			t.Fatalf("code: %+v", made)
		}
		if got := bank.Inquire("abcdefghij12345"); got.TxnStatus != wire.TxnRequested || len(got.Payments) != 0 {
			t.Fatalf("before the payment: %+v", got)
		}
		first := s.Pay("abcdefghij12345", sandboxtest.Payer{FromBank: "SCB", FromAccount: "1234567890", FromName: "SOMCHAI"})
		second := s.Pay("abcdefghij12345", sandboxtest.Payer{Amount: "0.01"})
		if first == second || len(first) > 20 {
			t.Fatalf("references %q, %q", first, second)
		}
		got := bank.Inquire("abcdefghij12345")
		if got.TxnStatus != wire.TxnPaid || got.TxnNo != first || got.TxnAmount != "500" || len(got.Payments) != 2 ||
			got.Payments[0].TxnNo != first || got.Payments[1].TxnNo != second || got.Payments[1].TxnAmount != "0.01" {
			t.Fatalf("after two payments: %+v", got)
		}
		seen := map[string]json.Number{}
		for _, one := range w.Wait(t, 2) {
			var callback wire.Callback
			err := json.Unmarshal(one.Body, &callback)
			if err != nil || one.Path != "/hooks/kbank" || callback.PartnerTxnUid != "abcdefghij12345" {
				t.Fatalf("callback: %s", one.Body)
			}
			if strings.Contains(string(one.Body), "1234567890") || strings.Contains(string(one.Body), "SOMCHAI") {
				t.Errorf("the callback names the payer: %s", one.Body)
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
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		bank := clienttest.NewKBank(t, s)
		for _, uid := range []string{"open", "expired", "cancelled", "paid"} {
			bank.Request(uid, "100")
		}
		if got := bank.Cancel("cancelled"); code(got) != "00" {
			t.Errorf("cancel: %s", code(got))
		}
		s.Pay("paid", sandboxtest.Payer{})
		now.Advance(10*time.Minute - time.Microsecond)
		if got := bank.Inquire("expired").TxnStatus; got != wire.TxnRequested {
			t.Errorf("a moment before its end: %s", got)
		}
		now.Advance(time.Microsecond)
		for uid, want := range map[string]string{
			"expired": wire.TxnExpired, "cancelled": wire.TxnCancelled, "paid": wire.TxnPaid, "unknown": wire.TxnNotFound,
		} {
			if got := bank.Inquire(uid).TxnStatus; got != want {
				t.Errorf("%s: %s, want %s", uid, got, want)
			}
		}
		for uid, want := range map[string]string{
			"expired": "10 " + wire.ErrorExpired, "cancelled": "10 " + wire.ErrorCancelled,
			"paid": "10 " + wire.ErrorPaid, "unknown": "10 " + wire.ErrorNotFound,
		} {
			if got := code(bank.Cancel(uid)); got != want {
				t.Errorf("cancel %s: %s, want %s", uid, got, want)
			}
		}
		// Money that arrives after the end still counts.
		for _, uid := range []string{"expired", "cancelled"} {
			ref := s.Pay(uid, sandboxtest.Payer{})
			if got := bank.Inquire(uid); got.TxnStatus != wire.TxnPaid || got.TxnNo != ref {
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
		bank := clienttest.NewKBank(t, s)
		bank.Request("taken", "100")
		change := func(f func(*wire.Request)) wire.Request { in := bank.Order("new", "100"); f(&in); return in }
		for name, tc := range map[string]struct {
			in   wire.Request
			want string
		}{
			"Duplicate":   {bank.Order("taken", "100"), wire.ErrorDuplicate},
			"Zero":        {bank.Order("new", "0"), wire.ErrorAmount},
			"Negative":    {bank.Order("new", "-1"), wire.ErrorAmount},
			"Satang":      {bank.Order("new", "1.005"), wire.ErrorAmount},
			"Currency":    {change(func(in *wire.Request) { in.TxnCurrencyCode = "LAK" }), wire.ErrorCurrency},
			"QRType":      {change(func(in *wire.Request) { in.QRType = "1" }), wire.ErrorQRType},
			"NoReference": {change(func(in *wire.Request) { in.Reference1 = "" }), wire.ErrorReference},
			"LongUid":     {bank.Order("abcdefghij123456", "100"), wire.ErrorBadRequest},
			"Secret":      {change(func(in *wire.Request) { in.PartnerSecret = "x" }), wire.ErrorAuthentication},
			"Partner":     {change(func(in *wire.Request) { in.PartnerID = "x" }), wire.ErrorAuthentication},
			"OtherShop":   {change(func(in *wire.Request) { in.MerchantID = "x" }), wire.ErrorAuthentication},
		} {
			got := clienttest.Decode[wire.Reply](t)(bank.Post(wire.PathRequest, tc.in))
			if code(got.Status) != "10 "+tc.want || got.QRCode != "" {
				t.Errorf("%s: %s, want %s", name, code(got.Status), tc.want)
			}
		}
		if status, _, err := bank.Oauth("x", "y"); err != nil || status != http.StatusUnauthorized {
			t.Errorf("wrong consumer: HTTP %d, %v", status, err)
		}
		bank.Token = "other"
		if status, _, err := bank.Post(wire.PathRequest, bank.Order("new", "1")); err != nil || status != http.StatusUnauthorized {
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

// A callback is repeated until the wallet accepts it.
func TestCallbackIsRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := clienttest.NewWallet(t, http.StatusInternalServerError, http.StatusServiceUnavailable)
		s := sandboxtest.Start(t, w.CalledBy())
		clienttest.NewKBank(t, s).Request("abc", "1")
		s.Pay("abc", sandboxtest.Payer{})
		got := w.Wait(t, 3)
		if first, second := got[1].At.Sub(got[0].At), got[2].At.Sub(got[1].At); first != 500*time.Millisecond || second != time.Second {
			t.Errorf("repeated after %s, and then after %s", first, second)
		}
		if string(got[0].Body) != string(got[2].Body) {
			t.Errorf("the repetition differs: %s, %s", got[0].Body, got[2].Body)
		}
		clienttest.Pass(time.Minute)
		if n := len(w.Callbacks()); n != 3 {
			t.Errorf("%d callbacks after a 200", n)
		}
	})
}

// A wallet has ten seconds to answer a callback; then the callback is repeated.
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
		clienttest.NewKBank(t, s).Request("abc", "1")
		s.Pay("abc", sandboxtest.Payer{})
		clienttest.Pass(5 * time.Minute)
		if len(told) != 2 || told[1].Sub(told[0]) != 10*time.Second+500*time.Millisecond {
			t.Errorf("called back at %v", told)
		}
	})
}

// Callbacks find a wallet that was not there at first, and another node after the first one is gone. A program
// announces itself over the machine's real network, so this test does not run in virtual time.
func TestCallbackFindsAnnouncedNode(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	s := sandboxtest.Start(t, sandboxtest.Options{WalletURL: gone.URL, Loopback: true})
	clienttest.NewKBank(t, s).Request("abc", "1")
	s.Pay("abc", sandboxtest.Payer{})
	w := &clienttest.Wallet{Told: make(chan int, 100)}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	if err := sandbox.Announce(t.Context(), s.URL, w.URL); err != nil {
		t.Fatal(err)
	}
	w.Wait(t, 1)
	if err := sandbox.Announce(t.Context(), s.URL, "not an address"); err == nil {
		t.Error("a wallet without an address was accepted")
	}
}
