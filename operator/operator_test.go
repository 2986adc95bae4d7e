package operator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"krapao/connect/payout"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	payouts "krapao/withdraw/payout"
)

const baht = money.Baht

// house is the operator area with the real deposits, withdrawals, ledger and payout bank.
type house struct {
	t         *testing.T
	now       *clock.Fake
	store     *store.Store
	ledger    *ledger.Ledger
	outside   *sandboxtest.Sandbox
	people    *people
	s         *operator.Service
	d         *deposittest.Node
	w         *withdraw.Service
	approvals *approval.Service
	payouts   *payouts.Service
}

// Names of three operators: two chiefs and a support who is also a member.
const (
	nok, lek, mai = "nok", "lek", "mai"
)

func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	began := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) { test(t, newHouse(t, s, now)) })
}

// pass lets a bubble's time pass.
func pass(d time.Duration) { time.Sleep(d) }

func newHouse(t *testing.T, s *store.Store, now *clock.Fake) *house {
	t.Helper()
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	outside := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
	known := sandbox.DemoCredentials().Payout
	p := &people{passwords: map[string]string{}}
	h := &house{t: t, now: now, store: s, ledger: l, outside: outside, people: p}
	h.d = deposittest.New(deposittest.Deps{Store: s, Books: l, Members: registered{}, Box: box})
	bank := payout.New(payout.Config{
		BaseURL: outside.URL + "/payout", Key: known.Key, Secret: known.Secret, Now: now.Now, Outbound: outside.Outbound(0),
	})
	stop := brake.New(s)
	h.w = withdraw.New(withdraw.Deps{Store: s, Books: l, Members: registered{}, Box: box})
	h.approvals = approval.New(approval.Deps{
		Store: s, Books: l, Members: registered{}, Names: bank, Brake: stop, Box: box, Settings: h.w.Settings,
	})
	h.payouts = payouts.New(payouts.Deps{Store: s, Books: l, Bank: bank, Brake: stop, Box: box})
	h.s = operator.New(operator.Deps{
		Store: s, Withdrawals: h.w, Approvals: h.approvals, Payouts: h.payouts, Brake: stop, Members: p, Cases: p, Books: l,
		Deposits: h.d.Service, Slip: h.d.Slips, Link: h.d.Links, Feed: h.d.Feeds, Declared: h.d.Declared,
	})
	for _, name := range []string{nok, lek} {
		if out, err := h.s.Add(t.Context(), operator.Decision{
			By: nok, Subject: name, Reason: "the first two",
		}, operator.Chief, ""); err != nil || !out.Done {
			t.Fatalf("add %s: %+v, %v", name, out, err)
		}
	}
	return h
}

// registered answers other areas' questions for the member area.
type registered struct{}

func (registered) RegisteredAccount(context.Context, string) (deposit.Payer, error) {
	return deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}, nil
}

func (registered) LockTx(context.Context, *store.Tx, string) error { return nil }

func (registered) Payee(context.Context, string) (withdraw.Payee, error) {
	return withdraw.Payee{Account: withdraw.Account{BankCode: "SCB", Number: "1234567890", Name: "SOMCHAI JAIDEE"}}, nil
}

// people are the members' credentials and the wallet's cases, for the operator area.
type people struct {
	mu        sync.Mutex
	passwords map[string]string
	fail      error
	cases     []operator.Unsettled
	decided   []bool
}

func (p *people) ByUsername(_ context.Context, phone string) (string, error) {
	if phone != "0812345678" {
		return "", fault.New(fault.NO_USER, "no such member")
	}
	return "MEMBER000001", nil
}

func (p *people) Unlock(context.Context, string) error { return p.fail }

func (p *people) SetPassword(_ context.Context, member, password string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail == nil {
		p.passwords[member] = password
	}
	return p.fail
}

func (p *people) UnsettledTransfers(_ context.Context, provider string, limit int) (list []operator.Unsettled, err error) {
	for _, c := range p.cases {
		if provider == "" || c.Provider == provider {
			list = append(list, c)
		}
	}
	return list[:min(len(list), limit)], nil
}

