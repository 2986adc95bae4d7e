package qr_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

func TestACodeIsPaidAndCreditedByItself(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		q := w.Create(m, 500*money.Baht)
		if !q.Shown || !strings.HasPrefix(q.SVG, "<svg") || q.Amount != 500*money.Baht || len(q.ID) != 15 ||
			q.Remaining < 590 || q.Remaining > 600 {
			t.Fatalf("not a code to pay: %+v", q)
		}
		again, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK")
		if err != nil || again.ID != q.ID || again.SVG != q.SVG {
			t.Errorf("read again: %+v, %v", again, err)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("the wallet has 500", func() bool { return w.Balance(ledger.Wallet(m)) == 500*money.Baht })
		if gone, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || gone.Shown {
			t.Errorf("a paid code is still shown: %+v, %v", gone, err)
		}
		lines, err := w.Ledger.History(t.Context(), ledger.Wallet(m), ledger.HistoryPage{UpTo: 1 << 40, Limit: 10})
		if err != nil || len(lines) != 1 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		l := lines[0]
		if l.Kind != deposit.KindDeposit || l.State != ledger.Posted || l.Detail.From != "KBANK" || l.Detail.To != "WALLET" ||
			l.WalletAfter != 500*money.Baht {
			t.Errorf("statement line: %+v", l)
		}
		w.Agree()
	})
}

func TestRefusalsOfACode(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		for _, tc := range []struct {
			code   string
			amount money.Amount
			want   fault.Code
		}{
			{"KBANK", 99, fault.QR_MINIMUM},
			{"KBANK", 0, fault.QR_MINIMUM},
			{"KBANK", -100, fault.QR_MINIMUM},
			{"WW", 100*money.Baht - 1, fault.QR_MINIMUM},
			{"FP", 10*money.Baht - 1, fault.QR_MINIMUM},
			{"PAYONEX", 100*money.Baht - 1, fault.QR_MINIMUM},
			{"SCB1", 100 * money.Baht, fault.NO_BANK},
			{"NONE", 100 * money.Baht, fault.NO_BANK},
		} {
			_, err := w.Nodes[0].Codes.Create(t.Context(), m, tc.code, tc.amount)
			if !fault.Is(err, tc.want) {
				t.Errorf("%s %s: %v, want %s", tc.code, tc.amount, err, tc.want)
			}
			if tc.want == fault.QR_MINIMUM && fault.Of(err).Params["minimum"] == nil {
				t.Errorf("%s %s: no minimum in %v", tc.code, tc.amount, fault.Of(err).Params)
			}
		}
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "refuse"})
		q, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100)
		if err != nil || q.Shown || q.Message == "" {
			t.Errorf("the gateway's refusal: %+v, %v", q, err)
		}
		if q := w.Create(m, 100); !q.Shown {
			t.Error("after a refusal the next code must work")
		}
	})
}

func TestOneOpenCodePerMember(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m, other := w.Member(), w.Member()
		first := w.Create(m, 100)
		second := w.Create(m, 200)
		theirs := w.Create(other, 300)
		if q, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || q.ID != second.ID {
			t.Errorf("open is %q instead of the newer %q (%v)", q.ID, second.ID, err)
		}
		// A payment of the replaced code is still the member's.
		w.Outside.Pay(first.ID, deposittest.Somebody)
		w.Until("the first code's money", func() bool { return w.Balance(ledger.Wallet(m)) == 100 })
		if err := w.Nodes[0].Codes.Cancel(t.Context(), m, theirs.ID); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("cancelled somebody else's code: %v", err)
		}
		if err := w.Nodes[0].Codes.Cancel(t.Context(), m, "nosuchreference"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("cancelled no code: %v", err)
		}
		for range 2 { // twice is once
			if err := w.Nodes[0].Codes.Cancel(t.Context(), m, second.ID); err != nil {
				t.Errorf("cancel: %v", err)
			}
		}
		if q, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || q.Shown {
			t.Errorf("a cancelled code is shown: %+v, %v", q, err)
		}
		if q, err := w.Nodes[0].Codes.Shown(t.Context(), other, "KBANK"); err != nil || q.ID != theirs.ID {
			t.Errorf("the other member's code went: %+v, %v", q, err)
		}
		w.Outside.Pay(second.ID, deposittest.Somebody)
		w.Until("money of a cancelled code", func() bool { return w.Balance(ledger.Wallet(m)) == 300 })
		w.Agree()
	})
}

func TestADoubleTapMakesOneCode(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, Nodes: 2})
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "slow", DelayMS: 150})
		var codes [4]qr.View
		var wg sync.WaitGroup
		for i := range codes {
			wg.Go(func() {
				q, err := w.Nodes[i%2].Codes.Create(t.Context(), m, "KBANK", 100)
				if err != nil {
					t.Error(err)
				}
				codes[i] = q
			})
		}
		wg.Wait()
		for _, q := range codes {
			if !q.Shown || q.ID != codes[0].ID {
				t.Errorf("four taps gave %q and %q", codes[0].ID, q.ID)
			}
		}
		now.Advance(15*time.Second - time.Microsecond)
		if q := w.Create(m, 100); q.ID != codes[0].ID {
			t.Error("a tap after the answer took away the code that the member may be paying")
		}
		now.Advance(time.Microsecond)
		if q := w.Create(m, 100); q.ID == codes[0].ID {
			t.Error("15 s later the member wanted a new code")
		}
	})
}

