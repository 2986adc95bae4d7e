package withdrawal_test

import (
	"context"
	"errors"
	"testing"
	"time"

	stops "krapao/brake"
	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
)

const (
	baht     = money.Baht
	nok, lek = operatortest.Nok, operatortest.Lek
)

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

// TestWhoOpensAWithdrawalHasIt: once an operator has opened it, it is not checked again automatically.
func TestWhoOpensAWithdrawalHasIt(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		w := h.InReview(100 * baht)
		if w.InHand {
			t.Error("in hand before anybody looked")
		}
		if _, err := h.Withdrawals.Open(t.Context(), operator.Person{Name: nok, Role: operator.Cashier}, w.Reference); err != nil {
			t.Fatal(err)
		}
		if w, err := h.Requests.Find(t.Context(), w.Reference); err != nil || !w.InHand {
			t.Errorf("%+v, %v", w, err)
		}
	})
}

func TestAWithdrawalIsDecidedByOneOrTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		small, large := h.InReview(50_000*baht), h.InReview(50_001*baht)
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, small.Reference), nil); err != nil || !out.Done {
			t.Errorf("50,000 by one: %+v, %v", out, err)
		}
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, large.Reference), nil); err != nil || out.Done {
			t.Errorf("50,001 by one: %+v, %v", out, err)
		}
		if _, err := h.Decide(ctx, "withdrawal.approve", by(nok, large.Reference), nil); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if h.State(large.Reference) != withdraw.Review {
			t.Error("one person was enough")
		}
		open := operator.ProposalFilter{State: operator.Open, Most: 10}
		if list, err := h.Approvals.Page(ctx, open); err != nil || len(list) != 1 || list[0].By != nok ||
			list[0].Amount != 50_001*baht {
			t.Errorf("proposals: %+v, %v", list, err)
		}
		if out, err := h.Decide(ctx, "withdrawal.approve", by(lek, large.Reference), nil); err != nil || !out.Done ||
			h.State(large.Reference) != withdraw.Sending {
			t.Errorf("50,001 by two: %+v, %v", out, err)
		}
		// Never sent: one person returns it. Sent: two do, with the bank's statement.
		third := h.InReview(1_000 * baht)
		if out, err := h.Decide(ctx, "withdrawal.return", by(lek, third.Reference), nil); err != nil || !out.Done {
			t.Errorf("return before sending: %+v, %v", out, err)
		}
		h.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 100})
		h.Settle(small.Reference)
		h.Now.Advance(time.Hour)
		bare := by(nok, small.Reference)
		bare.Evidence = ""
		if _, err := h.Decide(ctx, "withdrawal.return", bare, nil); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without the bank's statement: %v", err)
		}
		if out, err := h.Decide(ctx, "withdrawal.return", by(nok, small.Reference), nil); err != nil || out.Done {
			t.Errorf("by one: %+v, %v", out, err)
		}
		if out, err := h.Decide(ctx, "withdrawal.return", by(lek, small.Reference), nil); err != nil || !out.Done ||
			h.State(small.Reference) != withdraw.Returned {
			t.Errorf("by two: %+v, %v", out, err)
		}
	})
}

// owes makes a member owe 5 baht, as a reversal does.
func owes(h *operatortest.House, member string) error {
	return h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		if err := h.Ledger.OpenTx(h.T.Context(), tx, ledger.Owed(member)); err != nil {
			return err
		}
		_, err := h.Ledger.MoveTx(h.T.Context(), tx, ledger.Order{
			Key: ledger.InternalKey("test", "owes", member), Kind: "deposit_reversed", Debit: ledger.Owed(member),
			Credit: ledger.Bank("KBANK"), Amount: 5 * baht, Member: member,
		})
		return err
	})
}

// TestAnApprovalRestsOnWhatBothSaw: what changes a large withdrawal between the two persons ends the proposal, and nothing is
// sent. What does not matter for it changes nothing.
func TestAnApprovalRestsOnWhatBothSaw(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		w := h.InReview(50_001 * baht)
		proposed := func() string {
			t.Helper()
			out, err := h.Decide(ctx, "withdrawal.approve", by(nok, w.Reference), nil)
			if err != nil || out.Proposal == nil {
				t.Fatalf("%+v, %v", out, err)
			}
			return out.Proposal.ID
		}
		for what, change := range map[string]func() (operator.Outcome, error){
			"payouts were stopped":  func() (operator.Outcome, error) { return h.Decide(ctx, halt.KindStop, by(lek, stops.Payouts), nil) },
			"the member owes money": func() (operator.Outcome, error) { return operator.Outcome{}, owes(h, w.Member) },
		} {
			id := proposed()
			if _, err := change(); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if _, err := h.Approvals.Approve(ctx, by(lek, ""), id, ""); !errors.Is(err, operator.ErrProposalChanged) {
				t.Errorf("%s: %v", what, err)
			}
			if h.State(w.Reference) != withdraw.Review {
				t.Fatalf("%s, and it is sent", what)
			}
		}
		id := proposed()
		// It was never sent: one is enough.
		if out, err := h.Decide(ctx, "withdrawal.return", by(lek, w.Reference), nil); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if s, err := h.Approvals.Show(ctx, lek, id); err != nil || !s.Changed || s.WhyNot == "" {
			t.Errorf("%+v, %v", s, err)
		}
		if _, err := h.Approvals.Approve(ctx, by(lek, ""), id, ""); !errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("of one that has ended: %v", err)
		}
		looked := h.InReview(50_001 * baht)
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, looked.Reference), nil); err != nil || out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if _, err := h.Withdrawals.Open(ctx, operator.Person{Name: lek, Role: operator.Cashier}, looked.Reference); err != nil {
			t.Error(err)
		}
		if out, err := h.Decide(ctx, "withdrawal.approve", by(lek, looked.Reference), nil); err != nil || !out.Done {
			t.Errorf("the second person looked at it first: %+v, %v", out, err)
		}
	})
}

