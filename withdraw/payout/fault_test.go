package payout_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"krapao/brake"
	"krapao/connect/payout/wire"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/payout"
	"krapao/withdraw/withdrawtest"
)

const baht = money.Baht

// Whatever fails during a payout: it is paid at most once, it settles by itself once the bank is back, and money comes back only
// where the bank rejected.
func TestEveryFaultOfAPayout(t *testing.T) {
	t.Parallel()
	late := int(withdrawtest.CallTime/time.Millisecond) * 3 / 2
	for _, mode := range []string{"down", "timeout", "lost_reply", "slow", "garbage", "late_apply"} {
		payoutFault(t, "send_"+mode, withdraw.Paid, sandboxtest.Fault{Mode: mode, DelayMS: late})
	}
	payoutFault(t, "send_refuse", withdraw.Returned, sandboxtest.Fault{Mode: "refuse"})
	for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "not_found"} {
		payoutFault(t, "check_"+mode, withdraw.Paid,
			sandboxtest.Fault{Mode: "lost_reply"}, sandboxtest.Fault{Op: "check", Mode: mode, Count: 2, DelayMS: late})
	}
	payoutFault(t, "down_for_long", withdraw.Paid,
		sandboxtest.Fault{Mode: "down", Count: 2}, sandboxtest.Fault{Op: "check", Mode: "down", Count: 3})
	for _, mode := range []string{
		"duplicate_callback", "late_callback", "lost_callback", "forged_callback", "old_callback", "early_callback",
	} {
		payoutFault(t, mode, withdraw.Paid, sandboxtest.Fault{Mode: mode, DelayMS: 100})
	}
}

func payoutFault(t *testing.T, name string, end withdraw.State, faults ...sandboxtest.Fault) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := withdrawtest.New(t, s, withdrawtest.Options{})
			m := w.Member(500 * baht)
			for _, f := range faults {
				f.Target = "payout"
				w.Outside.AddFault(f)
			}
			r := w.Request(m, 300*baht)
			w.UntilState(r.Reference, end)
			withdrawtest.Pass(time.Minute) // what arrives late must change nothing
			if n := len(w.Outside.Payouts()); end == withdraw.Paid && n != 1 {
				t.Errorf("the bank has %d payouts", n)
			}
			want := 200 * baht
			if end == withdraw.Returned {
				want = 500 * baht
			}
			if got := w.Wallet(m); got != want || w.Find(r.Reference).State != end {
				t.Errorf("%s with %s in the wallet, want %s with %s", w.Find(r.Reference).State, got, end, want)
			}
			w.Agree()
		})
	})
}

func TestABankThatFailsAPayoutLater(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		w.Outside.PayoutAuto(false)
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		w.Until("the bank has it", func() bool { return len(w.Outside.Payouts()) == 1 })
		if w.Wallet(m) != 200*baht {
			t.Errorf("on its way the wallet has %s", w.Wallet(m))
		}
		w.Outside.DecidePayout(r.Reference, "fail")
		w.UntilState(r.Reference, withdraw.Returned)
		if w.Wallet(m) != 500*baht {
			t.Errorf("failed, the wallet has %s", w.Wallet(m))
		}
		w.Agree()
	})
}

func TestABouncedPayoutComesBackOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		w.UntilState(r.Reference, withdraw.Paid)
		w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "duplicate_callback", DelayMS: 50})
		w.Outside.DecidePayout(r.Reference, "bounce")
		w.UntilState(r.Reference, withdraw.Bounced)
		withdrawtest.Pass(time.Minute)
		if w.Wallet(m) != 500*baht {
			t.Errorf("the wallet has %s", w.Wallet(m))
		}
		lines, err := w.Ledger.History(t.Context(), ledger.Wallet(m), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 1})
		if err != nil || lines[0].Kind != withdraw.KindReversal || lines[0].Detail.Of == 0 || lines[0].Amount != 300*baht {
			t.Errorf("statement: %+v, %v", lines, err)
		}
		if got := w.Balance(ledger.Payout).Posted; got != 0 {
			t.Errorf("the payout account has %s", got)
		}
	})
}

