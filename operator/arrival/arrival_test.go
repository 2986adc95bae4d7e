package arrival_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
)

const (
	baht          = money.Baht
	nok, lek, mai = operatortest.Nok, operatortest.Lek, operatortest.Mai
)

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

// house is the operator area, with what these tests do in it.
type house struct{ *operatortest.House }

func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) { test(t, &house{h}) })
}

var (
	own      = deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
	stranger = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
)

// arrived books an arrival that nobody has claimed, and returns its ID.
func (h *house) arrived(source string, amount money.Amount, payer deposit.Payer) string {
	h.T.Helper()
	booked, err := h.Deposits.Book(h.T.Context(), deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelFeed,
		Payment: deposit.Payment{Source: source, Amount: amount, PaidAt: h.Now.Now(), Payer: payer},
	})
	if err != nil || !booked {
		h.T.Fatal(booked, err)
	}
	list, err := h.Arrivals.Unmatched(h.T.Context(), 100)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, in := range list {
		if in.Source == source {
			return in.ID
		}
	}
	h.T.Fatalf("%s is not listed", source)
	return ""
}

// Unclaimed money: one person assigns it where the payer is the member and it is 5,000 baht at most; otherwise two who name
// the same member. Nobody does so for its own account. Each decision happens once, and is in the audit log.
func TestMoneyThatNobodyClaimed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		const m, other = "MEMBER000001", "MEMBER000002"
		h.Opened(m)
		h.Opened(other)
		ctx := t.Context()
		assign := func(name string, id, member string) (operator.Outcome, error) {
			return h.Decide(ctx, "unmatched.assign", by(name, id), map[string]string{"member": member})
		}
		small := h.arrived("L1", 5_000*baht, own)
		if out, err := assign(nok, small, m); err != nil || !out.Done {
			t.Fatalf("a payer match: %+v, %v", out, err)
		}
		if _, err := assign(lek, small, m); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("again: %v", err)
		}
		for source, one := range map[string]struct {
			amount money.Amount
			payer  deposit.Payer
		}{"large": {5_000*baht + 1, own}, "a stranger's": {baht, stranger}, "unnamed": {baht, deposit.Payer{}}} {
			id := h.arrived(source, one.amount, one.payer)
			if out, err := assign(nok, id, m); err != nil || out.Done {
				t.Errorf("%s by one: %+v, %v", source, out, err)
			}
			if _, err := assign(nok, id, m); !errors.Is(err, operator.ErrSecondApproval) {
				t.Errorf("%s by the same: %v", source, err)
			}
			if out, err := assign(lek, id, other); !errors.Is(err, operator.ErrProposalOpen) || out.Done {
				t.Errorf("%s to another member: %+v, %v", source, out, err)
			}
			if out, err := assign(lek, id, m); err != nil || !out.Done {
				t.Errorf("%s by two: %+v, %v", source, out, err)
			}
		}
		if b, err := h.Ledger.Balance(ctx, ledger.Wallet(m)); err != nil || b.Posted != 10_002*baht+1 {
			t.Errorf("the wallet has %s, %v", b.Posted, err)
		}
		back := h.arrived("L5", 70*baht, stranger)
		bare := operatortest.Sure(operator.Decision{By: nok, Subject: back, Reason: "thirty days"})
		if _, err := h.Decide(ctx, "unmatched.return", bare, nil); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("returned without the bank's reference: %v", err)
		}
		if out, err := h.Decide(ctx, "unmatched.return", by(nok, back), nil); err != nil || !out.Done {
			t.Errorf("returned: %+v, %v", out, err)
		}
		// An operator who is a member decides nothing about itself.
		h.Hire(mai, operator.Cashier, m)
		h.Now.Advance(30 * time.Minute)
		about := by(mai, h.arrived("L6", baht, own))
		_, err := h.Decide(ctx, "unmatched.assign", about, map[string]string{"member": m})
		if !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("for itself: %v", err)
		}
		if _, err := h.Audit.Verify(ctx); err != nil {
			t.Error(err)
		}
	})
}

// The bank took an arrival back and no statement says so: two persons decide with its notice. The member owes what has left
// the wallet.
func TestADepositIsReversedByHand(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		const m = "MEMBER000001"
		h.Opened(m)
		ctx := t.Context()
		id := h.arrived("L1", 100*baht, own)
		if out, err := h.Decide(ctx, "unmatched.assign", by(nok, id), map[string]string{"member": m}); err != nil || !out.Done {
			t.Fatal(out, err)
		}
		if out, err := h.Decide(ctx, "deposit.reverse", by(nok, id), nil); err != nil || out.Done {
			t.Errorf("by one: %+v, %v", out, err)
		}
		if out, err := h.Decide(ctx, "deposit.reverse", by(lek, id), nil); err != nil || !out.Done {
			t.Errorf("by two: %+v, %v", out, err)
		}
		if b, err := h.Ledger.Balance(ctx, ledger.Wallet(m)); err != nil || b.Posted != 0 {
			t.Errorf("the wallet has %s, %v", b.Posted, err)
		}
		if b, err := h.Ledger.Balance(ctx, ledger.Bank("SCB1")); err != nil || b.Posted != 0 {
			t.Errorf("the bank account has %s, %v", b.Posted, err)
		}
	})
}

func TestHeldMoneyNeedsTwo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx, m := t.Context(), id.Member()
		if err := h.Store.Write(ctx, func(tx *store.Tx) error {
			return h.Ledger.OpenTx(ctx, tx, ledger.Wallet(m), ledger.Held(m))
		}); err != nil {
			t.Fatal(err)
		}
		for i, amount := range []money.Amount{100 * baht, 5_000 * baht, 5_001 * baht} {
			a := deposit.Arrival{Account: "SCB1", Channel: deposit.ChannelFeed, Member: m, Payment: deposit.Payment{
				Source: string(rune('a' + i)), Amount: amount, Payer: deposit.Payer{BankCode: "KTB", AccountNo: "9998887776"},
			}}
			if booked, err := h.Deposits.Book(ctx, a); err != nil || !booked {
				t.Fatal(booked, err)
			}
		}
		held, err := h.Arrivals.Held(ctx, 10)
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
		decide(h.Does("held.release"), nok, 100*baht, false)
		decide(h.Does("held.release"), lek, 100*baht, true)
		decide(h.Does("held.return"), nok, 5_000*baht, true)
		decide(h.Does("held.return"), lek, 5_001*baht, false)
		decide(h.Does("held.return"), nok, 5_001*baht, true)
		balances, err := h.Ledger.Balances(ctx, ledger.Wallet(m), ledger.Held(m), ledger.Bank("SCB1"))
		if err != nil || balances[ledger.Wallet(m)].Posted != 100*baht || balances[ledger.Held(m)].Posted != 0 ||
			balances[ledger.Bank("SCB1")].Posted != -100*baht {
			t.Errorf("%v, %v", balances, err)
		}
	})
}
