package deposit_test

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

// eachPanel runs a test on both engines for every gateway, one after the other in one world.
func eachPanel(t *testing.T, o options, test func(t *testing.T, w *world, code string)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, o)
		for _, code := range panels {
			if test(t, w, code); t.Failed() {
				t.Fatalf("that was at %s", code)
			}
		}
	})
}

// pays tells a payment's amount; the payer is the member's own account.
func pays(amount money.Amount) sandboxtest.Payer {
	payer := somebody
	payer.Amount = json.Number(amount.String())
	return payer
}

func TestEveryGatewayCreditsWhatWasPaid(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{nodes: 2}, func(t *testing.T, w *world, code string) {
		m := w.member()
		q := w.createAt(code, m, 150_25)
		if q.Remaining < 4*60 || q.Remaining > 15*60 {
			t.Errorf("%d seconds are left", q.Remaining)
		}
		w.outside.Pay(q.ID, somebody)
		w.until("it is credited", func() bool { return w.balance(ledger.Wallet(m)) == 150_25 })
		w.outside.Pay(q.ID, pays(70_05)) // once more, with another amount
		w.until("the second payment", func() bool { return w.balance(ledger.Wallet(m)) == 220_30 })
		if gone, err := w.nodes[1].QR(t.Context(), m, code); err != nil || gone.Shown {
			t.Errorf("a paid code is still shown: %+v, %v", gone, err)
		}
		w.agree()
	})
}

// KBANK names no payer; the others do, and a stranger's money is the member's but held.
func TestWhoPaysIsCompared(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{}, func(t *testing.T, w *world, code string) {
		m := w.member()
		w.outside.Pay(w.createAt(code, m, 100*money.Baht).ID, sandboxtest.Payer{FromBank: "KTB", FromAccount: "9998887776", FromName: "SOMEBODY ELSE"})
		wallet, held := ledger.Wallet(m), ledger.Held(m)
		w.until("it arrived", func() bool { return w.balance(wallet)+w.balance(held) == 100*money.Baht })
		if named := w.balance(held) != 0; named != (code != "KBANK") {
			t.Errorf("held: %v", named)
		}
		w.agree()
	})
}

// Whatever goes wrong with a callback, or with asking: what arrived is booked once, and nothing else.
func TestEveryGatewaysFaultsAfterAPayment(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{nodes: 2}, func(t *testing.T, w *world, code string) {
		want := map[string]money.Amount{}
		pay := func(f sandboxtest.Fault) {
			m := w.member()
			q := w.createAt(code, m, 100*money.Baht)
			f.Target = "qr:" + code
			w.outside.AddFault(f)
			w.outside.Pay(q.ID, somebody)
			want[m] = 100 * money.Baht
			w.until(f.Mode, func() bool { return w.balance(ledger.Wallet(m)) == 100*money.Baht })
		}
		for _, mode := range []string{"duplicate_callback", "late_callback", "lost_callback", "forged_callback", "old_callback"} {
			pay(sandboxtest.Fault{Mode: mode, DelayMS: 200})
		}
		for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "not_found"} {
			pay(sandboxtest.Fault{Op: "check", Mode: mode, Count: 2, DelayMS: 300})
			w.outside.ClearFaults()
		}
		pass(time.Second) // late and doubled callbacks come in
		for m, amount := range want {
			if got := w.balance(ledger.Wallet(m)); got != amount {
				t.Errorf("a wallet has %s", got)
			}
		}
		w.agree()
	})
}

