package withdrawal_test

import (
	"errors"
	"testing"
	"time"

	"krapao/money"
	"krapao/operator"
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
		if _, err := h.Withdrawals.Show(t.Context(), by(nok, w.Reference)); err != nil {
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
		if out, err := h.Withdrawals.Approve(ctx, by(nok, small.Reference)); err != nil || !out.Done {
			t.Errorf("50,000 by one: %+v, %v", out, err)
		}
		if out, err := h.Withdrawals.Approve(ctx, by(nok, large.Reference)); err != nil || out.Done {
			t.Errorf("50,001 by one: %+v, %v", out, err)
		}
		if _, err := h.Withdrawals.Approve(ctx, by(nok, large.Reference)); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if h.State(large.Reference) != withdraw.Review {
			t.Error("one person was enough")
		}
		if list, err := h.Approvals.Proposals(ctx, 10); err != nil || len(list) != 1 || list[0].By != nok ||
			list[0].Amount != 50_001*baht {
			t.Errorf("proposals: %+v, %v", list, err)
		}
		if out, err := h.Withdrawals.Approve(ctx, by(lek, large.Reference)); err != nil || !out.Done ||
			h.State(large.Reference) != withdraw.Sending {
			t.Errorf("50,001 by two: %+v, %v", out, err)
		}
		// Never sent: one person returns it. Sent: two do, with the bank's statement.
		third := h.InReview(1_000 * baht)
		if out, err := h.Withdrawals.Return(ctx, by(lek, third.Reference)); err != nil || !out.Done {
			t.Errorf("return before sending: %+v, %v", out, err)
		}
		h.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "down", Count: 100})
		h.Settle(small.Reference)
		h.Now.Advance(time.Hour)
		bare := by(nok, small.Reference)
		bare.Evidence = ""
		if _, err := h.Withdrawals.Return(ctx, bare); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("without the bank's statement: %v", err)
		}
		if out, err := h.Withdrawals.Return(ctx, by(nok, small.Reference)); err != nil || out.Done {
			t.Errorf("by one: %+v, %v", out, err)
		}
		if out, err := h.Withdrawals.Return(ctx, by(lek, small.Reference)); err != nil || !out.Done ||
			h.State(small.Reference) != withdraw.Returned {
			t.Errorf("by two: %+v, %v", out, err)
		}
	})
}