func (p *people) UnsettledTransfer(_ context.Context, reference string) (operator.Unsettled, error) {
	for _, c := range p.cases {
		if c.Reference == reference {
			return c, nil
		}
	}
	return operator.Unsettled{}, fault.New(fault.NO_DATA, "no such case is open")
}

func (p *people) DecideTx(_ context.Context, _ *store.Tx, _ ledger.ID, applied bool, _ string) error {
	p.decided = append(p.decided, applied)
	return nil
}

func by(name, subject string) operator.Decision {
	return operator.Decision{By: name, Subject: subject, Reason: "because", Evidence: "a line of the bank's statement"}
}

// inReview makes a withdrawal that waits for an operator.
func (h *house) inReview(amount money.Amount) withdraw.Withdrawal {
	h.t.Helper()
	ctx, m := h.t.Context(), id.Member()
	if err := h.store.Write(ctx, func(tx *store.Tx) error { return h.ledger.OpenTx(ctx, tx, ledger.Wallet(m)) }); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.ledger.Move(ctx, ledger.Order{
		Key: ledger.InternalKey("test", m), Kind: "deposit", Debit: ledger.Bank("KBANK"), Credit: ledger.Wallet(m), Amount: amount,
		Member: m,
	}); err != nil {
		h.t.Fatal(err)
	}
	r, err := h.w.Request(ctx, m, amount, ledger.ClientKey(m, "withdraw", "1"))
	if err != nil {
		h.t.Fatal(err)
	}
	h.settle(r.Reference)
	w, err := h.w.Find(ctx, r.Reference)
	if err != nil || w.State != withdraw.Review {
		h.t.Fatalf("%+v, %v", w, err)
	}
	return w
}

func (h *house) settle(reference string) settle.Result {
	h.t.Helper()
	number, _ := h.ledger.ParseReference(reference)
	x, err := h.ledger.Find(h.t.Context(), number)
	if err != nil {
		h.t.Fatal(err)
	}
	r, _ := withdraw.Settler{Store: h.store, Approval: h.approvals, Payouts: h.payouts}.Settle(h.t.Context(), x)
	return r
}

// TestWhoOpensAWithdrawalHasIt: once an operator has opened it, it is not checked again automatically.
func TestWhoOpensAWithdrawalHasIt(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		w := h.inReview(100 * baht)
		if w.InHand {
			t.Error("in hand before anybody looked")
		}
		if _, err := h.s.ShowWithdrawal(t.Context(), by(nok, w.Reference)); err != nil {
			t.Fatal(err)
		}
		if w, err := h.w.Find(t.Context(), w.Reference); err != nil || !w.InHand {
			t.Errorf("%+v, %v", w, err)
		}
	})
}

func (h *house) state(reference string) withdraw.State {
	h.t.Helper()
	w, err := h.w.Find(h.t.Context(), reference)
	if err != nil {
		h.t.Fatal(err)
	}
	return w.State
}

func TestAWithdrawalIsDecidedByOneOrTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		small, large := h.inReview(50_000*baht), h.inReview(50_001*baht)
		if out, err := h.s.ApproveWithdrawal(ctx, by(nok, small.Reference)); err != nil || !out.Done {
			t.Errorf("50,000 by one: %+v, %v", out, err)
		}
		if out, err := h.s.ApproveWithdrawal(ctx, by(nok, large.Reference)); err != nil || out.Done {
			t.Errorf("50,001 by one: %+v, %v", out, err)
		}
		if _, err := h.s.ApproveWithdrawal(ctx, by(nok, large.Reference)); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if h.state(large.Reference) != withdraw.Review {
			t.Error("one person was enough")
		}
		if list, err := h.s.Proposals(ctx, 10); err != nil || len(list) != 1 || list[0].By != nok || list[0].Amount != 50_001*baht {
			t.Errorf("proposals: %+v, %v", list, err)
		}
		if out, err := h.s.ApproveWithdrawal(ctx, by(lek, large.Reference)); err != nil || !out.Done ||
			h.state(large.Reference) != withdraw.Sending {
			t.Errorf("50,001 by two: %+v, %v", out, err)
		}
		// Never sent: one person returns it. Sent: two do, with the bank's statement.
		third := h.inReview(1_000 * baht)
		if out, err := h.s.ReturnWithdrawal(ctx, by(lek, third.Reference)); err != nil || !out.Done {
			t.Errorf("return before sending: %+v, %v", out, err)
		}
		h.outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 100})
		h.settle(small.Reference)
		h.now.Advance(time.Hour)
		bare := by(nok, small.Reference)
		bare.Evidence = ""
		if _, err := h.s.ReturnWithdrawal(ctx, bare); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without the bank's statement: %v", err)
		}
		if out, err := h.s.ReturnWithdrawal(ctx, by(nok, small.Reference)); err != nil || out.Done {
			t.Errorf("by one: %+v, %v", out, err)
		}
		if out, err := h.s.ReturnWithdrawal(ctx, by(lek, small.Reference)); err != nil || !out.Done ||
			h.state(small.Reference) != withdraw.Returned {
			t.Errorf("by two: %+v, %v", out, err)
		}
	})
}

