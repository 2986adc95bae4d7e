package approval_test

import (
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

const baht = money.Baht

// Nothing is paid automatically to an account whose holder the bank does not confirm. While the bank does not answer, the request
// waits; then an operator looks.
func TestTheNameInquiryDecides(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]withdraw.State{
		"": withdraw.Paid, "refuse": withdraw.Review, "not_found": withdraw.Review, "down": withdraw.Paid, "garbage": withdraw.Paid,
	} {
		t.Run("fault "+mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := withdrawtest.New(t, s, withdrawtest.Options{})
				m := w.Member(500 * baht)
				if mode != "" {
					w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: mode})
				}
				r := w.Request(m, 100*baht)
				w.UntilState(r.Reference, want)
				if x := w.Find(r.Reference); want == withdraw.Review && (len(x.Why) != 1 || x.Why[0] != "account not verified") {
					t.Errorf("why: %v", x.Why)
				}
				w.Agree()
			})
		})
	}
	t.Run("the bank never says", func(t *testing.T) {
		t.Parallel()
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := withdrawtest.New(t, s, withdrawtest.Options{})
			m := w.Member(500 * baht)
			w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "down", Count: 1000})
			r := w.Request(m, 100*baht)
			w.UntilState(r.Reference, withdraw.Review)
			w.Proofs.Yes = true // money that came from the account proves it as well
			w.UntilState(w.Request(m, 100*baht).Reference, withdraw.Paid)
		})
	})
}

func TestTheTotalMustBeReadable(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		m := w.Member(500 * baht)
		w.Totals.Err = errors.New("a game can't be read")
		r := w.Request(m, 100*baht)
		withdrawtest.Pass(time.Minute - time.Second)
		if x := w.Find(r.Reference); x.State != withdraw.Requested {
			t.Errorf("before its patience was over it was %s", x.State)
		}
		w.UntilState(r.Reference, withdraw.Review)
		if x := w.Find(r.Reference); len(x.Why) != 1 || x.Why[0] != "total not stable" {
			t.Errorf("why: %v", x.Why)
		}
		if w.Wallet(m) != 400*baht || len(w.Outside.Payouts()) != 0 {
			t.Errorf("under review the wallet has %s and the bank %v", w.Wallet(m), w.Outside.Payouts())
		}
	})
}

// A withdrawal in review that waits only for something temporary is paid once that has passed. One that an operator has opened
// stays with the operator.
func TestWhatPassesIsJudgedAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		m := w.Member(5000 * baht)
		w.Totals.Err = errors.New("a game can't be read")
		alone, opened := w.Request(m, 100*baht), w.Request(m, 200*baht)
		w.UntilState(alone.Reference, withdraw.Review)
		w.UntilState(opened.Reference, withdraw.Review)
		w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "down", Count: 1000})
		if x := w.Find(alone.Reference); !x.Passing || x.InHand {
			t.Errorf("%+v", x)
		}
		if err := w.Approvals.Take(t.Context(), opened.Reference); err != nil {
			t.Fatal(err)
		}
		withdrawtest.Pass(4 * time.Minute)
		if x := w.Find(alone.Reference); x.State != withdraw.Review {
			t.Errorf("nothing has passed, and it is %s", x.State)
		}
		w.Totals.Err = nil
		w.UntilState(alone.Reference, withdraw.Paid)
		w.UntilReason(m, alone.Reference, fault.SUCCESS)
		if x := w.Find(alone.Reference); !x.Automatic {
			t.Error("no person approved it")
		}
		withdrawtest.Pass(4 * time.Minute)
		if x := w.Find(opened.Reference); x.State != withdraw.Review || !x.InHand || len(w.Outside.Payouts()) != 1 {
			t.Errorf("an operator has it, and it is %s; paid %v", x.State, w.Outside.Payouts())
		}
		w.Agree()
	})
}

// A withdrawal that fails another condition, too, or whose promise is over, stays for an operator.
func TestWhatDoesNotPassIsNotJudgedAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		w.Approvals.Timing.Promise = 5 * time.Minute // instead of a day: fewer turns
		m := w.Member(500_000 * baht)
		w.Totals.Err = errors.New("a game can't be read")
		large, old := w.Request(m, 30_000*baht), w.Request(m, 100*baht)
		w.UntilState(large.Reference, withdraw.Review)
		w.UntilState(old.Reference, withdraw.Review)
		if x := w.Find(large.Reference); x.Passing || len(x.Why) != 2 {
			t.Errorf("%+v", x)
		}
		withdrawtest.Pass(4 * time.Minute)
		w.Totals.Err = nil
		withdrawtest.Pass(4 * time.Minute)
		for name, r := range map[string]string{"large": large.Reference, "old": old.Reference} {
			if x := w.Find(r); x.State != withdraw.Review {
				t.Errorf("the %s one is %s", name, x.State)
			}
		}
	})
}

func TestTheHouseBrake(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "housePerHour": 250}`,
		})
		var references []string
		for range 4 {
			references = append(references, w.Request(w.Member(500*baht), 100*baht).Reference)
		}
		paid, review := 0, 0
		w.Until("all are decided", func() bool {
			paid, review = 0, 0
			for _, r := range references {
				switch x := w.Find(r); x.State {
				case withdraw.Paid:
					paid++
				case withdraw.Review:
					review++
				default:
				}
			}
			return paid+review == 4
		})
		if paid != 2 || review != 2 {
			t.Errorf("%d paid and %d in review with room for two", paid, review)
		}
	})
}
