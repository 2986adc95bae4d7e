package queue_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/operator/queue"
)

const (
	baht          = money.Baht
	nok, lek, mai = operatortest.Nok, operatortest.Lek, operatortest.Mai
)

// TestTwoNodesClaimOneItem: of two operators at two nodes that claim one item at the same moment, one gets it, each time.
func TestTwoNodesClaimOneItem(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		w := h.InReview(100 * baht)
		nodes, names := []*queue.Service{h.Queue, h.Waiting(h.Store)}, []string{nok, lek}
		for n := range 50 {
			errs := make([]error, 2)
			var both sync.WaitGroup
			for i := range nodes {
				both.Go(func() { _, errs[i] = nodes[i].Claim(t.Context(), names[i], queue.Withdrawal, w.Reference, false) })
			}
			both.Wait()
			won := 0
			if errs[0] != nil {
				won = 1
			}
			if errs[won] != nil || !errors.Is(errs[1-won], operator.ErrClaimed) {
				t.Fatalf("race %d: %v", n, errs)
			}
			if err := nodes[won].Release(t.Context(), names[won], queue.Withdrawal, w.Reference); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestWhatIsClaimedIsDecidedByItsHolder: nobody else decides it or takes it until the claim ends: by its time, which each call
// about the item prolongs, by a decision, by a release, by a chief, or with its holder.
func TestWhatIsClaimedIsDecidedByItsHolder(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		h.Hire(mai, operator.Cashier, "")
		w := h.InReview(100 * baht)
		claim := func(by string, take bool) error {
			_, err := h.Queue.Claim(t.Context(), by, queue.Withdrawal, w.Reference, take)
			return err
		}
		is := func(what string, err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		approve := func(by string) error {
			_, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(by, w.Reference), nil)
			return err
		}
		is("claim", claim(mai, false), nil)
		h.Now.Advance(9 * time.Minute)
		is("again", claim(mai, false), nil)
		h.Now.Advance(9 * time.Minute)
		is("decided by another", approve(nok), operator.ErrClaimed)
		var has operator.ClaimedError
		if err := claim(nok, false); !errors.As(err, &has) || has.By != mai || !has.Until.Equal(h.Now.Now().Add(time.Minute)) {
			t.Errorf("claimed by another: %v", err)
		}
		h.Now.Advance(time.Minute)
		is("after its time", claim(nok, false), nil)
		is("taken by a cashier", claim(mai, true), operator.ErrRole)
		is("taken by a chief", claim(lek, true), nil)
		if err := h.Queue.Release(t.Context(), nok, queue.Withdrawal, w.Reference); err != nil {
			t.Error(err)
		}
		is("released by another", approve(nok), operator.ErrClaimed)
		if err := h.Queue.Release(t.Context(), lek, queue.Withdrawal, w.Reference); err != nil {
			t.Error(err)
		}
		is("released", claim(mai, false), nil)
		if _, err := h.Decide(t.Context(), operator.KindDisable, operatortest.By(nok, mai), nil); err != nil {
			t.Error(err)
		}
		is("its holder is disabled", claim(nok, false), nil)
		is("decided", approve(nok), nil)
		if err := claim(lek, false); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("what is decided is claimed: %v", err)
		}
	})
}

// TestAProposalIsClaimed: whoever has claimed a proposal decides about it. The one who proposed takes it back all the same.
func TestAProposalIsClaimed(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		h.Hire(mai, operator.Cashier, "")
		propose := func() string {
			t.Helper()
			w := h.InReview(70_000 * baht)
			out, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(nok, w.Reference), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.Queue.Claim(t.Context(), mai, queue.Proposal, out.Proposal.ID, false); err != nil {
				t.Fatal(err)
			}
			return out.Proposal.ID
		}
		id := propose()
		if _, err := h.Approvals.Approve(t.Context(), operatortest.By(lek, ""), id, ""); !errors.Is(err, operator.ErrClaimed) {
			t.Errorf("approved by another: %v", err)
		}
		if err := h.Approvals.Reject(t.Context(), operatortest.By(lek, ""), id); !errors.Is(err, operator.ErrClaimed) {
			t.Errorf("rejected by another: %v", err)
		}
		if out, err := h.Approvals.Approve(t.Context(), operatortest.By(mai, ""), id, ""); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if err := h.Approvals.Withdraw(t.Context(), operatortest.By(nok, ""), propose()); err != nil {
			t.Errorf("withdrawn by its proposer: %v", err)
		}
	})
}

// TestNextIsTheMostUrgentForThisOperator: what others have claimed, what the role does not decide, what is about the operator
// itself, and what waits for a second person only is left out.
func TestNextIsTheMostUrgentForThisOperator(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		first := h.InReview(100 * baht)
		h.Now.Advance(time.Minute)
		large := h.InReview(70_000 * baht)
		h.Now.Advance(time.Minute)
		last := h.InReview(100 * baht)
		h.Hire(mai, operator.Cashier, first.Member)
		h.Hire("tan", operator.Support, "")
		next := func(by string, want string, skip ...string) {
			t.Helper()
			x, found, err := h.Queue.Next(t.Context(), by, []string{queue.Withdrawal, queue.Proposal}, skip)
			if err != nil || x.ID != want || found != (want != "") {
				t.Errorf("next of %s: %v %v, %v, want %s", by, x.Ref(), found, err, want)
			}
			if found && (x.Claim == nil || x.Claim.By != by) {
				t.Errorf("next of %s is not claimed: %+v", by, x.Claim)
			}
		}
		next("tan", "")
		next(nok, first.Reference)
		next(nok, first.Reference) // it has not decided it
		next(lek, large.Reference)
		next(mai, last.Reference) // the first is its own, and Lek has the second
		if err := h.Queue.Release(t.Context(), nok, queue.Withdrawal, first.Reference); err != nil {
			t.Error(err)
		}
		next(mai, "", last.Reference)
		out, err := h.Decide(t.Context(), "withdrawal.approve", operatortest.By(lek, large.Reference), nil)
		if err != nil {
			t.Fatal(err)
		}
		next(lek, first.Reference)
		next(mai, out.Proposal.ID, last.Reference)
		next(lek, "", first.Reference) // the large one is proposed, by itself, and Mai has the last
		if _, _, err := h.Queue.Next(t.Context(), "nobody", nil, nil); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("nobody: %v", err)
		}
	})
}

// TestTheListSaysWhoHasAnItem: whoever has claimed it, or a chief who took it.
func TestTheListSaysWhoHasAnItem(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		w := h.InReview(100 * baht)
		claim := func(by string, take bool) error {
			_, err := h.Queue.Claim(t.Context(), by, queue.Withdrawal, w.Reference, take)
			return err
		}
		says := func(who string) {
			t.Helper()
			if out := shell(t, h, "list"); !strings.Contains(out, who) {
				t.Errorf("%s has it: %s", who, out)
			}
		}
		if err := claim(nok, false); err != nil {
			t.Fatal(err)
		}
		says(nok)
		if err := claim(lek, false); !errors.Is(err, operator.ErrClaimed) || !strings.Contains(err.Error(), "nok has claimed this") {
			t.Errorf("another claims it: %v", err)
		}
		if _, found, err := h.Queue.Next(t.Context(), lek, nil, nil); found || err != nil {
			t.Errorf("another is given it: %v", err)
		}
		if err := claim(lek, true); err != nil {
			t.Fatal(err)
		}
		says(lek)
		if _, err := h.Queue.Claim(t.Context(), lek, queue.Withdrawal, "nothing", false); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("what does not wait: %v", err)
		}
	})
}
