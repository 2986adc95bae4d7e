package figure

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/node"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/notice"
	"krapao/operator/alarm"
	"krapao/privacy"
)

// retention is a node with the jobs that end the keeping of people's data, the figures of when they ran, and its alarms.
type retention struct {
	t       *testing.T
	now     *clock.Fake
	metrics *telemetry.Metrics
	node    *node.Register
	alarms  *alarm.Service
	// stopped does not run at all, and failing does not run through.
	stopped, failing string
}

func newRetention(t *testing.T, s *store.Store, now *clock.Fake) *retention {
	t.Helper()
	r := &retention{t: t, now: now, metrics: telemetry.NewMetrics()}
	r.node = node.New(node.Deps{Store: s, Keyed: func(_, value string) string { return value }, Number: 1})
	Parts{Metrics: r.metrics, Store: s, Node: r.node}.retentionFigures()
	r.alarms = alarm.New(alarm.Deps{
		Store: s, Notices: notice.New(s, "", nil), Log: slog.New(slog.DiscardHandler),
		Figures: func(names []string) (list []alarm.Figure, err error) {
			read, err := r.metrics.Read(names...)
			for _, f := range read {
				list = append(list, alarm.Figure{Name: f.Name, Value: f.Value, Labels: f.Labels})
			}
			return list, err
		},
	})
	return r
}

// passes lets hours pass. Each hour all jobs run, and each ten minutes the node reads its figures and looks for alarms.
func (r *retention) passes(hours int) {
	r.t.Helper()
	for range hours {
		for _, rule := range privacy.Rules() {
			for _, job := range rule.Jobs {
				switch job {
				case r.stopped:
				case r.failing:
					r.node.Ran(job, errors.New("the database does not answer"))
				default:
					r.node.Ran(job, nil)
				}
			}
		}
		for range 6 {
			r.now.Advance(10 * time.Minute)
			r.metrics.Refresh(r.t.Context())
			if err := r.alarms.Look(r.t.Context()); err != nil {
				r.t.Fatal(err)
			}
			if _, err := r.alarms.End(r.t.Context()); err != nil {
				r.t.Fatal(err)
			}
		}
	}
}

// open are the alarms that are there.
func (r *retention) open() string {
	r.t.Helper()
	all, err := r.alarms.Open(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	var says []string
	for _, a := range all {
		says = append(says, fmt.Sprint(a.Name, " of ", a.Of))
	}
	return strings.Join(says, ", ")
}

// TestAJobThatStopsRunningIsAnAlarmAfterTwoDays: whether it does not run, or does not run through; and no alarm any more once it
// runs through again. The other jobs are none.
func TestAJobThatStopsRunningIsAnAlarmAfterTwoDays(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, now *clock.Fake) {
		r := newRetention(t, s, now)
		r.passes(60)
		if got := r.open(); got != "" {
			t.Fatalf("all jobs run, and there is %s", got)
		}
		r.stopped = "old codes"
		r.passes(46)
		if got := r.open(); got != "" {
			t.Errorf("within two days there is %s", got)
		}
		r.passes(4)
		if got := r.open(); got != "retention of old codes" {
			t.Errorf("after two days there is %q", got)
		}
		r.stopped, r.failing = "", "old codes"
		r.passes(3)
		if got := r.open(); got != "retention of old codes" {
			t.Errorf("while it fails there is %q", got)
		}
		r.failing = ""
		r.passes(1)
		if got := r.open(); got != "" {
			t.Errorf("it runs again, and there is %s", got)
		}
	})
}