func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		w := h.inReview(1_000 * baht)
		for range 2 {
			name := nok
			if list, _ := h.s.Proposals(ctx, 1); len(list) == 1 {
				name = lek
			}
			if _, err := h.s.Add(ctx, by(name, mai), operator.Cashier, w.Member); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.s.ApproveWithdrawal(ctx, by(mai, w.Reference)); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("within 30 minutes of being added: %v", err)
		}
		h.now.Advance(30 * time.Minute)
		if _, err := h.s.ApproveWithdrawal(ctx, by(mai, w.Reference)); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("about its own member: %v", err)
		}
		if _, err := h.s.ResumePayouts(ctx, by(mai, "")); !errors.Is(err, operator.ErrRole) {
			t.Errorf("a cashier resumes payouts: %v", err)
		}
		nameless := by("", w.Reference)
		silent := by(nok, w.Reference)
		silent.Reason = "  "
		for d, want := range map[operator.Decision]error{
			nameless: operator.ErrUnknownOperator, by("ghost", w.Reference): operator.ErrUnknownOperator,
			silent: operator.ErrReasonRequired,
		} {
			if _, err := h.s.ApproveWithdrawal(ctx, d); !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", d, err, want)
			}
		}
		if out, err := h.s.Disable(ctx, by(lek, mai)); err != nil || !out.Done {
			t.Errorf("disable: %+v, %v", out, err)
		}
		if _, err := h.s.Unlock(ctx, by(mai, "0812345678")); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("disabled: %v", err)
		}
		if _, err := h.s.Add(ctx, by(nok, "Bad Name"), operator.Support, ""); !errors.Is(err, operator.ErrName) {
			t.Errorf("a name with a space: %v", err)
		}
		if h.state(w.Reference) != withdraw.Review {
			t.Error("somebody decided")
		}
	})
}

func TestHeldMoneyNeedsTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx, m := t.Context(), id.Member()
		if err := h.store.Write(ctx, func(tx *store.Tx) error {
			return h.ledger.OpenTx(ctx, tx, ledger.Wallet(m), ledger.Held(m))
		}); err != nil {
			t.Fatal(err)
		}
		for i, amount := range []money.Amount{100 * baht, 5_000 * baht, 5_001 * baht} {
			a := deposit.Arrival{Account: "SCB1", Channel: deposit.ChannelFeed, Member: m, Payment: deposit.Payment{
				Source: string(rune('a' + i)), Amount: amount, Payer: deposit.Payer{BankCode: "KTB", AccountNo: "9998887776"},
			}}
			if booked, err := h.d.Book(ctx, a); err != nil || !booked {
				t.Fatal(booked, err)
			}
		}
		held, err := h.s.Held(ctx, 10)
		if err != nil || len(held) != 3 {
			t.Fatalf("%+v, %v", held, err)
		}
		byAmount := map[money.Amount]string{}
		for _, in := range held {
			byAmount[in.Amount] = in.ID
		}
		decide := func(f func(context.Context, operator.Decision) (operator.Outcome, error), name string,
			amount money.Amount, done bool,
		) {
			t.Helper()
			if out, err := f(ctx, by(name, byAmount[amount])); err != nil || out.Done != done {
				t.Errorf("%s about %s: %+v, %v", name, amount, out, err)
			}
		}
		decide(h.s.ReleaseHeld, nok, 100*baht, false)
		decide(h.s.ReleaseHeld, lek, 100*baht, true)
		decide(h.s.ReturnHeld, nok, 5_000*baht, true)
		decide(h.s.ReturnHeld, lek, 5_001*baht, false)
		decide(h.s.ReturnHeld, nok, 5_001*baht, true)
		balances, err := h.ledger.Balances(ctx, ledger.Wallet(m), ledger.Held(m), ledger.Bank("SCB1"))
		if err != nil || balances[ledger.Wallet(m)].Posted != 100*baht || balances[ledger.Held(m)].Posted != 0 ||
			balances[ledger.Bank("SCB1")].Posted != -100*baht {
			t.Errorf("%v, %v", balances, err)
		}
	})
}