// No callback reports the bounce: the rechecks after 1 h, 24 h and 72 h find it.
func TestEndedPayoutsAreAskedAboutAgain(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		w.Outside.PayoutAuto(false)
		w.Settle(r.Reference)
		w.Outside.DecidePayout(r.Reference, "settle")
		w.Settle(r.Reference)
		if x := w.Find(r.Reference); x.State != withdraw.Paid {
			t.Fatalf("is %s", x.State)
		}
		recheck := func(after time.Duration, want int) {
			t.Helper()
			now.Advance(after)
			if n, err := w.Payouts.Recheck(t.Context()); err != nil || n != want {
				t.Errorf("after %s more: asked about %d, %v, want %d", after, n, err, want)
			}
		}
		recheck(59*time.Minute, 0)
		recheck(time.Minute, 1)
		recheck(22*time.Hour, 0)
		recheck(time.Hour, 1)
		w.Outside.DecidePayout(r.Reference, "bounce")
		recheck(48*time.Hour, 1)
		if x := w.Find(r.Reference); x.State != withdraw.Bounced || w.Wallet(m) != 500*baht {
			t.Errorf("%s with %s in the wallet", x.State, w.Wallet(m))
		}
		recheck(1000*time.Hour, 0)
	})
}

// The job looks every ten seconds for payouts to recheck.
func TestTheJobAsksAboutEndedPayouts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		asked := 0
		w := withdrawtest.New(t, s, withdrawtest.Options{NoCallbacks: true, Still: true, Bank: func(p payout.Bank) payout.Bank {
			return counting{p, &asked}
		}})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		w.Outside.PayoutAuto(false)
		w.Settle(r.Reference)
		w.Outside.DecidePayout(r.Reference, "settle")
		w.Settle(r.Reference)
		if x := w.Find(r.Reference); x.State != withdraw.Paid {
			t.Fatalf("is %s", x.State)
		}
		asked = 0
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { w.Payouts.Run(ctx); close(done) }()
		withdrawtest.Pass(time.Hour - time.Second)
		if asked != 0 {
			t.Errorf("asked %d times before an hour was over", asked)
		}
		w.Outside.DecidePayout(r.Reference, "bounce")
		withdrawtest.Pass(11 * time.Second)
		if x := w.Find(r.Reference); asked != 1 || x.State != withdraw.Bounced || w.Wallet(m) != 500*baht {
			t.Errorf("asked %d times after an hour; %s with %s in the wallet", asked, x.State, w.Wallet(m))
		}
		stop()
		<-done
	})
}

// A bank that does not promise to pay a reference once never gets an order again, and "not found" never returns money, however
// often the bank says it: only two persons return it.
func TestNotFoundNeverReturnsMoney(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		sends := 0
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true,
			Bank: func(p payout.Bank) payout.Bank { return forgetful{p, &sends} },
		})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		id, _ := w.Ledger.ParseReference(r.Reference)
		for range 20 {
			x, err := w.Ledger.Find(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Settler.Settle(t.Context(), x)
			now.Advance(6 * time.Hour)
		}
		if x := w.Find(r.Reference); x.State != withdraw.Sending || w.Wallet(m) != 200*baht || sends != 1 {
			t.Errorf("%s, %s in the wallet, sent %d times", x.State, w.Wallet(m), sends)
		}
		two, err := w.Requests.TwoPersons(t.Context(), w.Find(r.Reference), true)
		if err != nil || !two {
			t.Errorf("one person could return it: %v, %v", two, err)
		}
		giveBack := func() error {
			return w.Return(r.Reference)
		}
		if err := giveBack(); err != nil {
			t.Fatal(err)
		}
		if w.Wallet(m) != 500*baht {
			t.Errorf("the wallet has %s", w.Wallet(m))
		}
	})
}

// forgetful is a bank that promises nothing about references, loses every order and does not know it later.
type forgetful struct {
	payout.Bank
	sends *int
}

func (f forgetful) Capabilities() payout.Capabilities { return payout.Capabilities{} }

