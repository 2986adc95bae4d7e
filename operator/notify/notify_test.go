package notify_test

import (
	"context"
	"maps"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/notice"
	"krapao/operator/notify"
)

// nobody takes what it is told.
type nobody struct{}

func (nobody) Send(context.Context, notice.Message) error { return nil }

// What waits for longer than promised is told when it is late, and again 1, 2, 4, ... hours later; of a kind at most every ten
// minutes. A system that is stopped is told once. Two nodes tell no more than one.
func TestWhatIsLateIsToldLessAndLessOften(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, now *clock.Fake) {
		outbox := notice.New(s, "", []notice.Receiver{{Name: "ops", Target: nobody{}}})
		waits := []notify.Waits{
			{Kind: "withdrawal", Count: 2, Oldest: began, Due: began.Add(15 * time.Minute)},
			{Kind: "receivable", Count: 6},
			{Kind: "slip", Count: 1, Oldest: began, Due: began.Add(24 * time.Hour)},
		}
		stopped := []brake.Stopped{{System: "payouts", Since: began, Cause: brake.Break}}
		node := func() *notify.Service {
			return notify.New(notify.Deps{
				Store: s, Outbox: outbox,
				Waiting:  func(context.Context) ([]notify.Waits, error) { return waits, nil },
				Stopped:  func(context.Context) ([]brake.Stopped, error) { return stopped, nil },
				Restored: func(context.Context) (time.Time, error) { return time.Time{}, nil },
			})
		}
		one, two := node(), node()
		told := func() (says string) {
			t.Helper()
			list, err := outbox.Newest(t.Context(), time.Time{}, nil, 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				says = string(d.Event) + " " + d.Facts.Kind + " " + d.At.Format("15:04") + "; " + says
			}
			return says
		}
		look := func(until time.Duration) {
			t.Helper()
			for now.Now().Before(began.Add(until)) {
				for _, node := range []*notify.Service{one, two} {
					if _, err := node.Look(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				now.Advance(time.Minute)
			}
		}
		look(10 * time.Hour)
		const first = "system.stopped payouts 10:00; queue.late withdrawal 10:16; queue.late withdrawal 11:1"
		if got := told(); !strings.HasPrefix(got, first) || strings.Count(got, "withdrawal") != 5 || strings.Count(got, ";") != 6 {
			t.Errorf("told was %s", got)
		}
		for n := range 30 { // one after the other is late, each for a moment
			waits[0].Oldest = now.Now().Add(-16 * time.Minute)
			waits[0].Due = now.Now().Add(-time.Minute)
			look(10*time.Hour + time.Duration(n+1)*time.Minute)
		}
		if got := strings.Count(told(), "withdrawal") - 5; got < 3 || got > 6 {
			t.Errorf("in half an hour with thirty late ones told %d times: %s", got, told())
		}
	})
}

// A restoration is told once, by whichever node. A liability report is told in its own commit, and once more where the house has
// less than it owes; what nobody knows is no share.
func TestARestorationAndAReportAreTold(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)
	storetest.EachAt(t, began, func(t *testing.T, s *store.Store, _ *clock.Fake) {
		outbox := notice.New(s, "https://ops.test", []notice.Receiver{{Name: "ops", Target: nobody{}}})
		node := func() *notify.Service {
			return notify.New(notify.Deps{
				Store: s, Outbox: outbox,
				Waiting:  func(context.Context) ([]notify.Waits, error) { return nil, nil },
				Stopped:  func(context.Context) ([]brake.Stopped, error) { return nil, nil },
				Restored: func(context.Context) (time.Time, error) { return began.Add(-time.Hour), nil },
			})
		}
		one, two := node(), node()
		for _, node := range []*notify.Service{one, two, one} {
			if _, err := node.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range []notify.Report{
			{ID: "r1", Day: "2026-11-26", At: began},
			{ID: "r2", Day: "2026-11-27", At: began, Points: 9_820, Known: true, Low: true},
			{ID: "r3", Day: "2026-11-28", At: began, Points: 10_407, Known: true},
		} {
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return one.ReportedTx(t.Context(), tx, r) }); err != nil {
				t.Fatal(err)
			}
		}
		list, err := outbox.Newest(t.Context(), time.Time{}, nil, 100)
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]int{}
		for _, d := range list {
			told[strings.TrimSpace(string(d.Event)+" "+d.Facts.Kind+" "+d.Facts.Percent)]++
		}
		want := map[string]int{
			"quarantine.begun": 1, "liability.made 2026-11-26": 1, "liability.made 2026-11-27 98.20": 1,
			"coverage.low 2026-11-27 98.20": 1, "liability.made 2026-11-28 104.07": 1,
		}
		if !maps.Equal(told, want) {
			t.Errorf("told was %v", told)
		}
	})
}