// Whatever goes wrong while a code is made: the member is told at once, the next code works, and what somebody pays on the
// code that nobody saw is the member's.
func TestEveryGatewaysFaultsWhileACodeIsMade(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{}, func(t *testing.T, w *world, code string) {
		for mode, made := range map[string]bool{"refuse": false, "down": false, "timeout": false, "lost_reply": true, "garbage": true} {
			m := w.member()
			w.outside.AddFault(sandboxtest.Fault{Target: "qr:" + code, Mode: mode})
			q, err := w.nodes[0].CreateQR(t.Context(), m, code, 100*money.Baht)
			if mode == "refuse" && (err != nil || q.Shown || q.Message == "") || mode != "refuse" && !fault.Is(err, fault.QR_FAIL) {
				t.Errorf("%s: %+v, %v", mode, q, err)
			}
			lost := w.reference(m)
			next := w.createAt(code, m, 100*money.Baht)
			want := 100 * money.Baht
			w.outside.Pay(next.ID, somebody)
			if made {
				w.outside.Pay(lost, somebody)
				want *= 2
			}
			w.until(mode, func() bool { return w.balance(ledger.Wallet(m)) == want })
		}
		w.agree()
	})
}

// reference is that of the member's only code.
func (w *world) reference(member string) (reference string) {
	w.t.Helper()
	if err := w.store.DB().QueryRowContext(w.t.Context(), `SELECT reference FROM qr_order WHERE member = $1`, member).Scan(&reference); err != nil {
		w.t.Fatal(err)
	}
	return reference
}

// A gateway can be quicker than its own answer, and its callback can reach the other node.
func TestEveryGatewaysCallbackBeforeItsAnswer(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{nodes: 2}, func(t *testing.T, w *world, code string) {
		m := w.member()
		w.outside.AddFault(sandboxtest.Fault{Target: "qr:" + code, Mode: "early_callback"})
		q, err := w.nodes[0].CreateQR(t.Context(), m, code, 100*money.Baht)
		if err != nil || q.Shown {
			t.Errorf("a code that is paid already: %+v, %v", q, err)
		}
		w.until("it is credited", func() bool { return w.balance(ledger.Wallet(m)) == 100*money.Baht })
		w.agree()
	})
}

// One code at a time over all banks: a new one ends the one elsewhere, and what is paid on either is the member's.
func TestOneOpenCodeOverAllBanks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2})
		m := w.member()
		var codes []string
		for _, code := range panels {
			codes = append(codes, w.createAt(code, m, 100*money.Baht).ID)
			for _, other := range panels {
				if q, err := w.nodes[1].QR(t.Context(), m, other); err != nil || q.Shown != (other == code) {
					t.Errorf("made at %s, %s shows %v, %v", code, other, q.Shown, err)
				}
			}
		}
		for _, reference := range codes {
			w.outside.Pay(reference, somebody)
		}
		w.until("all four", func() bool { return w.balance(ledger.Wallet(m)) == 400*money.Baht })
		w.agree()

		// At one moment four times at all four banks, over both nodes: one is open.
		m = w.member()
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				code, amount := panels[i%4], money.Amount(100+i)*money.Baht
				if _, err := w.nodes[i/4%2].CreateQR(t.Context(), m, code, amount); err != nil {
					t.Errorf("%s: %v", code, err)
				}
			})
		}
		wg.Wait()
		if n := w.openCodes(m); n != 1 {
			t.Errorf("%d codes are open", n)
		}
	})
}

// What a gateway takes back is taken back, whether it tells us or not.
func TestEveryGatewayTakesPaymentsBack(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{nodes: 2}, func(t *testing.T, w *world, code string) {
		m := w.member()
		q := w.createAt(code, m, 100*money.Baht)
		first := w.outside.Pay(q.ID, somebody)
		w.outside.Pay(q.ID, pays(30*money.Baht))
		w.until("both are credited", func() bool { return w.balance(ledger.Wallet(m)) == 130*money.Baht })
		for range 2 {
			w.outside.Reverse(first)
		}
		w.until("one is taken back", func() bool { return w.balance(ledger.Wallet(m)) == 30*money.Baht })
		w.agree()
	})
}

// A refund that no callback told is found by the inquiry of 24 h.
func TestTheJobFindsARefund(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newWorld(t, s, options{clock: now, noCallbacks: true})
		m := w.member()
		paid := map[string]string{}
		for _, code := range panels {
			q := w.createAt(code, m, 100*money.Baht)
			paid[code] = w.outside.Pay(q.ID, somebody)
			now.Advance(5 * time.Second)
			w.until(code, func() bool { return w.balance(ledger.Wallet(m)) > 0 })
			now.Advance(20 * time.Minute) // its end, and the inquiry after it
			w.poll()
			w.outside.Reverse(paid[code])
			now.Advance(24 * time.Hour)
			w.poll()
			if got := w.balance(ledger.Wallet(m)); got != 0 {
				t.Errorf("%s: a day later the wallet has %s", code, got)
			}
		}
		w.agree()
	})
}

