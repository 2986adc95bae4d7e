package qr_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/signed/wire"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// eachPanel runs a test on both engines for every gateway, one after another in one world.
func eachPanel(t *testing.T, o deposittest.Options, test func(t *testing.T, w *deposittest.World, code string)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, o)
		for _, code := range deposittest.Panels {
			if test(t, w, code); t.Failed() {
				t.Fatalf("that was at %s", code)
			}
		}
	})
}

// pays is a payment of an amount from the member's own account.
func pays(amount money.Amount) sandboxtest.Payer {
	payer := deposittest.Somebody
	payer.Amount = json.Number(amount.String())
	return payer
}

func TestEveryGatewayCreditsWhatWasPaid(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{Nodes: 2}, func(t *testing.T, w *deposittest.World, code string) {
		m := w.Member()
		q := w.CreateAt(code, m, 150_25)
		if q.Remaining < 4*60 || q.Remaining > 15*60 {
			t.Errorf("%d seconds are left", q.Remaining)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 150_25 })
		w.Outside.Pay(q.ID, pays(70_05)) // once more, with another amount
		w.Until("the second payment", func() bool { return w.Balance(ledger.Wallet(m)) == 220_30 })
		if gone, err := w.Nodes[1].Codes.Shown(t.Context(), m, code); err != nil || gone.Shown {
			t.Errorf("a paid code is still shown: %+v, %v", gone, err)
		}
		w.Agree()
	})
}

// KBANK names no payer. The others do, and a stranger's money is the member's but held.
func TestWhoPaysIsCompared(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{}, func(t *testing.T, w *deposittest.World, code string) {
		m := w.Member()
		w.Outside.Pay(w.CreateAt(code, m, 100*money.Baht).ID,
			sandboxtest.Payer{FromBank: "KTB", FromAccount: "9998887776", FromName: "SOMEBODY ELSE"})
		wallet, held := ledger.Wallet(m), ledger.Held(m)
		w.Until("it arrived", func() bool { return w.Balance(wallet)+w.Balance(held) == 100*money.Baht })
		if named := w.Balance(held) != 0; named != (code != "KBANK") {
			t.Errorf("held: %v", named)
		}
		w.Agree()
	})
}

// Whatever fails with a callback or an inquiry: each arrival is booked once, and nothing else.
func TestEveryGatewaysFaultsAfterAPayment(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{Nodes: 2}, func(t *testing.T, w *deposittest.World, code string) {
		want := map[string]money.Amount{}
		pay := func(f sandboxtest.Fault) {
			m := w.Member()
			q := w.CreateAt(code, m, 100*money.Baht)
			f.Target = "qr:" + code
			w.Outside.AddFault(f)
			w.Outside.Pay(q.ID, deposittest.Somebody)
			want[m] = 100 * money.Baht
			w.Until(f.Mode, func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
		}
		for _, mode := range []string{"duplicate_callback", "late_callback", "lost_callback", "forged_callback", "old_callback"} {
			pay(sandboxtest.Fault{Mode: mode, DelayMS: 200})
		}
		for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "not_found"} {
			pay(sandboxtest.Fault{Op: "check", Mode: mode, Count: 2, DelayMS: 300})
			w.Outside.ClearFaults()
		}
		deposittest.Pass(time.Second) // late and doubled callbacks come in
		for m, amount := range want {
			if got := w.Balance(ledger.Wallet(m)); got != amount {
				t.Errorf("a wallet has %s", got)
			}
		}
		w.Agree()
	})
}

// Whatever fails while a code is made: the member knows at once, the next code works, and a payment of the code that
// nobody saw is the member's.
func TestEveryGatewaysFaultsWhileACodeIsMade(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{}, func(t *testing.T, w *deposittest.World, code string) {
		for mode, made := range map[string]bool{"refuse": false, "down": false, "timeout": false, "lost_reply": true, "garbage": true} {
			m := w.Member()
			w.Outside.AddFault(sandboxtest.Fault{Target: "qr:" + code, Mode: mode})
			q, err := w.Nodes[0].Codes.Create(t.Context(), m, code, 100*money.Baht)
			if mode == "refuse" && (err != nil || q.Shown || q.Message == "") || mode != "refuse" && !fault.Is(err, fault.QR_FAIL) {
				t.Errorf("%s: %+v, %v", mode, q, err)
			}
			lost := reference(w, m)
			next := w.CreateAt(code, m, 100*money.Baht)
			want := 100 * money.Baht
			w.Outside.Pay(next.ID, deposittest.Somebody)
			if made {
				w.Outside.Pay(lost, deposittest.Somebody)
				want *= 2
			}
			w.Until(mode, func() bool { return w.Balance(ledger.Wallet(m)) == want })
		}
		w.Agree()
	})
}

