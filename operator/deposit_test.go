package operator_test

import (
	"errors"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
)

var (
	own      = deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
	stranger = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
)

// arrived books an arrival that nobody has claimed, and returns its ID.
func (h *house) arrived(source string, amount money.Amount, payer deposit.Payer) string {
	h.t.Helper()
	booked, err := h.d.Book(h.t.Context(), deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelFeed,
		Payment: deposit.Payment{Source: source, Amount: amount, PaidAt: h.now.Now(), Payer: payer},
	})
	if err != nil || !booked {
		h.t.Fatal(booked, err)
	}
	list, err := h.s.Unmatched(h.t.Context(), 100)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, in := range list {
		if in.Source == source {
			return in.ID
		}
	}
	h.t.Fatalf("%s is not listed", source)
	return ""
}

func (h *house) opened(member string) {
	h.t.Helper()
	err := h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		return h.ledger.OpenTx(h.t.Context(), tx, ledger.Wallet(member), ledger.Held(member))
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// Unclaimed money: one person assigns it where the payer is the member and it is 5,000 baht at most; otherwise two who name
// the same member. Nobody does so for its own account. Each decision happens once, and is in the audit log.
func TestMoneyThatNobodyClaimed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		const m, other = "MEMBER000001", "MEMBER000002"
		h.opened(m)
		h.opened(other)
		ctx := t.Context()
		assign := func(name string, id, member string) (operator.Outcome, error) {
			return h.s.AssignUnmatched(ctx, by(name, id), member)
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
			if out, err := assign(lek, id, other); err != nil || out.Done {
				t.Errorf("%s to another member: %+v, %v", source, out, err)
			}
			if out, err := assign(lek, id, m); err != nil || !out.Done {
				t.Errorf("%s by two: %+v, %v", source, out, err)
			}
		}
		if b, err := h.ledger.Balance(ctx, ledger.Wallet(m)); err != nil || b.Posted != 10_002*baht+1 {
			t.Errorf("the wallet has %s, %v", b.Posted, err)
		}
		back := h.arrived("L5", 70*baht, stranger)
		bare := operator.Decision{By: nok, Subject: back, Reason: "thirty days"}
		if _, err := h.s.ReturnUnmatched(ctx, bare); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("returned without the bank's reference: %v", err)
		}
		if out, err := h.s.ReturnUnmatched(ctx, by(nok, back)); err != nil || !out.Done {
			t.Errorf("returned: %+v, %v", out, err)
		}
		// An operator who is a member decides nothing about itself.
		if _, err := h.s.Add(ctx, by(nok, mai), operator.Cashier, m); err != nil {
			t.Fatal(err)
		}
		if _, err := h.s.Add(ctx, by(lek, mai), operator.Cashier, m); err != nil {
			t.Fatal(err)
		}
		h.now.Advance(time.Hour)
		if _, err := h.s.AssignUnmatched(ctx, by(mai, h.arrived("L6", baht, own)), m); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("for itself: %v", err)
		}
		if _, err := operator.VerifyAudit(ctx, h.store); err != nil {
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
		h.opened(m)
		ctx := t.Context()
		id := h.arrived("L1", 100*baht, own)
		if out, err := h.s.AssignUnmatched(ctx, by(nok, id), m); err != nil || !out.Done {
			t.Fatal(out, err)
		}
		if out, err := h.s.ReverseDeposit(ctx, by(nok, id)); err != nil || out.Done {
			t.Errorf("by one: %+v, %v", out, err)
		}
		if out, err := h.s.ReverseDeposit(ctx, by(lek, id)); err != nil || !out.Done {
			t.Errorf("by two: %+v, %v", out, err)
		}
		if b, err := h.ledger.Balance(ctx, ledger.Wallet(m)); err != nil || b.Posted != 0 {
			t.Errorf("the wallet has %s, %v", b.Posted, err)
		}
		if b, err := h.ledger.Balance(ctx, ledger.Bank("SCB1")); err != nil || b.Posted != 0 {
			t.Errorf("the bank account has %s, %v", b.Posted, err)
		}
	})
}