func (w *world) poll() {
	w.t.Helper()
	for range 3 {
		if _, err := w.nodes[0].Poll(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// What the gateway has not decided about is not credited; the code is not shown any more, and the decision is asked for.
func TestAPaymentThatTheGatewayHolds(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		for _, accept := range []bool{true, false} {
			m := w.member()
			q := w.createAt("PAYONEX", m, 100*money.Baht)
			ref := w.outside.Hold(q.ID, somebody)
			w.until("it is under review", func() bool { return w.openCodes(m) == 0 })
			if shown, err := w.nodes[0].QR(t.Context(), m, "PAYONEX"); err != nil || shown.Shown {
				t.Errorf("a code that is paid is still shown: %+v, %v", shown, err)
			}
			if got := w.balance(ledger.Wallet(m)) + w.balance(ledger.Held(m)); got != 0 {
				t.Errorf("credited before it was decided: %s", got)
			}
			if w.createAt("PAYONEX", m, 100*money.Baht).ID == q.ID {
				t.Error("the next code is the same")
			}
			// Nobody tells us: the decision is asked for.
			w.outside.AddFault(sandboxtest.Fault{Target: "qr:PAYONEX", Mode: "lost_callback"})
			if accept {
				w.outside.DecideQR(ref, "settle")
				pass(time.Minute) // so often it is asked about
				w.until("it is credited", func() bool { return w.balance(ledger.Wallet(m)) == 100*money.Baht })
				w.agree()
				continue
			}
			w.outside.DecideQR(ref, "reject")
			pass(time.Minute)
			w.until("it is looked at", func() bool { return w.quiet(q.ID) })
			w.outside.Reverse(ref)
			if got := w.balance(ledger.Wallet(m)) + w.balance(ledger.Held(m)); got != 0 {
				t.Errorf("rejected, and credited: %s", got)
			}
			w.agree()
		}
	})
}

// quiet: the code is not asked about again soon.
func (w *world) quiet(reference string) bool {
	w.t.Helper()
	var at int64
	if err := w.store.DB().QueryRowContext(w.t.Context(), `SELECT poll_at FROM qr_order WHERE reference = $1`, reference).Scan(&at); err != nil {
		w.t.Fatal(err)
	}
	return time.UnixMicro(at).Sub(w.store.Now()) > time.Minute
}

// A code of a store that was restored to an earlier point is in no book: what is paid on it is nobody's, for an operator.
// A stranger's reference is nothing at all, nor is one gateway's word on another's code.
func TestCallbacksAboutCodesThatNobodyKnows(t *testing.T) {
	t.Parallel()
	eachPanel(t, options{}, func(t *testing.T, w *world, code string) {
		m := w.member()
		lost := w.createAt(code, m, 100*money.Baht).ID
		if err := w.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DELETE FROM qr_order WHERE reference = $1", lost)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for reference, kept := range map[string]bool{lost: true, lost[:2] + id.Lower(13): false, id.Lower(15): false} {
			unmatched := w.balance(ledger.Unmatched)
			o := deposit.QROrder{
				Reference: reference, Amount: 100 * money.Baht,
				Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"},
			}
			if reference != lost {
				if _, err := w.gateways[code].Create(t.Context(), o); err != nil {
					t.Fatal(err)
				}
			}
			w.outside.Pay(o.Reference, somebody)
			if !kept {
				synctest.Wait() // the callback came in
				if got := w.balance(ledger.Unmatched); got != unmatched {
					t.Errorf("a stranger's payment is booked: %s", got-unmatched)
				}
				continue
			}
			w.until("it is kept", func() bool { return w.balance(ledger.Unmatched) == unmatched+100*money.Baht })
		}
	})
}