// reference returns the reference of the member's only code.
func reference(w *deposittest.World, member string) (reference string) {
	w.T.Helper()
	row := w.Store.DB().QueryRowContext(w.T.Context(), `SELECT reference FROM qr_order WHERE member = $1`, member)
	if err := row.Scan(&reference); err != nil {
		w.T.Fatal(err)
	}
	return reference
}

// A gateway can be faster than its own answer, and its callback can reach the other node.
func TestEveryGatewaysCallbackBeforeItsAnswer(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{Nodes: 2}, func(t *testing.T, w *deposittest.World, code string) {
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:" + code, Mode: "early_callback"})
		q, err := w.Nodes[0].Codes.Create(t.Context(), m, code, 100*money.Baht)
		if err != nil || q.Shown {
			t.Errorf("a code that is paid already: %+v, %v", q, err)
		}
		w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
		w.Agree()
	})
}

// One code at a time over all banks. A new code ends the one elsewhere, and payments of either are the member's.
func TestOneOpenCodeOverAllBanks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		m := w.Member()
		var codes []string
		for _, code := range deposittest.Panels {
			codes = append(codes, w.CreateAt(code, m, 100*money.Baht).ID)
			for _, other := range deposittest.Panels {
				if q, err := w.Nodes[1].Codes.Shown(t.Context(), m, other); err != nil || q.Shown != (other == code) {
					t.Errorf("made at %s, %s shows %v, %v", code, other, q.Shown, err)
				}
			}
		}
		for _, reference := range codes {
			w.Outside.Pay(reference, deposittest.Somebody)
		}
		w.Until("all four", func() bool { return w.Balance(ledger.Wallet(m)) == 400*money.Baht })
		w.Agree()

		// Four requests at each of four banks in the same moment, over both nodes: one code is open.
		m = w.Member()
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				code, amount := deposittest.Panels[i%4], money.Amount(100+i)*money.Baht
				if _, err := w.Nodes[i/4%2].Codes.Create(t.Context(), m, code, amount); err != nil {
					t.Errorf("%s: %v", code, err)
				}
			})
		}
		wg.Wait()
		if n := openCodes(w, m); n != 1 {
			t.Errorf("%d codes are open", n)
		}
	})
}

// A payment that a gateway takes back is taken back, whether the gateway reports it or not.
func TestEveryGatewayTakesPaymentsBack(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{Nodes: 2}, func(t *testing.T, w *deposittest.World, code string) {
		m := w.Member()
		q := w.CreateAt(code, m, 100*money.Baht)
		first := w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Outside.Pay(q.ID, pays(30*money.Baht))
		w.Until("both are credited", func() bool { return w.Balance(ledger.Wallet(m)) == 130*money.Baht })
		for range 2 {
			w.Outside.Reverse(first)
		}
		w.Until("one is taken back", func() bool { return w.Balance(ledger.Wallet(m)) == 30*money.Baht })
		w.Agree()
	})
}

// A refund without a callback is found by the inquiry after 24 hours.
func TestTheJobFindsARefund(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, NoCallbacks: true})
		m := w.Member()
		paid := map[string]string{}
		for _, code := range deposittest.Panels {
			q := w.CreateAt(code, m, 100*money.Baht)
			paid[code] = w.Outside.Pay(q.ID, deposittest.Somebody)
			now.Advance(5 * time.Second)
			w.Until(code, func() bool { return w.Balance(ledger.Wallet(m)) > 0 })
			now.Advance(20 * time.Minute) // its end, and the inquiry after it
			poll(w)
			w.Outside.Reverse(paid[code])
			now.Advance(24 * time.Hour)
			poll(w)
			if got := w.Balance(ledger.Wallet(m)); got != 0 {
				t.Errorf("%s: a day later the wallet has %s", code, got)
			}
		}
		w.Agree()
	})
}

func poll(w *deposittest.World) {
	w.T.Helper()
	for range 3 {
		if _, err := w.Nodes[0].Codes.Poll(w.T.Context()); err != nil {
			w.T.Fatal(err)
		}
	}
}

