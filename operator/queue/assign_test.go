package queue_test

import (
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
	"krapao/operator/queue"
)

// TestAnItemIsGivenToWhoMayDecideIt: by a cashier who has it, or where nobody has; by a chief from whoever has it. It is in the
// audit log with to whom, and then nobody else decides it.
func TestAnItemIsGivenToWhoMayDecideIt(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		w := h.InReview(100 * baht)
		h.Hire(mai, operator.Cashier, "")
		h.Hire("fon", operator.Cashier, w.Member)
		h.Hire("tan", operator.Support, "")
		give := func(by, to string, take bool) error {
			_, err := h.Queue.Assign(t.Context(), operatortest.By(by, w.Reference), queue.Withdrawal, to, take)
			return err
		}
		for _, one := range []struct {
			by, to string
			take   bool
			want   error
		}{
			{"tan", mai, false, operator.ErrRole},
			{mai, "tan", false, operator.ErrRole},
			{mai, "fon", false, operator.ErrSelfDecision},
			{"fon", mai, false, operator.ErrSelfDecision},
			{mai, nok, false, nil},
			{mai, lek, false, operator.ErrClaimed},
			{mai, lek, true, operator.ErrRole},
			{lek, mai, false, operator.ErrClaimed},
			{nok, lek, false, nil}, // it has it
			{nok, mai, true, nil},
			{lek, mai, false, nil}, // again
		} {
			if err := give(one.by, one.to, one.take); !errors.Is(err, one.want) {
				t.Errorf("%s gives it to %s: %v, want %v", one.by, one.to, err, one.want)
			}
		}
		if err := give(mai, "nobody", false); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("to nobody: %v", err)
		}
		rows, err := h.Audit.Newest(t.Context(), audit.Filter{Subject: w.Reference}, 0, 10)
		if err != nil || len(rows) != 4 || rows[3].Action != "queue.assign" || rows[3].Evidence != "withdrawal, to "+nok {
			t.Errorf("the audit log has %+v, %v", rows, err)
		}
		h.Now.Advance(9 * time.Minute)
		_, err = h.Decide(t.Context(), "withdrawal.approve", operatortest.By(lek, w.Reference), nil)
		if !errors.Is(err, operator.ErrClaimed) {
			t.Errorf("another decides it: %v", err)
		}
		if _, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(mai, w.Reference), nil); err != nil {
			t.Error(err)
		}
		if err := give(nok, mai, false); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("what is decided: %v", err)
		}
	})
}

// TestAProposalIsNotGivenToItsProposer, who could not decide it.
func TestAProposalIsNotGivenToItsProposer(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		w := h.InReview(70_000 * baht)
		out, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(nok, w.Reference), nil)
		if err != nil {
			t.Fatal(err)
		}
		d := operatortest.By(lek, out.Proposal.ID)
		if _, err := h.Queue.Assign(t.Context(), d, queue.Proposal, nok, false); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("to its proposer: %v", err)
		}
		if _, err := h.Queue.Assign(t.Context(), d, queue.Proposal, lek, false); err != nil {
			t.Error(err)
		}
		d.Subject = "c1"
		if _, err := h.Queue.Assign(t.Context(), d, queue.Chat, nok, false); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("a conversation: %v", err)
		}
	})
}