// A signed gateway's callback of somebody else, or of another time, has no effect and is told so; a true one may come any
// number of times, at any node.
func TestSignedCallbacks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2, noCallbacks: true})
		known := sandbox.DemoCredentials()
		for code, c := range map[string]sandbox.SignedCredentials{"WW": known.WW, "FP": known.FP} {
			m := w.member()
			q := w.createAt(code, m, 100*money.Baht)
			w.outside.Pay(q.ID, somebody)
			call := func(node int, secret string, age time.Duration) error {
				body, header, err := wire.Signer{Scheme: wire.Scheme(c.Scheme), Secret: secret}.Seal(
					wire.Notify{Action: wire.ActionNotify, MerchantNo: c.MerchantNo, OrderNo: q.ID}, time.Now().Add(-age))
				if err != nil {
					t.Fatal(err)
				}
				return w.nodes[node].Callback(t.Context(), code, headerOf(header), body)
			}
			if err := call(0, "guessed", 0); !errors.Is(err, deposit.ErrForged) {
				t.Errorf("%s, a stranger's: %v", code, err)
			}
			if err := call(0, c.Secret, 2*wire.DefaultWindow); !errors.Is(err, deposit.ErrForged) {
				t.Errorf("%s, an old one: %v", code, err)
			}
			if got := w.balance(ledger.Wallet(m)); got != 0 {
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
			if got := w.balance(ledger.Wallet(m)); got != 100*money.Baht {
				t.Errorf("%s: sixteen callbacks credited %s", code, got)
			}
		}
		w.agree()
	})
}

func headerOf(fields map[string]string) header { return header(fields) }

// A gateway that an operator leaves out has no panel, and its codes stay known until it is back.
func TestAGatewayThatIsLeftOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{noCallbacks: true})
		m := w.member()
		q := w.createAt("WW", m, 100*money.Baht)
		without := deposit.New(deposit.Deps{
			Store: s, Books: w.ledger, Members: w.members, Box: box(t),
			Gateways: map[string]deposit.QRGateway{"KBANK": w.gateways["KBANK"]},
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
		if _, err := without.CreateQR(t.Context(), m, "WW", 100*money.Baht); !fault.Is(err, fault.NO_BANK) {
			t.Errorf("a code without a gateway: %v", err)
		}
		if err := without.Callback(t.Context(), "WW", header{}, []byte(`{}`)); !fault.Is(err, fault.NO_BANK) {
			t.Errorf("a callback without a gateway: %v", err)
		}
		w.outside.Pay(q.ID, somebody)
		w.until("it is back", func() bool { return w.balance(ledger.Wallet(m)) == 100*money.Baht })
		// Content that has no panel any more does not make late money nobody's.
		late := w.createAt("WW", m, 100*money.Baht)
		w.apply(`[]`, demoSettings)
		w.outside.SetWalletURL(w.hooks)
		w.outside.Pay(late.ID, somebody)
		w.until("late money", func() bool { return w.balance(ledger.Wallet(m)) == 200*money.Baht })
	})
}

// A payer is registered at a gateway once, whichever node was quicker, and another name or number is another payer.
func TestCustomersAreKeptOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := deposit.Payer{BankCode: "TTB", AccountNo: "123-4-56789-0", Name: "SOMCHAI JAIDEE"}
		nodes := []*deposit.Customers{deposit.NewCustomers(s, box(t), "PAYONEX"), deposit.NewCustomers(s, box(t), "PAYONEX")}
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
		is := func(c *deposit.Customers, p deposit.Payer, want string) {
			t.Helper()
			if have, err := c.Customer(t.Context(), p); err != nil || have != want {
				t.Errorf("%+v is %q, %v; want %q", p, have, err, want)
			}
		}
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}, got[0])
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567890", Name: "SOMCHAI JAIDE"}, "")
		is(nodes[1], deposit.Payer{BankCode: "TMB", AccountNo: "1234567891", Name: "SOMCHAI JAIDEE"}, "")
		is(deposit.NewCustomers(s, box(t), "WW"), p, "")
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
