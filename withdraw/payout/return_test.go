package payout_test

import (
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

func TestOperatorsApproveAndReturn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Settings: `{"requiredPlayPercent": 0, "reviewFirst": true}`})
		m := w.Member(500 * baht)
		yes, no := w.Request(m, 100*baht), w.Request(m, 200*baht)
		w.UntilState(yes.Reference, withdraw.Review)
		w.UntilState(no.Reference, withdraw.Review)
		w.UntilReason(m, yes.Reference, fault.WITHDRAW_REVIEW) // the statement says why it waits
		waiting, err := w.Requests.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 2 || waiting[0].Why[0] != "first withdrawal" || waiting[0].Account.Number != "" {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		if n, since, err := w.Requests.InReview(t.Context()); err != nil || n != 2 || !since.Equal(waiting[0].Since) {
			t.Errorf("in review: %d since %s, %v", n, since, err)
		}
		if err := w.Approve(yes.Reference); err != nil {
			t.Fatal(err)
		}
		if err := w.Return(no.Reference); err != nil {
			t.Fatal(err)
		}
		w.UntilState(yes.Reference, withdraw.Paid)
		w.UntilReason(m, yes.Reference, fault.SUCCESS) // that wait is over
		if n, since, err := w.Requests.InReview(t.Context()); err != nil || n != 0 || !since.IsZero() {
			t.Errorf("all decided, in review: %d since %s, %v", n, since, err)
		}
		if x := w.Find(yes.Reference); x.Automatic {
			t.Error("a person approved it")
		}
		for _, err := range []error{
			w.Approve(yes.Reference), w.Approve(no.Reference), w.Return(yes.Reference), w.Return(no.Reference), w.Approve("nosuch"),
		} {
			if !fault.Is(err, fault.NO_DATA) {
				t.Errorf("decided twice: %v", err)
			}
		}
		if w.Wallet(m) != 400*baht {
			t.Errorf("the wallet has %s", w.Wallet(m))
		}
		w.Agree()
	})
}
