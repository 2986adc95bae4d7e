package app_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"krapao/deposit"
	"krapao/fault"
	"krapao/ledger"
	"krapao/money"
	"krapao/refund"
)

const baht = money.Baht

// paid checks that a receive pays an amount.
func (w *lossWorld) paid(memberID string, want money.Amount) {
	w.t.Helper()
	if got, err := w.Refunds.Receive(w.t.Context(), memberID, w.key()); err != nil || got != want {
		w.t.Errorf("received %s, %v; want %s", got, err, want)
	}
}

func (w *lossWorld) unpaid(memberID string, code fault.Code) *fault.Error {
	w.t.Helper()
	got, err := w.Refunds.Receive(w.t.Context(), memberID, w.key())
	if got != 0 {
		w.t.Errorf("received %s", got)
	}
	return refused(w.t, err, code)
}

func (w *lossWorld) check(memberID string) refund.Check {
	w.t.Helper()
	c, err := w.Refunds.Check(w.t.Context(), memberID)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// star reads C*.
func (w *lossWorld) star(memberID string) (star money.Amount) {
	w.t.Helper()
	err := w.Store.DB().QueryRowContext(w.t.Context(),
		`SELECT COALESCE(SUM(star), 0) FROM refund_member WHERE member = $1`, memberID).Scan(&star)
	if err != nil {
		w.t.Fatal(err)
	}
	return star
}

func TestARefundIsReceivedAndAdded(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		if c := w.check(m); c.Ready || c.Loss != 0 || c.Percent != 5 || c.PercentSuccess != 150 || c.PercentFail != 10 {
			w.t.Errorf("before anything: %+v", c)
		}
		w.deposit(m, 1000)
		w.lose(m, 600*baht)
		c := w.check(m)
		if !c.Ready || !c.From.IsZero() || c.Deposits != 1000*baht || c.Balance != 400*baht || c.Loss != 600*baht {
			w.t.Errorf("after the loss: %+v", c)
		}
		key := w.key()
		for range 2 { // the same key pays once
			if got, err := w.Refunds.Receive(w.t.Context(), m, key); err != nil || got != 30*baht {
				w.t.Errorf("received %s, %v", got, err)
			}
		}
		if next := w.unpaid(m, fault.NO_REFUND).Params["next"]; next != "2026-11-22T17:00:00Z" {
			w.t.Errorf("the next one is %v", next)
		}
		if w.balance(ledger.RefundPurse(m)) != 30*baht || w.balance(ledger.Wallet(m)) != 400*baht || w.star(m) != 600*baht {
			w.t.Errorf("the purse has %s, the wallet %s, C* is %s",
				w.balance(ledger.RefundPurse(m)), w.balance(ledger.Wallet(m)), w.star(m))
		}
		key = w.key()
		for range 2 {
			if got, err := w.Refunds.AddWallet(w.t.Context(), m, key); err != nil || got != 30*baht {
				w.t.Errorf("added %s, %v", got, err)
			}
		}
		if w.balance(ledger.RefundPurse(m)) != 0 || w.balance(ledger.Wallet(m)) != 430*baht {
			w.t.Errorf("the purse has %s, the wallet %s", w.balance(ledger.RefundPurse(m)), w.balance(ledger.Wallet(m)))
		}
		if c := w.check(m); !c.Held || c.Ready || c.Before != 400*baht || c.Deposits != 0 || c.Balance != 430*baht || c.Loss != 0 {
			w.t.Errorf("under its condition: %+v", c)
		}
		w.unpaid(m, fault.REFUND_CONDITION)
		_, err := w.Refunds.AddWallet(w.t.Context(), m, w.key())
		refused(w.t, err, fault.REFUND_CONDITION)
		list, n, err := w.Refunds.List(w.t.Context(), m, 1, 10)
		if err != nil || n != 1 || len(list) != 1 || list[0].Amount != 30*baht {
			w.t.Errorf("the list: %+v, %d, %v", list, n, err)
		}
		w.whole()
	})
}

// An empty purse, and an operator who pays no refunds, have codes of their own.
func TestNothingToAdd(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		_, err := w.Refunds.AddWallet(w.t.Context(), m, w.key())
		refused(w.t, err, fault.NO_REFUND)
		w.apply(lossContent{refund: `{"on": false}`})
		_, err = w.Refunds.AddWallet(w.t.Context(), m, w.key())
		refused(w.t, err, fault.REFUND_INACTIVE)
		w.unpaid(m, fault.REFUND_INACTIVE)
	})
}