func TestMoneyIsBookedOncePerPayment(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr", Mode: "duplicate_callback", DelayMS: 50})
		first := w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("the first payment", func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
		other := deposittest.Somebody
		other.Amount = "70.25"
		second := w.Outside.Pay(q.ID, other) // again, with another amount
		w.Until("the second payment", func() bool { return w.Balance(ledger.Wallet(m)) == 170_25 })
		if first == second {
			t.Fatal("the bank gave one number to two payments")
		}
		// The same hint fifty times, at both nodes at once.
		body := `{"partnerTxnUid":"` + q.ID + `","partnerId":"SANDBOX01","statusCode":"00","merchantId":"KBSANDBOX00001",` +
			`"txnAmount":9999,"txnNo":"` + first + `"}`
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				if err := w.Nodes[i%2].Codes.Callback(t.Context(), "KBANK", header{}, []byte(body)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		w.Agree()
		if got := w.Balance(ledger.Wallet(m)); got != 170_25 {
			t.Errorf("the wallet has %s", got)
		}
		waiting, err := w.Nodes[0].Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 0 {
			t.Errorf("waiting: %v, %v", waiting, err)
		}
	})
}

// Two taps whose code is lost: both are told, and neither waits for ever.
func TestADoubleTapWhoseCodeIsLost(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "timeout"})
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100); !fault.Is(err, fault.QR_FAIL) {
				t.Errorf("first tap: %v", err)
			}
		})
		synctest.Wait() // the gateway is being asked
		if _, err := w.Nodes[1].Codes.Create(t.Context(), m, "KBANK", 100); !fault.Is(err, fault.QR_FAIL) {
			t.Errorf("second tap: %v", err)
		}
		wg.Wait()
	})
}

type header map[string]string

func (h header) Get(name string) string { return h[name] }

func TestParallelNodesBookOnePaymentOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2, NoCallbacks: true})
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		body := `{"partnerTxnUid":"` + q.ID + `","partnerId":"SANDBOX01","merchantId":"KBSANDBOX00001"}`
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				if err := w.Nodes[i%2].Codes.Callback(t.Context(), "KBANK", header{}, []byte(body)); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := w.Balance(ledger.Wallet(m)); got != 100*money.Baht {
			t.Errorf("sixteen hints of one payment credited %s", got)
		}
		w.Agree()
	})
}

func TestForgedCallbacksHaveNoEffect(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{NoCallbacks: true})
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		for name, tc := range map[string]struct {
			body   string
			forged bool
		}{
			"a lie about an unpaid code": {
				`{"partnerTxnUid":"` + q.ID + `","partnerId":"SANDBOX01","merchantId":"KBSANDBOX00001","txnAmount":100,"txnNo":"77"}`,
				false,
			},
			"of another merchant": {`{"partnerTxnUid":"` + q.ID + `","partnerId":"SANDBOX01","merchantId":"X"}`, true},
			"no JSON":             {`<html>`, true},
			"of a reference of nobody": {
				`{"partnerTxnUid":"zzzzzzzzzzzzzzz","partnerId":"SANDBOX01","merchantId":"KBSANDBOX00001"}`, false,
			},
			"of one like ours": {
				`{"partnerTxnUid":"` + q.ID[:14] + `-","partnerId":"SANDBOX01","merchantId":"KBSANDBOX00001"}`, false,
			},
		} {
			err := w.Nodes[0].Codes.Callback(t.Context(), "KBANK", header{}, []byte(tc.body))
			if (err != nil) != tc.forged {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.Nodes[0].Codes.Callback(t.Context(), "SCB1", header{}, []byte(`{}`)); !fault.Is(err, fault.NO_BANK) {
			t.Errorf("a gateway that is not connected: %v", err)
		}
		if got := w.Balance(ledger.Wallet(m)); got != 0 {
			t.Errorf("lies credited %s", got)
		}
		w.Agree()
	})
}

func TestTheJobFindsWhatNoCallbackTold(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, NoCallbacks: true})
		polls := func() int {
			n, err := w.Nodes[0].Codes.Poll(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		if polls() != 0 {
			t.Error("asked before 5 s")
		}
		now.Advance(5 * time.Second)
		if polls() != 1 {
			t.Error("not asked after 5 s")
		}
		now.Advance(10*time.Minute - 5*time.Second) // its end
		if polls() != 1 {
			t.Error("not asked at its end")
		}
		if open, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK"); err != nil || open.Shown {
			t.Errorf("an expired code is shown: %v %v", open, err)
		}
		if n := openCodes(w, m); n != 0 {
			t.Errorf("%d codes are not at an end", n)
		}
		now.Advance(5 * time.Second)
		if polls() != 1 {
			t.Error("not asked once after its end")
		}
		w.Outside.Pay(q.ID, deposittest.Somebody) // late
		now.Advance(23 * time.Hour)
		if polls() != 0 {
			t.Error("asked again before 24 h")
		}
		now.Advance(time.Hour)
		if polls() != 1 || w.Balance(ledger.Wallet(m)) != 100*money.Baht {
			t.Errorf("24 h later the wallet has %s", w.Balance(ledger.Wallet(m)))
		}
		w.Outside.Pay(q.ID, deposittest.Somebody) // once more
		now.Advance(6 * 24 * time.Hour)
		if polls() != 1 || w.Balance(ledger.Wallet(m)) != 200*money.Baht {
			t.Errorf("7 days later the wallet has %s", w.Balance(ledger.Wallet(m)))
		}
		now.Advance(365 * 24 * time.Hour)
		if polls() != 0 {
			t.Error("asked for ever")
		}
		w.Agree()
	})
}
