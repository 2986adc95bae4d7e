package link_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/link"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// Whatever fails while a voucher is redeemed: the member is credited once, or knows that nothing was taken. The books
// agree with the issuer.
func TestEveryFaultOfARedemption(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]struct {
		answer   string // credited, pending, refused
		credited bool   // in the end
	}{
		"refuse": {"refused", false}, "down": {"pending", true}, "timeout": {"pending", true}, "lost_reply": {"pending", true},
		"garbage": {"pending", true}, "late_apply": {"pending", true}, "slow": {"credited", true},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newLinks(t, s, linkOptions{nodes: 2})
				m, other := w.Member(), w.Member()
				link := w.voucher("77.50")
				w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: mode, DelayMS: 300})
				got, err := w.hand(m, link)
				if answer := answerOf(got, err); answer != want.answer {
					t.Fatalf("answered %s: %+v, %v", answer, got, err)
				}
				if want.answer == "pending" {
					if w.has(m) != 0 || got.Reference == "" {
						t.Errorf("pending, and the member has %s", w.has(m))
					}
					w.refused(other, link, fault.TRUELINK_DUPLICATE) // somebody else can't step in
					if again, err := w.hand(m, link); err != nil || again.Reference != got.Reference {
						t.Errorf("handed in again: %+v, %v", again, err)
					}
				}
				w.settled("it is at its end", func() bool { return len(w.open()) == 0 })
				if credited := w.has(m) == 77_50; credited != want.credited || w.has(other) != 0 {
					t.Errorf("the member has %s, the other one %s", w.has(m), w.has(other))
				}
				w.agree()
			})
		})
	}
}

func answerOf(l link.Link, err error) string {
	switch {
	case fault.Is(err, fault.TRUELINK_INVALID), fault.Is(err, fault.TRUELINK_DUPLICATE):
		return "refused"
	case err != nil:
		return "error"
	case l.Credited:
		return "credited"
	}
	return "pending"
}

// Whatever fails while a voucher is verified: before anything was sent it is certain that nothing was taken. After a
// redemption without an answer the failure says nothing.
func TestEveryFaultOfAVerification(t *testing.T) {
	t.Parallel()
	for mode, before := range map[string]string{
		"refuse": "refused", "not_found": "refused",
		"down": "pending", "timeout": "pending", "lost_reply": "pending", "garbage": "pending",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newLinks(t, s, linkOptions{})
				m := w.Member()
				first := w.voucher("10")
				w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Op: "verify", Mode: mode, DelayMS: 200})
				got, err := w.hand(m, first)
				if answer := answerOf(got, err); answer != before {
					t.Fatalf("answered %s: %+v, %v", answer, got, err)
				}
				w.settled("the first one is at its end", func() bool { return len(w.open()) == 0 })
				if want := map[string]money.Amount{"refused": 0, "pending": 10_00}[before]; w.has(m) != want {
					t.Errorf("the member has %s", w.has(m))
				}
				w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
				second := w.voucher("20")
				if got, err := w.hand(m, second); answerOf(got, err) != "pending" {
					t.Fatalf("the lost one: %+v, %v", got, err)
				}
				had := w.has(m)
				w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Op: "verify", Mode: mode, DelayMS: 200})
				w.settled("the second one is at its end", func() bool { return len(w.open()) == 0 })
				if w.has(m) != had+20_00 {
					t.Errorf("the member has %s of the second one", w.has(m)-had)
				}
				w.agree()
			})
		})
	}
}

// A share is not ours if a stranger takes it between our verification and our call, or while it is unknown whether
// our call arrived.
func TestAStrangerIsQuicker(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		w.Nodes[0] = w.start(func(i link.Issuer) link.Issuer {
			return between{Issuer: i, before: func(code string) { w.Outside.TakeVoucher("?v="+code, "0833334444") }}
		})
		m := w.Member()
		w.refused(m, w.voucher("15"), fault.TRUELINK_INVALID)
		w.Nodes[0] = w.start(nil)
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "timeout"})
		link := w.voucher("16")
		if got, err := w.hand(m, link); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		w.Outside.TakeVoucher(link, "0833334444")
		w.settled("it is at its end", func() bool { return len(w.open()) == 0 })
		if w.has(m) != 0 || w.rows(m, "refused") != 2 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