// A payment without a decision of the gateway is not credited. The code is no longer shown, and the decision is asked
// for.
func TestAPaymentThatTheGatewayHolds(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		for _, accept := range []bool{true, false} {
			m := w.Member()
			q := w.CreateAt("PAYONEX", m, 100*money.Baht)
			ref := w.Outside.Hold(q.ID, deposittest.Somebody)
			w.Until("it is under review", func() bool { return openCodes(w, m) == 0 })
			if shown, err := w.Nodes[0].Codes.Shown(t.Context(), m, "PAYONEX"); err != nil || shown.Shown {
				t.Errorf("a code that is paid is still shown: %+v, %v", shown, err)
			}
			if got := w.Balance(ledger.Wallet(m)) + w.Balance(ledger.Held(m)); got != 0 {
				t.Errorf("credited before it was decided: %s", got)
			}
			if w.CreateAt("PAYONEX", m, 100*money.Baht).ID == q.ID {
				t.Error("the next code is the same")
			}
			// Nobody reports it: the decision is asked for.
			w.Outside.AddFault(sandboxtest.Fault{Target: "qr:PAYONEX", Mode: "lost_callback"})
			if accept {
				w.Outside.DecideQR(ref, "settle")
				deposittest.Pass(time.Minute) // so often it is asked about
				w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
				w.Agree()
				continue
			}
			w.Outside.DecideQR(ref, "reject")
			deposittest.Pass(time.Minute)
			w.Until("it is looked at", func() bool { return quiet(w, q.ID) })
			w.Outside.Reverse(ref)
			if got := w.Balance(ledger.Wallet(m)) + w.Balance(ledger.Held(m)); got != 0 {
				t.Errorf("rejected, and credited: %s", got)
			}
			w.Agree()
		}
	})
}

// quiet reports whether the code is not asked about again soon.
func quiet(w *deposittest.World, reference string) bool {
	w.T.Helper()
	var at clock.Micros
	row := w.Store.DB().QueryRowContext(w.T.Context(), `SELECT poll_at FROM qr_order WHERE reference = $1`, reference)
	if err := row.Scan(&at); err != nil {
		w.T.Fatal(err)
	}
	return at.Time().Sub(w.Store.Now()) > time.Minute
}

// After a restore to an earlier point, a code is in no book: a payment of it is unmatched, for an operator. An
// unknown reference is ignored, and so is one gateway's callback about another's code.
func TestCallbacksAboutCodesThatNobodyKnows(t *testing.T) {
	t.Parallel()
	eachPanel(t, deposittest.Options{}, func(t *testing.T, w *deposittest.World, code string) {
		m := w.Member()
		lost := w.CreateAt(code, m, 100*money.Baht).ID
		if err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DELETE FROM qr_order WHERE reference = $1", lost)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for reference, kept := range map[string]bool{lost: true, lost[:2] + id.Lower(13): false, id.Lower(15): false} {
			unmatched := w.Balance(ledger.Unmatched)
			o := qr.Order{
				Reference: reference, Amount: 100 * money.Baht,
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"},
			}
			if reference != lost {
				if _, err := w.Gateways[code].Create(t.Context(), o); err != nil {
					t.Fatal(err)
				}
			}
			w.Outside.Pay(o.Reference, deposittest.Somebody)
			if !kept {
				synctest.Wait() // the callback came in
				if got := w.Balance(ledger.Unmatched); got != unmatched {
					t.Errorf("a stranger's payment is booked: %s", got-unmatched)
				}
				continue
			}
			w.Until("it is kept", func() bool { return w.Balance(ledger.Unmatched) == unmatched+100*money.Baht })
		}
	})
}

