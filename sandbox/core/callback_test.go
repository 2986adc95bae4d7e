package core_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	kbank "krapao/connect/payment/kbank/wire"
	payout "krapao/connect/payout/wire"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// valid reports whether the wallet would believe a payout callback.
func valid(one clienttest.Callback) bool {
	return payout.VerifyCallback(sandbox.DemoCredentials().Payout.Secret, one.Header.Get(payout.HeaderSignature),
		one.Header.Get(payout.HeaderTimestamp), time.Now(), one.Body)
}

func TestCallbackFaultsOfQR(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		mode  string
		check func(t *testing.T, ref string, paidAt time.Time, w *clienttest.Wallet)
	}{
		{"duplicate_callback", func(t *testing.T, ref string, _ time.Time, w *clienttest.Wallet) {
			for _, one := range w.Wait(t, 3) {
				if !strings.Contains(string(one.Body), ref) {
					t.Errorf("another callback: %s", one.Body)
				}
			}
		}},
		{"late_callback", func(t *testing.T, _ string, paidAt time.Time, w *clienttest.Wallet) {
			if late := w.Wait(t, 1)[0].At.Sub(paidAt); late != 250*time.Millisecond {
				t.Errorf("came after %v", late)
			}
		}},
		{"lost_callback", func(t *testing.T, _ string, _ time.Time, w *clienttest.Wallet) {
			clienttest.Pass(time.Minute)
			if got := w.Callbacks(); len(got) != 0 {
				t.Errorf("it came: %s", got[0].Body)
			}
		}},
		{"forged_callback", func(t *testing.T, ref string, _ time.Time, w *clienttest.Wallet) {
			got := w.Wait(t, 2)
			var lie kbank.Callback
			_ = json.Unmarshal(got[0].Body, &lie)
			if lie.TxnNo == ref || lie.TxnAmount != "70" || lie.PartnerTxnUid != "abc" {
				t.Errorf("the lie: %s", got[0].Body)
			}
			if !strings.Contains(string(got[1].Body), ref) {
				t.Errorf("the true one: %s", got[1].Body)
			}
		}},
		{"old_callback", func(t *testing.T, ref string, _ time.Time, w *clienttest.Wallet) {
			got := w.Wait(t, 2)
			if strings.Contains(string(got[0].Body), ref) || !strings.Contains(string(got[1].Body), ref) {
				t.Errorf("callbacks: %s, %s", got[0].Body, got[1].Body)
			}
		}},
	} {
		t.Run(tc.mode, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := clienttest.NewWallet(t)
				s := sandboxtest.Start(t, w.CalledBy())
				bank := clienttest.NewKBank(t, s)
				bank.Request("abc", "7")
				s.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: tc.mode, DelayMS: 250})
				paidAt := time.Now()
				ref := s.Pay("abc", sandboxtest.Payer{})
				tc.check(t, ref, paidAt, w)
				if got := bank.Inquire("abc"); len(got.Payments) != 1 || s.Totals().QRIn != "7" {
					t.Errorf("paid %+v", got.Payments)
				}
				if got := s.Faults()[0]; got.Hits != 1 || got.Left != 0 {
					t.Errorf("listed as %+v", got)
				}
			})
		})
	}
}

// The code is paid and called back before the request that created it is answered. The first pay call with that amount
// returns that payment, the second one makes another.
func TestEarlyCallbackOfQR(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := clienttest.NewWallet(t)
		s := sandboxtest.Start(t, w.CalledBy())
		bank := clienttest.NewKBank(t, s)
		s.AddFault(sandboxtest.Fault{Target: "qr", Mode: "early_callback"})
		bank.Request("abc", "7")
		if got := w.Callbacks(); len(got) != 1 {
			t.Fatalf("%d callbacks before the answer", len(got))
		}
		early := bank.Inquire("abc").TxnNo
		if ref := s.Pay("abc", sandboxtest.Payer{}); ref != early {
			t.Errorf("the first pay is %s, not %s", ref, early)
		}
		if ref := s.Pay("abc", sandboxtest.Payer{}); ref == early {
			t.Error("the second pay is the first")
		}
		if got := s.Totals().QRIn; got != "14" {
			t.Errorf("qrIn = %s", got)
		}
	})
}

func TestCallbackFaultsOfPayout(t *testing.T) {
	t.Parallel()
	state := func(one clienttest.Callback) string {
		var p payout.Payout
		_ = json.Unmarshal(one.Body, &p)
		return p.State
	}
	for _, tc := range []struct {
		mode  string
		check func(t *testing.T, w *clienttest.Wallet)
	}{
		{"", func(t *testing.T, w *clienttest.Wallet) {
			if got := w.Wait(t, 1)[0]; got.Path != "/hooks/payout" || !valid(got) || state(got) != payout.StateSettled {
				t.Errorf("callback: %s %v %s", got.Path, got.Header, got.Body)
			}
		}},
		{"forged_callback", func(t *testing.T, w *clienttest.Wallet) {
			got := w.Wait(t, 2)
			if valid(got[0]) || state(got[0]) != payout.StateFailed || !valid(got[1]) {
				t.Errorf("callbacks: %s, %s", got[0].Body, got[1].Body)
			}
		}},
		{"old_callback", func(t *testing.T, w *clienttest.Wallet) {
			got := w.Wait(t, 2)
			if valid(got[0]) || state(got[0]) != payout.StateSettled || !valid(got[1]) {
				t.Errorf("callbacks: %s, %s", got[0].Body, got[1].Body)
			}
		}},
		{"duplicate_callback", func(t *testing.T, w *clienttest.Wallet) {
			for _, one := range w.Wait(t, 3) {
				if !valid(one) {
					t.Errorf("not valid: %s", one.Body)
				}
			}
		}},
		{"lost_callback", func(t *testing.T, w *clienttest.Wallet) {
			clienttest.Pass(time.Minute)
			if got := w.Callbacks(); len(got) != 0 {
				t.Errorf("it came: %s", got[0].Body)
			}
		}},
	} {
		t.Run("Mode "+tc.mode, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := clienttest.NewWallet(t)
				s := sandboxtest.Start(t, w.CalledBy())
				s.PayoutAuto(false)
				payer := clienttest.NewPayer(t, s)
				_, _, _ = payer.Order("abc", "10.00")
				if tc.mode != "" {
					s.AddFault(sandboxtest.Fault{Target: "payout", Mode: tc.mode, DelayMS: 100})
				}
				s.DecidePayout("abc", "settle")
				tc.check(t, w)
			})
		})
	}
}

// The payout is settled and the wallet notified before the order is answered as accepted.
func TestEarlyCallbackOfPayout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := clienttest.NewWallet(t)
		s := sandboxtest.Start(t, w.CalledBy())
		s.AddFault(sandboxtest.Fault{Target: "payout", Mode: "early_callback"})
		status, body, err := clienttest.NewPayer(t, s).Order("abc", "10.00")
		if got := w.Callbacks(); len(got) != 1 || !valid(got[0]) || !strings.Contains(string(got[0].Body), payout.StateSettled) {
			t.Fatalf("before the answer: %v", got)
		}
		if err != nil || status != 200 || !strings.Contains(string(body), payout.StateAccepted) {
			t.Errorf("the answer: HTTP %d, %v: %s", status, err, body)
		}
		if got := s.Totals().PayoutsSettled; got != "10" {
			t.Errorf("payoutsSettled = %s", got)
		}
	})
}