// between does something between the verification and the redemption, or after it.
type between struct {
	link.Issuer
	before, after func(code string)
}

func (b between) Redeem(ctx context.Context, code string, sendBy time.Time) (link.Redemption, error) {
	if b.before != nil {
		b.before(code)
	}
	got, err := b.Issuer.Redeem(ctx, code, sendBy)
	if b.after != nil {
		b.after(code)
	}
	return got, err
}

// A server dies between the issuer's answer and the commit (kill -9): another node finds the money.
func TestAServerThatDiesAfterARedemption(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m, other := w.Member(), w.Member()
		voucher, tap := w.voucher("88"), operation()
		dying := w.start(func(i link.Issuer) link.Issuer {
			return between{Issuer: i, after: func(string) { panic("power cut") }}
		})
		func() {
			defer func() { _ = recover() }()
			_, _ = dying.Links.Redeem(t.Context(), m, tap, voucher)
		}()
		if w.has(m) != 0 || w.Outside.Totals().VouchersRedeemed != "88" {
			t.Fatalf("the member has %s", w.has(m))
		}
		w.refused(other, voucher, fault.TRUELINK_DUPLICATE)
		w.settled("the money is there", func() bool { return w.has(m) == 88_00 })
		if got, err := w.Nodes[0].Links.Redeem(t.Context(), m, tap, voucher); err != nil || !got.Credited || got.Amount != 88_00 {
			t.Errorf("the same tap again: %+v, %v", got, err)
		}
		w.agree()
	})
}

// A node stops in the middle while another one takes over: whatever it does later, there is one credit.
func TestANodeThatSleepsThroughItsTurn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m := w.Member()
		asleep, wake := make(chan struct{}), make(chan struct{})
		slow := w.start(func(i link.Issuer) link.Issuer {
			return between{Issuer: i, after: func(string) { close(asleep); <-wake }}
		})
		done := make(chan error)
		var got link.Link
		go func() {
			var err error
			got, err = slow.Links.Redeem(t.Context(), m, operation(), w.link99())
			done <- err
		}()
		<-asleep
		w.settled("the other node has credited it", func() bool { return w.has(m) == 99_00 })
		close(wake)
		if err := <-done; err != nil || !got.Credited || got.Amount != 99_00 {
			t.Errorf("awake again: %+v, %v", got, err)
		}
		if w.has(m) != 99_00 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

func (l *links) link99() string {
	return "https://gift.truemoney.com/campaign/?v=" + sandboxtest.VoucherCode(l.Outside.Voucher(sandboxtest.Voucher{Amount: "99"}))
}

// The member's connection breaks while the issuer works: the result is stored all the same.
func TestTheMemberGoesAwayWhileALinkIsRedeemed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m := w.Member()
		ctx, leave := context.WithCancel(t.Context())
		w.Nodes[0] = w.start(func(i link.Issuer) link.Issuer {
			return between{Issuer: i, before: func(string) { leave() }}
		})
		_, _ = w.Nodes[0].Links.Redeem(ctx, m, operation(), w.voucher("33"))
		if w.has(m) != 33_00 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

// vague is an issuer that does not say who took the shares of a voucher.
type vague struct{ link.Issuer }

func (v vague) Verify(ctx context.Context, code string) (link.Voucher, error) {
	got, err := v.Issuer.Verify(ctx, code)
	got.Told = false
	return got, err
}