func TestUnsettledTransfers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.people.cases = []operator.Unsettled{
			{ID: 1, Reference: "r1", Amount: 1_000 * baht}, {ID: 2, Reference: "r2", Amount: 1_001 * baht},
		}
		if out, err := h.s.SettleByHand(ctx, by(nok, "r1"), true); err != nil || !out.Done {
			t.Errorf("1,000 by one: %+v, %v", out, err)
		}
		if out, err := h.s.SettleByHand(ctx, by(nok, "r2"), true); err != nil || out.Done {
			t.Errorf("1,001 by one: %+v, %v", out, err)
		}
		if out, err := h.s.SettleByHand(ctx, by(lek, "r2"), false); err != nil || out.Done {
			t.Errorf("two who disagree: %+v, %v", out, err)
		}
		if out, err := h.s.SettleByHand(ctx, by(lek, "r2"), true); err != nil || !out.Done || len(h.people.decided) != 2 {
			t.Errorf("two who agree: %+v, %v; %v", out, err, h.people.decided)
		}
		if _, err := h.s.SettleByHand(ctx, by(lek, "r3"), true); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("no case: %v", err)
		}
	})
}

func TestPasswordsAndUnlocking(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		password, out, err := h.s.OneTimePassword(ctx, by(nok, "0812345678"))
		if err != nil || !out.Done || len(password) < 12 || h.people.passwords["MEMBER000001"] != password {
			t.Errorf("%q, %+v, %v", password, out, err)
		}
		if out, err := h.s.Unlock(ctx, by(nok, "0812345678")); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if _, err := h.s.Unlock(ctx, by(nok, "0800000000")); !fault.Is(err, fault.NO_USER) {
			t.Errorf("nobody: %v", err)
		}
		h.people.fail = errors.New("down")
		if _, err := h.s.Unlock(ctx, by(nok, "0812345678")); err == nil {
			t.Error("it failed and nobody said so")
		}
		list, err := h.s.Audit(ctx, 0, 100)
		if err != nil || list[len(list)-1].Action != "member.unlock.failed" {
			t.Errorf("%+v, %v", list, err)
		}
		// No row has the password.
		text, err := json.Marshal(list)
		if err != nil || bytes.Contains(text, []byte(password)) {
			t.Errorf("the chain tells the password (%v)", err)
		}
	})
}

func TestTheChainSeesEveryChange(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		`UPDATE audit SET reason = 'another' WHERE number = 5`,
		`UPDATE audit SET operator = 'nok' WHERE number = 10`,
		`DELETE FROM audit WHERE number = 10`,
		`DELETE FROM audit WHERE number = 3`,
		`UPDATE audit_head SET number = 9 WHERE id = 1`,
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, h *house) {
				ctx := t.Context()
				var wg sync.WaitGroup
				for range 8 { // at once: no gap and no fork
					wg.Go(func() {
						if _, err := h.s.Unlock(ctx, by(lek, "0812345678")); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				rows, err := operator.VerifyAudit(ctx, h.store)
				if err != nil || rows != 10 {
					t.Fatalf("%d rows, %v", rows, err)
				}
				if err := h.store.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.ExecContext(ctx, change)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				if _, err := operator.VerifyAudit(ctx, h.store); err == nil {
					t.Error("not seen")
				}
			})
		})
	}
}
