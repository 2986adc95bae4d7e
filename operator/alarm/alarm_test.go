package alarm_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/notice"
	"krapao/operator/alarm"
)

// node is a service of one node with the figures that it measures.
type node struct {
	*alarm.Service
	figures []alarm.Figure
}

func newNode(s *store.Store) *node {
	n := &node{}
	n.Service = alarm.New(alarm.Deps{
		Store: s, Notices: notice.New(s, "", nil), Log: slog.New(slog.DiscardHandler),
		Figures: func([]string) ([]alarm.Figure, error) { return n.figures, nil },
	})
	return n
}

func (n *node) look(t *testing.T) {
	t.Helper()
	if err := n.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// list says which alarms are recorded, newest first.
func (n *node) list(t *testing.T) string {
	t.Helper()
	all, err := n.Newest(t.Context(), time.Time{}, nil, 100)
	if err != nil {
		t.Fatal(err)
	}
	var says []string
	for _, a := range all {
		one := a.Name + " " + a.Of + " " + a.Since.Format(time.TimeOnly)
		if !a.Ended.IsZero() {
			one += " to " + a.Ended.Format(time.TimeOnly)
		}
		says = append(says, strings.Join(strings.Fields(one), " "))
	}
	return strings.Join(says, "; ")
}

// An alarm is one row, however many nodes see it, until none has seen it for a minute; then it may begin anew.
func TestAnAlarmIsOneForTheInstallation(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC), func(t *testing.T, s *store.Store, now *clock.Fake) {
		one, two := newNode(s), newNode(s)
		low := alarm.Figure{Name: "krapao_budget_low", Value: 1, Labels: map[string]string{"account": "house:bonus"}}
		one.figures, two.figures = []alarm.Figure{low}, []alarm.Figure{low, {Name: "krapao_ledger_breaks_total", Value: 2}}
		ends := func(want int) {
			t.Helper()
			for _, n := range []*node{one, two} { // nodes may run the job at once
				ended, err := n.End(t.Context())
				if err != nil || ended != want {
					t.Errorf("%d ended, %v, want %d", ended, err, want)
				}
				want = 0
			}
		}
		for range 12 {
			one.look(t)
			two.look(t)
			ends(0)
			now.Advance(10 * time.Second)
		}
		if got := one.list(t); strings.Count(got, ";") != 1 || !strings.Contains(got, "breaks 10:00:00") ||
			!strings.Contains(got, "budget house:bonus 10:00:00") {
			t.Errorf("the record is %s", got)
		}
		one.figures = nil // the other node still sees both
		for range 12 {
			one.look(t)
			two.look(t)
			now.Advance(10 * time.Second)
		}
		ends(0)
		two.figures = []alarm.Figure{low}
		for range 12 {
			two.look(t)
			now.Advance(10 * time.Second)
		}
		ends(1)
		if got := two.list(t); !strings.Contains(got, "breaks 10:00:00 to 10:03:") {
			t.Errorf("the record is %s", got)
		}
		if open, err := one.Open(t.Context()); err != nil || len(open) != 1 || open[0].Of != "house:bonus" {
			t.Errorf("open are %+v, %v", open, err)
		}
		now.Advance(2 * time.Minute) // all nodes are gone
		ends(1)
		one.figures = []alarm.Figure{low}
		one.look(t)
		if got := one.list(t); strings.Count(got, "budget") != 2 || !strings.HasPrefix(got, "budget house:bonus 10:08:00;") {
			t.Errorf("the record is %s", got)
		}
		now.Advance(500 * 24 * time.Hour)
		if err := one.Sweep(t.Context()); err != nil || one.list(t) != "budget house:bonus 10:08:00" {
			t.Errorf("what has not ended is kept: %s, %v", one.list(t), err)
		}
	})
}