// If it was not certain before that our wallet had no share, a share of ours is not credited without an operator. A
// spent voucher is only called a stranger's if the issuer says so. After a day it is a case, and decided once, on the
// evidence of our own wallet.
func TestWhatCantBeKnownIsACase(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newLinks(t, s, linkOptions{clock: now, issuer: func(i link.Issuer) link.Issuer { return vague{i} }})
		m, other := w.Member(), w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		lost, err := w.hand(m, w.voucher("70"))
		if answerOf(lost, err) != "pending" {
			t.Fatalf("%+v, %v", lost, err)
		}
		now.Advance(time.Second)
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "timeout"})
		held := w.voucher("71")
		never, err := w.hand(other, held)
		if answerOf(never, err) != "pending" {
			t.Fatalf("%+v, %v", never, err)
		}
		w.Outside.TakeVoucher(held, "0833334444")
		for range 40 {
			now.Advance(30 * time.Minute)
			w.job()
		}
		if w.has(m) != 0 || w.has(other) != 0 || len(w.open()) != 2 {
			t.Fatalf("decided by itself: %+v", w.open())
		}
		if _, err := w.Nodes[0].Links.Decide(t.Context(), lost.Reference, 70_00); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("decided after 20 hours: %v", err)
		}
		now.Advance(4 * time.Hour)
		w.job()
		cases, err := w.Nodes[0].Links.Open(t.Context(), 24*time.Hour, 10)
		if err != nil || len(cases) != 2 || cases[0].Member != m || !cases[0].Sent || cases[0].Said == "" || cases[0].Amount != 70_00 {
			t.Fatalf("cases %+v, %v", cases, err)
		}
		if _, err := w.Nodes[0].Links.Decide(t.Context(), lost.Reference, -1); !fault.Is(err, fault.INVALID_AMOUNT) {
			t.Errorf("a negative amount: %v", err)
		}
		found, err := w.Nodes[0].Links.Decide(t.Context(), lost.Reference, 70_00)
		if err != nil || found.Link.Member != m || found.Got != 70_00 {
			t.Fatalf("%+v, %v", found, err)
		}
		second, err := w.Nodes[0].Links.Decide(t.Context(), lost.Reference, 71_00)
		if err != nil {
			t.Fatal(err)
		}
		nothing, err := w.Nodes[0].Links.Decide(t.Context(), never.Reference, 0)
		if err != nil {
			t.Fatal(err)
		}
		decide := func(d link.Decision) error {
			return s.Write(t.Context(), func(tx *store.Tx) error { return d.Tx(t.Context(), tx) })
		}
		if err := errors.Join(decide(found), decide(nothing)); err != nil || w.has(m) != 70_00 {
			t.Errorf("the member has %s, %v", w.has(m), err)
		}
		for name, d := range map[string]link.Decision{"again": found, "another amount": second, "nothing again": nothing} {
			if err := decide(d); err == nil {
				t.Errorf("%s: decided twice", name)
			}
		}
		for _, reference := range []string{lost.Reference, never.Reference, "nobody"} {
			if _, err := w.Nodes[0].Links.Decide(t.Context(), reference, 70_00); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("a second decision: %v", err)
			}
		}
		w.job()
		if w.has(m) != 70_00 || w.has(other) != 0 || len(w.open()) != 0 {
			t.Errorf("they have %s and %s", w.has(m), w.has(other))
		}
		w.agree()
	})
}

// alias is an issuer that knows each voucher by a second spelling too.
type alias struct{ link.Issuer }

func plain(code string) string {
	if rest, second := code[1:], code[0] == 'Z'; second {
		return rest
	}
	return code
}

func (a alias) Verify(ctx context.Context, code string) (link.Voucher, error) {
	return a.Issuer.Verify(ctx, plain(code))
}

func (a alias) Redeem(ctx context.Context, code string, sendBy time.Time) (link.Redemption, error) {
	return a.Issuer.Redeem(ctx, plain(code), sendBy)
}

