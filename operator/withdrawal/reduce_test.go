package withdrawal_test

import (
	"context"
	"testing"

	"krapao/fault"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/withdraw"
)

// TestAWithdrawalIsReduced: the rest is in the wallet at once and can be asked for again, the withdrawal waits for a person
// still, and what the bank is sent is what it became. It can't grow, nor be nothing, nor be reduced once it is sent.
func TestAWithdrawalIsReduced(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		w := h.InReview(1000 * baht)
		reduce := func(to money.Amount) (operator.Outcome, error) { return reduces(h, to)(ctx, by(nok, w.Reference)) }
		for _, to := range []money.Amount{0, -baht, baht - 1, 1000 * baht, 2000 * baht} {
			if out, err := reduce(to); !fault.Is(err, fault.INVALID_AMOUNT) {
				t.Errorf("to %s: %+v, %v", to, out, err)
			}
		}
		for _, to := range []money.Amount{700 * baht, 600 * baht} {
			if out, err := reduce(to); err != nil || !out.Done {
				t.Fatalf("to %s: %+v, %v", to, out, err)
			}
			x, err := h.Requests.Find(ctx, w.Reference)
			if err != nil || x.State != withdraw.Review || x.Amount != to || x.Asked != 1000*baht || !x.InHand {
				t.Errorf("to %s: %+v, %v", to, x, err)
			}
			if has := wallet(h, w.Member); has.Available() != 1000*baht-to || has.Reserved != to {
				t.Errorf("to %s: %+v", to, has)
			}
		}
		sameAnswer(t, h, w)
		if out, err := h.Decide(ctx, "withdrawal.approve", by(nok, w.Reference), nil); err != nil || !out.Done {
			t.Fatal(out, err)
		}
		if out, err := reduce(baht); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("once it is approved: %+v, %v", out, err)
		}
		h.Settle(w.Reference)
		h.Outside.DecidePayout(w.Reference, "settle")
		h.Settle(w.Reference)
		sent := h.Outside.Payouts()
		if len(sent) != 1 || sent[0].Amount.String() != "600" && sent[0].Amount.String() != "600.00" {
			t.Errorf("the bank was sent %+v", sent)
		}
		if has := wallet(h, w.Member); h.State(w.Reference) != withdraw.Paid || has.Posted != 400*baht || has.Reserved != 0 {
			t.Errorf("%s: %+v", h.State(w.Reference), has)
		}
		whole(t, h)
	})
}

// TestAReducedWithdrawalIsGivenBack: what is returned is what is still reserved, and the statement's row says why it was reduced.
func TestAReducedWithdrawalIsGivenBack(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		w := h.InReview(1000 * baht)
		if out, err := reduces(h, 700*baht)(ctx, by(nok, w.Reference)); err != nil || !out.Done {
			t.Fatal(out, err)
		}
		h.Settle(w.Reference) // the worker looks at it meanwhile
		x, err := h.Ledger.Find(ctx, w.ID)
		if err != nil || x.Amount != 700*baht || x.Detail.Reason != fault.WITHDRAW_REDUCED {
			t.Errorf("the statement: %+v, %v", x, err)
		}
		if out, err := h.Decide(ctx, "withdrawal.return", by(nok, w.Reference), nil); err != nil || !out.Done {
			t.Fatal(out, err)
		}
		if has := wallet(h, w.Member); has.Posted != 1000*baht || has.Reserved != 0 {
			t.Errorf("%+v", has)
		}
		whole(t, h)
	})
}

// TestALargeWithdrawalIsReducedByTwo: whatever it becomes.
func TestALargeWithdrawalIsReducedByTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		members := map[string]string{}
		h.NeedsTwo(operatortest.Two{
			Make: func() (string, string) {
				w := h.InReview(60_000 * baht)
				members[w.Reference] = w.Member
				return w.Reference, w.Member
			},
			Do: reduces(h, 100*baht), Below: operator.Support, Open: h.Withdrawals.Open,
			Times: func(reference string) int {
				if wallet(h, members[reference]).Available() == 59_900*baht {
					return 1
				}
				return 0
			},
			Change: func(reference string) {
				if err := owes(h, members[reference]); err != nil {
					t.Fatal(err)
				}
			},
		})
	})
}

func reduces(h *operatortest.House, to money.Amount) func(context.Context, operator.Decision) (operator.Outcome, error) {
	return func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
		return h.Decide(ctx, "withdrawal.reduce", d, map[string]any{"amount": int64(to)})
	}
}

func wallet(h *operatortest.House, member string) ledger.Balance {
	h.T.Helper()
	b, err := h.Ledger.Balance(h.T.Context(), ledger.Wallet(member))
	if err != nil {
		h.T.Fatal(err)
	}
	return b
}

// sameAnswer: the member's own request again is answered by the withdrawal, and moves nothing.
func sameAnswer(t *testing.T, h *operatortest.House, w withdraw.Withdrawal) {
	t.Helper()
	key := ledger.ClientKey(w.Member, "withdraw", "1")
	r, err := h.Requests.Request(t.Context(), w.Member, 1000*baht, key)
	if err != nil || r.Reference != w.Reference {
		t.Errorf("the same request again: %+v, %v", r, err)
	}
	if _, err := h.Requests.Request(t.Context(), w.Member, 600*baht, key); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
		t.Errorf("another request under its key: %v", err)
	}
}

// whole checks the proofs of the books.
func whole(t *testing.T, h *operatortest.House) {
	t.Helper()
	if r, err := proof.Verify(t.Context(), h.Store); err != nil || !r.OK() {
		t.Errorf("verify: %v, %v", r.Problems, err)
	}
}