// TestMoneyGivenByHandStaysADay: nobody sends a withdrawal of a member whom an operator gave money within 24 hours. It can be
// returned meanwhile, and what was proposed before is stale.
func TestMoneyGivenByHandStaysADay(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		small, large := h.InReview(100*baht), h.InReview(50_001*baht)
		proposed, err := h.Decide(ctx, "withdrawal.approve", by(nok, large.Reference), nil)
		if err != nil || proposed.Proposal == nil {
			t.Fatal(proposed, err)
		}
		for _, w := range []withdraw.Withdrawal{small, large} {
			gives(h, w.Member)
		}
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, small.Reference), nil); !fault.Is(err, fault.WITHDRAW_REVIEW) {
			t.Errorf("at once: %+v, %v", out, err)
		}
		if out, err := h.Approvals.Approve(ctx, by(lek, ""), proposed.Proposal.ID, ""); !errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("by two: %+v, %v", out, err)
		}
		if out, err := h.Decide(ctx, "withdrawal.return", by(nok, large.Reference), nil); err != nil || !out.Done {
			t.Errorf("returned: %+v, %v", out, err)
		}
		h.Now.Advance(24*time.Hour - time.Second)
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, small.Reference), nil); !fault.Is(err, fault.WITHDRAW_REVIEW) {
			t.Errorf("a second before its time: %+v, %v", out, err)
		}
		h.Now.Advance(2 * time.Second)
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, small.Reference), nil); err != nil || !out.Done {
			t.Errorf("a day later: %+v, %v", out, err)
		}
	})
}

// gives gives a member 10 baht that came from a stranger, by two operators.
func gives(h *operatortest.House, member string) {
	h.T.Helper()
	ctx := h.T.Context()
	h.Opened(member)
	booked, err := h.Deposits.Book(ctx, deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelFeed, Payment: deposit.Payment{Source: member, Amount: 10 * baht, PaidAt: h.Now.Now()},
	})
	if err != nil || !booked {
		h.T.Fatal(booked, err)
	}
	list, err := h.Arrivals.Unmatched(ctx, 100)
	if err != nil {
		h.T.Fatal(err)
	}
	for _, in := range list {
		for _, name := range []string{nok, lek} {
			if _, err := h.Decide(ctx, "unmatched.assign", by(name, in.ID), map[string]string{"member": member}); err != nil {
				h.T.Fatal(err)
			}
		}
	}
}

// TestAPaymentIsBookedByHand: the bank's statement shows what the bank does not answer. It goes through the checks of all that
// two persons decide. Nothing is booked as paid that was never sent, or that has ended.
func TestAPaymentIsBookedByHand(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		paid := func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return h.Decide(ctx, "withdrawal.paid", d, map[string]string{"outside": "KB-1"})
		}
		if _, err := paid(ctx, by(nok, h.InReview(100*baht).Reference)); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("one that was never sent: %v", err)
		}
		h.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 1000})
		members := map[string]string{}
		unknown := func() (string, string) {
			w := h.InReview(100 * baht)
			if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, w.Reference), nil); err != nil || !out.Done {
				t.Fatal(out, err)
			}
			h.Settle(w.Reference)
			h.Now.Advance(time.Hour)
			members[w.Reference] = w.Member
			return w.Reference, w.Member
		}
		h.NeedsTwo(operatortest.Two{
			Make: unknown, Do: paid, Below: operator.Support, Evidence: true, Open: h.Withdrawals.Open,
			Times: func(reference string) int {
				if h.State(reference) != withdraw.Paid {
					return 0
				}
				b, err := h.Ledger.Balance(ctx, ledger.Wallet(members[reference]))
				if err != nil || b.Posted != 0 {
					t.Errorf("the wallet has %s, %v", b.Posted, err)
				}
				return 1
			},
			Change: func(reference string) {
				for _, name := range []string{nok, lek} {
					if _, err := h.Decide(ctx, "withdrawal.return", by(name, reference), nil); err != nil {
						t.Fatal(err)
					}
				}
			},
		})
		if _, err := h.Decide(ctx, "withdrawal.paid", by(nok, "nosuch"), map[string]string{"outside": " "}); err == nil {
			t.Error("without the bank's reference")
		}
	})
}
