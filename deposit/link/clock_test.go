package link_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/link"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox/sandboxtest"
)

// A link that was handed in just before a node started with a clock a day ahead is no old one: the issuer is asked about it as
// often as about a new one, and no operator may decide it before it has waited for a day.
func TestALinkAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newLinks(t, s, linkOptions{clock: now, issuer: func(i link.Issuer) link.Issuer { return vague{i} }})
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		lost, err := w.hand(w.Member(), w.voucher("70"))
		if answerOf(lost, err) != "pending" {
			t.Fatalf("%+v, %v", lost, err)
		}
		storetest.Leap(t, s, now, 25*time.Hour)
		w.job()
		for range 3 {
			before := w.asked.Load()
			now.Advance(40 * time.Second)
			if w.job(); w.asked.Load() == before {
				t.Error("the issuer is asked as seldom as about an old link")
			}
		}
		decidable := func(want fault.Code) {
			t.Helper()
			_, err := w.Nodes[0].Links.Decide(t.Context(), lost.Reference, 70_00)
			if (want == "") != (err == nil) || want != "" && !fault.Is(err, want) {
				t.Errorf("decided: %v, want %q", err, want)
			}
			if listed := len(w.openSince(24 * time.Hour)); (want == "") != (listed == 1) {
				t.Errorf("%d are listed as cases, want %q", listed, want)
			}
		}
		decidable(fault.NO_DATA)
		now.Advance(24*time.Hour - 2*time.Minute - time.Second)
		decidable(fault.NO_DATA)
		now.Advance(time.Second)
		decidable("")
	})
}

// A link that was written by a clock a year ahead, which was corrected since, is listed as a case after a day, and not after a
// year.
func TestALinkFromAheadIsListed(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newLinks(t, s, linkOptions{clock: now, issuer: func(i link.Issuer) link.Issuer { return vague{i} }})
		w.Outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		lost, err := w.hand(w.Member(), w.voucher("70"))
		if answerOf(lost, err) != "pending" {
			t.Fatalf("%+v, %v", lost, err)
		}
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE wallet_link SET created_at = created_at + $1",
				(365 * 24 * time.Hour).Microseconds())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if cases := w.openSince(24 * time.Hour); len(cases) != 0 || len(w.open()) != 1 {
			t.Errorf("at once: %+v of %+v", cases, w.open())
		}
		now.Advance(24 * time.Hour)
		if cases := w.openSince(24 * time.Hour); len(cases) != 1 || cases[0].Reference != lost.Reference {
			t.Errorf("a day later: %+v", cases)
		}
	})
}

// Links that failed by a clock a day ahead, which was corrected since, close a member's form for an hour, and not for a day.
func TestAFormAfterAClockWasWrong(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newLinks(t, s, linkOptions{clock: now})
		m := w.Member()
		for i := range 5 {
			w.refused(m, fmt.Sprintf("https://gift.truemoney.com/campaign/?v=guess%d", i), fault.TRUELINK_INVALID)
		}
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE wallet_link SET created_at = created_at + $1, ended_at = ended_at + $1",
				(25 * time.Hour).Microseconds())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		good := w.voucher("20")
		var limit *fault.Error
		if _, err := w.hand(m, good); !errors.As(err, &limit) || limit.Code != fault.REQUEST_LIMIT || limit.Params["seconds"] != 3600 {
			t.Errorf("after five failures: %v", err)
		}
		now.Advance(time.Hour)
		if got, err := w.hand(m, good); err != nil || got.Amount != 20_00 {
			t.Errorf("an hour later: %+v, %v", got, err)
		}
	})
}
