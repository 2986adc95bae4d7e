package approval_test

import (
	"slices"
	"testing"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/withdrawtest"
)

// TestTheCalloutIsAskedBeforeAPayout: it allows, wants a person, or refuses, which takes two persons. It is not asked about
// what goes to review anyway, and nothing that it says moves money back.
func TestTheCalloutIsAskedBeforeAPayout(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Callout: true})
		m := w.Member(50_000 * baht)
		w.UntilState(w.Request(m, 100*baht).Reference, withdraw.Paid)
		for verdict, why := range map[string]withdraw.Why{"review": "callout asks for review", "refuse": "callout refused"} {
			w.Outside.CalloutSays(verdict)
			r := w.Request(m, 100*baht)
			w.UntilState(r.Reference, withdraw.Review)
			x := w.Find(r.Reference)
			two, err := w.Requests.TwoPersons(t.Context(), x, false)
			if !slices.Equal(x.Why, []withdraw.Why{why}) || two != (verdict == "refuse") || err != nil || x.Passing {
				t.Errorf("%s: %v, for two: %v, %v", verdict, x.Why, two, err)
			}
		}
		asked := len(w.Outside.Callouts())
		large := w.Request(m, 30_000*baht)
		w.UntilState(large.Reference, withdraw.Review)
		if got := w.Outside.Callouts(); len(got) != asked || asked != 3 {
			t.Errorf("asked about %v", got)
		}
		w.Agree()
	})
}

// TestACalloutThatDoesNotAnswer: closed, the withdrawal goes to review after a minute, and is paid once there is an answer;
// open, it is paid after that minute. The question has one key, however often it is sent.
func TestACalloutThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Callout: true})
		m := w.Member(500 * baht)
		w.Outside.AddFault(sandboxtest.Fault{Target: "callout", Mode: "lost_reply", Count: 1000})
		r := w.Request(m, 100*baht)
		withdrawtest.Pass(time.Minute - time.Second)
		if x := w.Find(r.Reference); x.State != withdraw.Requested {
			t.Errorf("before its patience was over it was %s", x.State)
		}
		w.UntilState(r.Reference, withdraw.Review)
		if x := w.Find(r.Reference); !slices.Equal(x.Why, []withdraw.Why{"callout unanswered"}) || !x.Passing {
			t.Errorf("%+v", x)
		}
		w.Outside.ClearFaults()
		w.UntilState(r.Reference, withdraw.Paid)
		w.UntilReason(m, r.Reference, fault.SUCCESS)
		if got := w.Outside.Callouts(); len(got) != 1 || got[0].Asked < 2 {
			t.Errorf("asked: %+v", got)
		}
		w.Agree()
	})
	t.Run("open", func(t *testing.T) {
		t.Parallel()
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := withdrawtest.New(t, s, withdrawtest.Options{
				Callout: true, Settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "calloutOpen": true}`,
			})
			w.Outside.AddFault(sandboxtest.Fault{Target: "callout", Mode: "down", Count: 1000})
			r := w.Request(w.Member(500*baht), 100*baht)
			withdrawtest.Pass(time.Minute - time.Second)
			if x := w.Find(r.Reference); x.State != withdraw.Requested {
				t.Errorf("before its patience was over it was %s", x.State)
			}
			w.UntilState(r.Reference, withdraw.Paid)
			w.Agree()
		})
	})
}

// TestACalloutThatIsGoneStopsPayouts after the third withdrawal in a row; with an answer in between it does not.
func TestACalloutThatIsGoneStopsPayouts(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Callout: true})
		w.UntilState(w.Request(w.Member(500*baht), 100*baht).Reference, withdraw.Paid)
		w.Outside.AddFault(sandboxtest.Fault{Target: "callout", Mode: "down", Count: 1000})
		for range 3 {
			w.Stopped()
			w.UntilState(w.Request(w.Member(500*baht), 100*baht).Reference, withdraw.Review)
		}
		w.Stopped(brake.Against{Kind: brake.Unanswered, Cases: 3})
	})
}

// TestWhatTheCalloutWasAsked: each question once, newest first, page by page as at once, of one member, and by its withdrawal.
func TestWhatTheCalloutWasAsked(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Callout: true})
		anna, bert := w.Member(5_000*baht), w.Member(5_000*baht)
		first := w.Request(anna, 100*baht).Reference
		w.UntilState(first, withdraw.Paid)
		w.Outside.CalloutSays("refuse")
		var refused []string
		for _, m := range []string{bert, anna} {
			r := w.Request(m, 200*baht).Reference
			w.UntilState(r, withdraw.Review)
			refused = append(refused, r)
		}
		want := []string{refused[1], refused[0], first}
		references := func(member string, most int) (got []string) {
			t.Helper()
			for after := (*approval.AskedPlace)(nil); ; {
				page, err := w.Approvals.AskedBefore(t.Context(), member, after, most)
				if err != nil {
					t.Fatal(err)
				}
				if len(page) == 0 {
					return got
				}
				for _, a := range page {
					got = append(got, a.Reference)
					at := a.Place()
					after = &at
				}
			}
		}
		if all, paged := references("", 100), references("", 1); !slices.Equal(all, want) || !slices.Equal(paged, want) {
			t.Errorf("at once %v, page by page %v, want %v", all, paged, want)
		}
		if got := references(anna, 1); !slices.Equal(got, []string{refused[1], first}) {
			t.Errorf("about one member: %v", got)
		}
		about, err := w.Approvals.AskedAbout(t.Context(), refused[0])
		if err != nil || about.Verdict != approval.Refuse || about.Member != bert || about.Amount != 200*baht || about.Tries != 1 ||
			about.AnsweredAt.IsZero() || about.State != withdraw.Review {
			t.Errorf("%+v, %v", about, err)
		}
		if _, err := w.Approvals.AskedAbout(t.Context(), "NOSUCH"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("about nothing: %v", err)
		}
	})
}