// One refund a week, from Monday midnight in Bangkok to the tenth of a second before the next.
func TestARefundOncePerWeek(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.deposit(m, 10_000)
		w.lose(m, 1000*baht)
		w.at("2026-11-22 23:59:59.8")
		w.paid(m, 50*baht)
		w.lose(m, 400*baht)
		w.at("2026-11-22 23:59:59.9")
		if next := w.unpaid(m, fault.NO_REFUND).Params["next"]; next != "2026-11-22T17:00:00Z" {
			w.t.Errorf("the next one is %v", next)
		}
		if c := w.check(m); c.Ready || c.Loss != 400*baht || c.Next.IsZero() {
			w.t.Errorf("in the week's last moment: %+v", c)
		}
		w.at("2026-11-23 00:00:00")
		if c := w.check(m); !c.Ready || !c.Next.IsZero() {
			w.t.Errorf("in the new week: %+v", c)
		}
		w.paid(m, 20*baht)
		w.whole()
	})
}

// A refusal leaves C* as it is: losses too small to be paid add up.
func TestSmallLossesAddUp(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.deposit(m, 1000)
		w.lose(m, 20*baht-1)
		f := w.unpaid(m, fault.REFUND_MINIMUM)
		if fmt.Sprintf("%v %v %v", f.Params["loss"], f.Params["minimum"], f.Params["next"]) != "19.99 1.00 <nil>" {
			w.t.Errorf("told %v", f.Params)
		}
		if w.star(m) != 0 {
			w.t.Errorf("C* is %s after a refusal", w.star(m))
		}
		w.lose(m, 1)
		w.paid(m, 1*baht)
		if w.star(m) != 20*baht {
			w.t.Errorf("C* is %s", w.star(m))
		}
	})
}

// Nothing is paid for twice: neither losses over the cap, nor losses that were won back and lost again, nor the refund itself.
func TestALossIsPaidForOnce(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{refund: `{"on": true, "weekCap": 100}`}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.deposit(m, 10_000)
		w.lose(m, 5000*baht)
		w.paid(m, 100*baht)
		for _, day := range []string{"2026-11-23 12:00:00", "2026-11-30 12:00:00"} {
			w.at(day)
			if loss := w.unpaid(m, fault.REFUND_MINIMUM).Params["loss"]; fmt.Sprint(loss) != "0.00" {
				w.t.Errorf("%s: a loss of %v is left", day, loss)
			}
			w.win(m, 3000*baht)
			w.lose(m, 3000*baht)
		}
		w.at("2026-12-07 12:00:00")
		w.lose(m, 1000*baht)
		w.paid(m, 50*baht)
		if w.star(m) != 6000*baht {
			w.t.Errorf("C* is %s", w.star(m))
		}
		w.whole()
	})
}

// A withdrawal under way counts as withdrawn. A reversed deposit does not count.
func TestWithdrawnAndTakenBackIsNotLost(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		m, other := w.person("ANNA A", ""), w.person("BERT B", "")
		w.deposit(m, 1000)
		if _, err := w.Withdrawals.Request(w.t.Context(), m, 900*baht, w.key()); err != nil {
			w.t.Fatal(err)
		}
		w.unpaid(m, fault.REFUND_MINIMUM)
		w.lose(m, 100*baht)
		w.paid(m, 5*baht)
		source := w.deposit(other, 1000)
		w.lose(other, 1000*baht)
		if c := w.check(other); !c.Ready {
			w.t.Errorf("before it is taken back: %+v", c)
		}
		r := deposit.ReverseRequest{Account: "KTB-SLIP", Source: source, Reference: "back"}
		if err := w.Deposits.Reverse(w.t.Context(), r); err != nil {
			w.t.Fatal(err)
		}
		w.unpaid(other, fault.REFUND_MINIMUM)
		w.whole()
	})
}

// Members with one holder, and members that one account paid for, share C.
func TestLinkedMembersShareTheirLoss(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		anna, twin, paid := w.person("ANNA A", ""), w.person("anna  a", ""), w.person("CARL C", "")
		for _, m := range []string{anna, twin, paid} {
			w.deposit(m, 1000)
		}
		w.lose(anna, 500*baht)
		w.win(twin, 100*baht)
		w.win(paid, 300*baht)
		// The twin's win counts. It is not known yet that Anna pays for Carl.
		w.paid(anna, 20*baht)
		if w.star(anna) != 400*baht {
			w.t.Errorf("C* is %s, and 400 baht were paid for", w.star(anna))
		}
		w.pay(paid, 50, deposit.Payer{BankCode: "SCB", AccountNo: "4000000001", Name: "ANNA A"})
		w.at("2026-11-23 00:00:00")
		w.lose(anna, 200*baht)
		w.unpaid(anna, fault.REFUND_MINIMUM)
		w.lose(paid, 200*baht)
		w.paid(anna, 5*baht) // 300 of hers are not paid for, and the other two have won 100 each
		w.whole()
	})
}