// A callback of a signed gateway that is forged or too old is rejected and has no effect. A genuine one may come any
// number of times, at any node.
func TestSignedCallbacks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2, NoCallbacks: true})
		known := sandbox.DemoCredentials()
		for code, c := range map[string]sandbox.SignedCredentials{"WW": known.WW, "FP": known.FP} {
			m := w.Member()
			q := w.CreateAt(code, m, 100*money.Baht)
			w.Outside.Pay(q.ID, deposittest.Somebody)
			call := func(node int, secret string, age time.Duration) error {
				body, header, err := wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: secret}.Seal(
					wire.Notify{Action: wire.ActionNotify, MerchantNo: c.MerchantNo, OrderNo: q.ID}, time.Now().Add(-age))
				if err != nil {
					t.Fatal(err)
				}
				return w.Nodes[node].Codes.Callback(t.Context(), code, headerOf(header), body)
			}
			if err := call(0, "guessed", 0); !errors.Is(err, qr.ErrForged) {
				t.Errorf("%s, a stranger's: %v", code, err)
			}
			if err := call(0, c.Secret, 2*wire.DefaultWindow); !errors.Is(err, qr.ErrForged) {
				t.Errorf("%s, an old one: %v", code, err)
			}
			if got := w.Balance(ledger.Wallet(m)); got != 0 {
				t.Errorf("%s: they credited %s", code, got)
			}
			var wg sync.WaitGroup
			for i := range 16 {
				wg.Go(func() {
					if err := call(i%2, c.Secret, 0); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if got := w.Balance(ledger.Wallet(m)); got != 100*money.Baht {
				t.Errorf("%s: sixteen callbacks credited %s", code, got)
			}
		}
		w.Agree()
	})
}

func headerOf(fields map[string]string) header { return header(fields) }

// A gateway that an operator disconnects has no panel. Its codes stay known until it is back.
func TestAGatewayThatIsLeftOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{NoCallbacks: true})
		m := w.Member()
		q := w.CreateAt("WW", m, 100*money.Baht)
		without := deposittest.New(deposittest.Deps{
			Store: s, Books: w.Ledger, Members: w.Members, Box: deposittest.Box(t),
			Gateways: map[string]qr.Gateway{"KBANK": w.Gateways["KBANK"]},
		})
		list, err := without.Accounts(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list.Banks {
			if a.QR && a.Code != "KBANK" {
				t.Errorf("%s is offered", a.Code)
			}
		}
		if _, err := without.Codes.Create(t.Context(), m, "WW", 100*money.Baht); !fault.Is(err, fault.NO_BANK) {
			t.Errorf("a code without a gateway: %v", err)
		}
		if err := without.Codes.Callback(t.Context(), "WW", header{}, []byte(`{}`)); !fault.Is(err, fault.NO_BANK) {
			t.Errorf("a callback without a gateway: %v", err)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("it is back", func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
		// Late money still has its member after its panel has gone from the content.
		late := w.CreateAt("WW", m, 100*money.Baht)
		w.Apply(`[]`, deposittest.DemoSettings)
		w.Outside.SetWalletURL(w.Hooks)
		w.Outside.Pay(late.ID, deposittest.Somebody)
		w.Until("late money", func() bool { return w.Balance(ledger.Wallet(m)) == 200*money.Baht })
	})
}

// A payer is registered at a gateway once, whichever node was faster. Another name or number is another payer.
func TestCustomersAreKeptOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := deposit.Payer{BankCode: "TTB", AccountNo: "123-4-56789-0", Name: "SOMCHAI JAIDEE"}
		nodes := []*qr.Customers{qr.NewCustomers(s, deposittest.Box(t), "PAYONEX"), qr.NewCustomers(s, deposittest.Box(t), "PAYONEX")}
		got := make([]string, 8)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() {
				kept, err := nodes[i%2].Keep(t.Context(), p, "made-by-"+id.Lower(8))
				if err != nil {
					t.Error(err)
				}
				got[i] = kept
			})
		}
		wg.Wait()
		for _, one := range got {
			if one == "" || one != got[0] {
				t.Errorf("kept %q and %q", got[0], one)
			}
		}
		is := func(c *qr.Customers, p deposit.Payer, want string) {
			t.Helper()
			if have, err := c.Customer(t.Context(), p); err != nil || have != want {
				t.Errorf("%+v is %q, %v; want %q", p, have, err, want)
			}
		}
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}, got[0])
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567890", Name: "SOMCHAI JAIDE"}, "")
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567891", Name: "SOMCHAI JAIDEE"}, "")
		is(qr.NewCustomers(s, deposittest.Box(t), "WW"), p, "")
		if err := nodes[0].Forget(context.Background(), p, "another"); err != nil {
			t.Fatal(err)
		}
		is(nodes[0], p, got[0])
		if err := nodes[0].Forget(context.Background(), p, got[0]); err != nil {
			t.Fatal(err)
		}
		is(nodes[1], p, "")
	})
}