// Two spellings of a voucher are the same voucher, even if both are under way: the issuer's number shows it.
func TestTwoSpellingsOfOneVoucher(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{issuer: func(i link.Issuer) link.Issuer { return alias{i} }})
		m, thief := w.Member(), w.Member()
		link := w.voucher("25")
		second := "https://gift.truemoney.com/campaign/?v=Z" + sandboxtest.VoucherCode(link)
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "late_apply", DelayMS: 200})
		if got, err := w.hand(m, link); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		w.refused(thief, second, fault.TRUELINK_DUPLICATE)
		w.settled("it is at its end", func() bool { return len(w.open()) == 0 })
		w.refused(thief, second, fault.TRUELINK_DUPLICATE)
		if w.has(m) != 25_00 || w.has(thief) != 0 {
			t.Errorf("they have %s and %s", w.has(m), w.has(thief))
		}
		w.agree()
	})
}

// ceiling limits the total of a member's deposits.
type ceiling money.Amount

func (c ceiling) AllowDepositTx(
	_ context.Context, _ *store.Tx, _ string, amount money.Amount, used func(time.Time) (money.Amount, error),
) error {
	sum, err := used(time.Time{})
	if err == nil && sum+amount > money.Amount(c) {
		err = fault.New(fault.LIMIT_REACHED, "too much").With("limit", money.Amount(c).String())
	}
	return err
}

// A member's limit is checked before the issuer is asked, again when the amount is known, and over all links under
// way. A link refused by a limit is not redeemed, stays free, and does not close the form.
func TestLimitsHoldBeforeAnythingIsRedeemed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{limits: ceiling(100_00)})
		m, other := w.Member(), w.Member()
		large := w.voucher("100.01")
		for range 6 {
			_, err := w.hand(m, large)
			var limit *fault.Error
			if !errors.As(err, &limit) || limit.Code != fault.LIMIT_REACHED || limit.Params["limit"] != "100.00" {
				t.Errorf("%v", err)
			}
		}
		if _, err := w.hand(m, w.voucher("40")); err != nil {
			t.Error(err)
		}
		// A link with an unknown outcome counts with the most that it may bring.
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "late_apply", DelayMS: 300})
		if got, err := w.hand(m, w.voucher("50")); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		free := w.voucher("10.01")
		w.refused(m, free, fault.LIMIT_REACHED)
		w.settled("it is at its end", func() bool { return len(w.open()) == 0 })
		if _, err := w.hand(m, w.voucher("9")); err != nil {
			t.Error(err)
		}
		asked := w.asked.Load()
		w.refused(m, free, fault.LIMIT_REACHED)
		if w.asked.Load() != asked || w.has(m) != 99_00 {
			t.Errorf("the issuer was asked; the member has %s", w.has(m))
		}
		if got, err := w.hand(other, free); err != nil || got.Amount != 10_01 {
			t.Errorf("somebody else: %+v, %v", got, err)
		}
		w.agree()
	})
}

// Many members hand in links on two nodes while the issuer fails in every way: the books agree with it to the satang.
func TestACrowdHandsInLinks(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{nodes: 2})
		for _, mode := range []string{"down", "timeout", "lost_reply", "garbage", "late_apply", "slow"} {
			w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: mode, Count: 3, DelayMS: 200})
			verify := map[bool]string{true: "slow", false: mode}[mode == "late_apply"]
			w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Op: "verify", Mode: verify, DelayMS: 200})
		}
		const crowd = 30
		done := make(chan error, crowd)
		want := map[string]money.Amount{}
		for i := range crowd {
			m := w.Member()
			want[m] = money.Amount(1000 + i*100)
			link := w.Outside.Voucher(sandboxtest.Voucher{Amount: json.Number(want[m].String())})
			go func() {
				_, err := w.Nodes[i%2].Links.Redeem(t.Context(), m, operation(), link)
				done <- err
			}()
		}
		for range crowd {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		w.settled("all are at their end", func() bool { return len(w.open()) == 0 })
		for m, amount := range want {
			if w.has(m) != amount {
				t.Errorf("a member has %s instead of %s", w.has(m), amount)
			}
		}
		if held := w.Balance(ledger.Unmatched); held != 0 {
			t.Errorf("unmatched %s", held)
		}
		w.agree()
	})
}