func (f forgetful) Send(context.Context, payout.Order) (payout.Outcome, error) {
	*f.sends++
	return payout.Outcome{}, errors.New("no answer")
}

// Nobody can return a withdrawal while its order may be under way, and a returned one is not sent.
func TestAnOrderOnItsWayCannotBeReturned(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
		w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "timeout"})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		id, _ := w.Ledger.ParseReference(r.Reference)
		x, err := w.Ledger.Find(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Settler.Settle(t.Context(), x)
		giveBack := func() error {
			return w.Return(r.Reference)
		}
		if err := giveBack(); !fault.Is(err, fault.TRY_AGAIN) {
			t.Errorf("returned while an order may be on its way: %v", err)
		}
		now.Advance(time.Minute)
		if err := giveBack(); err != nil {
			t.Errorf("returned later: %v", err)
		}
		_, _ = w.Settler.Settle(t.Context(), x) // the worker still held it
		if n := len(w.Outside.Payouts()); n != 0 || w.Wallet(m) != 500*baht {
			t.Errorf("the bank has %d payouts, the wallet %s", n, w.Wallet(m))
		}
	})
}

// A returned payout that turns out to be paid is a break in the books: the payment is booked, the member owes what the wallet
// does not hold, and automatic payouts stop until persons have looked.
func TestAReturnedPayoutThatProvesPaid(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
		w.Outside.PayoutAuto(false)
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		w.Settle(r.Reference)
		now.Advance(time.Minute)
		if err := w.Return(r.Reference); err != nil {
			t.Fatal(err)
		}
		other := w.Request(m, 400*baht) // most of it is gone again
		w.Outside.DecidePayout(r.Reference, "settle")
		now.Advance(time.Hour)
		if _, err := w.Payouts.Recheck(t.Context()); err != nil {
			t.Fatal(err)
		}
		if x := w.Find(r.Reference); x.State != withdraw.Paid || w.Wallet(m) != 0 {
			t.Errorf("%s with %s in the wallet", x.State, w.Wallet(m))
		}
		if owed := -w.Balance(ledger.Owed(m)).Posted; owed != 200*baht {
			t.Errorf("%s is owed", owed)
		}
		w.Stopped(brake.Against{Kind: brake.PaidAfterReturn, Reference: r.Reference})
		w.Settle(other.Reference)
		if x := w.Find(other.Reference); x.State != withdraw.Review {
			t.Errorf("with payouts stopped the next one is %s", x.State)
		}
		w.Give(m, "deposit", ledger.Bank("KBANK"), 250*baht)
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, withdrawtest.NewKey()); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("what is owed can be withdrawn: %v", err)
		}
		w.Agree()
	})
}

