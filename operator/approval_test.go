package operator_test

import (
	"errors"
	"testing"
	"time"

	stops "krapao/brake"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/care"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
	"krapao/withdraw"
)

const (
	baht          = money.Baht
	nok, lek, mai = operatortest.Nok, operatortest.Lek, operatortest.Mai
)

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

func TestWhoMayDecide(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		w := h.InReview(1_000 * baht)
		for _, name := range []string{nok, lek} {
			asked := operator.Newcomer{Role: operator.Cashier, Member: w.Member}
			if out, err := h.Decide(ctx, operator.KindAdd, by(name, mai), asked); err != nil || out.Done {
				t.Fatalf("%+v, %v", out, err)
			}
		}
		h.Now.Advance(30*time.Minute - time.Microsecond)
		if n, err := h.Approvals.RunDue(ctx); n != 0 || err != nil {
			t.Errorf("%d in force too early, %v", n, err)
		}
		if _, err := h.Decide(ctx, "withdrawal.approve", by(mai, w.Reference), nil); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("within 30 minutes of being added: %v", err)
		}
		h.Now.Advance(time.Microsecond)
		if n, err := h.Approvals.RunDue(ctx); n != 1 || err != nil {
			t.Errorf("%d in force, %v", n, err)
		}
		if _, err := h.Decide(ctx, "withdrawal.approve", by(mai, w.Reference), nil); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("about its own member: %v", err)
		}
		if _, err := h.Decide(ctx, halt.KindStop, by(mai, stops.Payouts), nil); err != nil {
			t.Error(err)
		}
		if _, err := h.Decide(ctx, halt.KindResume, by(mai, stops.Payouts), nil); !errors.Is(err, operator.ErrRole) {
			t.Errorf("a cashier resumes payouts: %v", err)
		}
		nameless := by("", w.Reference)
		silent := by(nok, w.Reference)
		silent.Reason = "  "
		for d, want := range map[operator.Decision]error{
			nameless: operator.ErrUnknownOperator, by("ghost", w.Reference): operator.ErrUnknownOperator,
			silent: operator.ErrReasonRequired,
		} {
			if _, err := h.Decide(ctx, "withdrawal.approve", d, nil); !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", d, err, want)
			}
		}
		if out, err := h.Decide(ctx, operator.KindDisable, by(lek, mai), nil); err != nil || !out.Done {
			t.Errorf("disable: %+v, %v", out, err)
		}
		if _, err := h.Decide(ctx, care.Unlock, by(mai, "MEMBER000001"), nil); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("disabled: %v", err)
		}
		support := operator.Newcomer{Role: operator.Support}
		if _, err := h.Decide(ctx, operator.KindAdd, by(nok, "Bad Name"), support); !errors.Is(err, operator.ErrName) {
			t.Errorf("a name with a space: %v", err)
		}
		if h.State(w.Reference) != withdraw.Review {
			t.Error("somebody decided")
		}
	})
}