// The shown amount counts linked members together too, so a ready refund can be received. A member with too many links is shown
// none.
func TestACheckCountsLinkedMembersTogether(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		anna, twin := w.person("ANNA A", ""), w.person("ANNA A", "")
		w.deposit(anna, 1000)
		w.deposit(twin, 1000)
		shows := func(member string, ready bool, loss money.Amount) {
			w.t.Helper()
			if c := w.check(member); c.Ready != ready || c.Loss != loss {
				w.t.Errorf("shown ready %v with a loss of %s, want %v and %s", c.Ready, c.Loss, ready, loss)
			}
		}
		w.lose(anna, 500*baht)
		shows(anna, true, 500*baht)
		w.win(twin, 500*baht)
		shows(anna, false, 0)
		w.unpaid(anna, fault.REFUND_MINIMUM)
		w.lose(twin, 100*baht)
		shows(anna, true, 100*baht)
		w.paid(anna, 5*baht)
		w.lose(twin, 900*baht) // 100 of the 1,000 that they lost are paid for
		shows(twin, true, 500*baht)
		w.paid(twin, 25*baht)
		shows(twin, false, 0)
		w.at("2026-11-23 00:00:00")
		shows(anna, true, 400*baht)
		w.win(twin, 300*baht)
		shows(anna, true, 100*baht) // the twin's payment counts, or nothing would be left
		w.paid(anna, 5*baht)
		for range 8 {
			w.person("ANNA A", "")
		}
		w.lose(twin, 800*baht)
		if c := w.check(twin); c.Ready {
			w.t.Errorf("linked to nine: %+v", c)
		}
		w.unpaid(twin, fault.REFUND_INACTIVE)
	})
}

// Content can switch the link by name off.
func TestLinksByNameCanBeOff(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{links: `{"holder": false}`}, func(w *lossWorld) {
		anna, twin := w.person("ANNA A", ""), w.person("ANNA A", "")
		w.deposit(anna, 1000)
		w.deposit(twin, 1000)
		w.lose(anna, 500*baht)
		w.win(twin, 500*baht)
		w.paid(anna, 25*baht)
	})
}

// A member with more than eight links is an operator's case.
func TestTooManyLinks(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		first := w.person("ANNA A", "")
		for range 9 {
			w.person("ANNA A", "")
		}
		w.deposit(first, 1000)
		w.lose(first, 500*baht)
		w.unpaid(first, fault.REFUND_INACTIVE)
	})
}

// Where the house's budget is used up, nothing changes, and the member may try again.
func TestARefundBeyondTheBudget(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{budgets: `{"refund": {"left": 10, "alarm": 1}}`}, func(w *lossWorld) {
		m := w.person("ANNA A", "")
		w.deposit(m, 1000)
		w.lose(m, 600*baht)
		w.unpaid(m, fault.TRY_AGAIN)
		if w.star(m) != 0 || w.balance(ledger.RefundPurse(m)) != 0 {
			w.t.Errorf("C* is %s, the purse has %s", w.star(m), w.balance(ledger.RefundPurse(m)))
		}
		w.win(m, 400*baht)
		w.paid(m, 10*baht)
		w.whole()
	})
}

// Taps at the same time are one receive. Two linked members at the same time are not both paid for one loss.
func TestRefundsAtOnce(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		anna, twin, winner := w.person("ANNA A", ""), w.person("ANNA A", ""), w.person("ANNA A", "")
		for _, m := range []string{anna, twin, winner} {
			w.deposit(m, 5000)
		}
		w.lose(anna, 1000*baht)
		w.lose(twin, 1000*baht)
		w.win(winner, 1000*baht)
		var wait sync.WaitGroup
		for i := range 20 {
			who := []string{anna, twin}[i%2]
			wait.Go(func() { _, _ = w.Refunds.Receive(context.Background(), who, w.key()) })
		}
		wait.Wait()
		for _, who := range []string{anna, twin} {
			_, _ = w.Refunds.Receive(w.t.Context(), who, w.key())
		}
		if stars := w.star(anna) + w.star(twin); stars != 1000*baht {
			w.t.Errorf("%s were paid for, of 1,000 that they lost together", stars)
		}
		if purses := w.balance(ledger.RefundPurse(anna)) + w.balance(ledger.RefundPurse(twin)); purses != 50*baht {
			w.t.Errorf("the purses have %s", purses)
		}
		w.whole()
	})
}