// Signed callbacks: a wrong one, an old one and a replay change nothing.
func TestCallbacksAreChecked(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		asked := 0
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true,
			Bank: func(p payout.Bank) payout.Bank { return counting{p, &asked} },
		})
		w.Outside.PayoutAuto(false)
		r := w.Request(w.Member(500*baht), 300*baht)
		w.Settle(r.Reference)
		body := []byte(`{"ref":"` + r.Reference + `","state":"settled"}`)
		letter := func(secret string, at time.Time, body []byte) header {
			return header{
				wire.HeaderKey: "sandbox-payer", wire.HeaderTimestamp: wire.Timestamp(at),
				wire.HeaderSignature: wire.SignCallback(secret, at, body),
			}
		}
		const known = "sandbox-payout-secret"
		for name, h := range map[string]header{
			"nothing":         {},
			"another secret":  letter("x", now.Now(), body),
			"5 minutes old":   letter(known, now.Now().Add(-5*time.Minute-time.Second), body),
			"from the future": letter(known, now.Now().Add(5*time.Minute+time.Second), body),
			"another body":    letter(known, now.Now(), []byte(`{}`)),
			"a request's sign": {
				wire.HeaderKey: "sandbox-payer", wire.HeaderTimestamp: wire.Timestamp(now.Now()),
				wire.HeaderSignature: wire.Sign(known, now.Now(), "POST", "/payouts", body),
			},
		} {
			if err := w.Payouts.Callback(t.Context(), h, body); !errors.Is(err, payout.ErrForged) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if asked != 0 {
			t.Errorf("the bank was asked %d times for forged callbacks", asked)
		}
		// A true callback is not believed either: the bank has not settled it.
		good := letter(known, now.Now(), body)
		for range 3 {
			if err := w.Payouts.Callback(t.Context(), good, body); err != nil {
				t.Error(err)
			}
		}
		if x := w.Find(r.Reference); x.State != withdraw.Sending || asked != 1 {
			t.Errorf("%s; asked %d times for one callback and its replays", x.State, asked)
		}
		// A replay is recognised for as long as the callback would be accepted, whatever came after it.
		now.Advance(4 * time.Minute)
		for _, h := range []header{letter(known, now.Now(), body), good} {
			if err := w.Payouts.Callback(t.Context(), h, body); err != nil {
				t.Error(err)
			}
		}
		if asked != 2 {
			t.Errorf("asked %d times for two callbacks and a replay", asked)
		}
		w.Outside.DecidePayout(r.Reference, "settle")
		now.Advance(time.Second)
		if err := w.Payouts.Callback(t.Context(), letter(known, now.Now(), body), body); err != nil {
			t.Error(err)
		}
		if x := w.Find(r.Reference); x.State != withdraw.Paid {
			t.Errorf("after the callback it is %s", x.State)
		}
	})
}

type header map[string]string

func (h header) Get(name string) string { return h[name] }

type counting struct {
	payout.Bank
	asked *int
}

func (c counting) Check(ctx context.Context, o payout.Order) (payout.Outcome, error) {
	*c.asked++
	return c.Bank.Check(ctx, o)
}

// While payouts are stopped, a withdrawal that was approved before is not sent, neither for the first time nor again. One that an
// operator approves after the stop is sent; the others go when payouts resume. Restoring a store stops them again.
func TestTheBrakeHoldsWhatWasApprovedBefore(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Clock: now, NoCallbacks: true, Still: true})
		m := w.Member(1000 * baht)
		lost := w.Request(m, 300*baht)
		w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 1})
		id, _ := w.Ledger.ParseReference(lost.Reference)
		x, err := w.Ledger.Find(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Settler.Settle(t.Context(), x); err == nil {
			t.Fatal("the order arrived")
		}
		decide := func(decision func(tx *store.Tx) error) {
			if err := w.Decide(decision); err != nil {
				t.Fatal(err)
			}
		}
		approve := func(reference string) {
			if err := w.Approve(reference); err != nil {
				t.Fatal(err)
			}
		}
		decide(func(tx *store.Tx) error { return w.Stops.PaidAndRefusedTx(t.Context(), tx, "X1") })
		now.Advance(time.Second)
		waits := w.Request(m, 400*baht)
		w.Settle(waits.Reference)
		approve(waits.Reference)
		decide(func(tx *store.Tx) error { return w.Stops.RestoredTx(t.Context(), tx) })
		now.Advance(time.Hour)
		for range 2 {
			w.Settle(lost.Reference)
			w.Settle(waits.Reference)
			now.Advance(time.Minute)
		}
		if n := len(w.Outside.Payouts()); n != 0 {
			t.Errorf("%d were paid by a restored store", n)
		}
		w.Stopped(brake.Against{Kind: brake.Restored}, brake.Against{Kind: brake.PaidAndRefused, Reference: "X1"})
		later := w.Request(m, 200*baht)
		w.Settle(later.Reference)
		approve(later.Reference)
		w.Settle(later.Reference)
		if n := len(w.Outside.Payouts()); n != 1 {
			t.Errorf("%d were paid; a person approved one", n)
		}
		decide(func(tx *store.Tx) error { return w.Brake.ResumeTx(t.Context(), tx) })
		w.Settle(lost.Reference)
		w.Settle(waits.Reference)
		if n := len(w.Outside.Payouts()); n != 3 {
			t.Errorf("%d were paid in the end", n)
		}
	})
}
