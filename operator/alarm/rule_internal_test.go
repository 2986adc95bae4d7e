package alarm

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Every alarm is one of operating.md ("What to watch"), by its figure's name in the row that says when it is an alarm.
func TestTheAlarmsAreThoseOfOperating(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, watch, _ := strings.Cut(string(text), "## What to watch")
	names := map[string]bool{}
	for _, r := range rules {
		row := ""
		for line := range strings.Lines(watch) {
			if strings.HasPrefix(line, "|") && strings.Contains(line, "`"+r.metric+"`") {
				row = line
			}
		}
		cells := strings.Split(row, "|")
		if len(cells) != 5 || strings.TrimSpace(cells[3]) == "none" || names[r.name] {
			t.Errorf("%s is no alarm of operating.md: %q", r.name, row)
		}
		names[r.name] = true
	}
}

// An alarm is there while its figure is beyond, since when it went beyond.
func TestAnAlarmIsThereWhileItsFigureIsBeyond(t *testing.T) {
	t.Parallel()
	w, now := newWatched(), time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	see := func(later time.Duration, figures ...Figure) string {
		now = now.Add(later)
		says := ""
		for _, a := range w.see(now, figures) {
			says += fmt.Sprintf("%s %s %s;", a.name, a.of, now.Sub(a.since))
		}
		return says
	}
	figure := func(name string, value float64, labels ...string) Figure {
		f := Figure{Name: "krapao_" + name, Value: value, Labels: map[string]string{}}
		for n := 0; n < len(labels); n += 2 {
			f.Labels[labels[n]] = labels[n+1]
		}
		return f
	}
	for n, c := range []struct {
		later   time.Duration
		figures []Figure
		says    string
	}{
		{0, []Figure{figure("audit_age_seconds", 120), figure("clock_gap_seconds", -5), figure("ledger_breaks_total", 0)}, ""},
		{0, []Figure{figure("audit_age_seconds", 130), figure("clock_gap_seconds", -5.5)}, "audit  10s;clock  0s;"},
		{time.Minute, []Figure{figure("audit_age_seconds", 300), figure("clock_gap_seconds", 5.5)}, "audit  1m10s;clock  1m0s;"},
		{time.Minute, []Figure{figure("audit_age_seconds", 1), figure("clock_gap_seconds", 5.5)}, "clock  2m0s;"},
		{time.Minute, []Figure{figure("audit_age_seconds", 121)}, "audit  1s;"},
		{
			0, []Figure{
				figure("provider_failing_seconds", 301, "provider", "pg"), figure("provider_failing_seconds", 302, "provider", "joker"),
				figure("provider_failing_seconds", 3, "provider", "imi"),
			}, "provider joker 2s;provider pg 1s;",
		},
		{
			0, []Figure{
				figure("slips_waiting_oldest_seconds", 9000, "for", "operator"), figure("slips_waiting_oldest_seconds", 601, "for", "bank"),
			}, "slips  1s;",
		},
		{0, []Figure{figure("sms_refused_total", 0, "budget", "sms-house")}, ""},
		{0, []Figure{figure("sms_refused_total", 3, "budget", "sms-house")}, "sms sms-house 0s;"},
		{59 * time.Minute, []Figure{figure("sms_refused_total", 3, "budget", "sms-house")}, "sms sms-house 59m0s;"},
		{time.Minute, []Figure{figure("sms_refused_total", 3, "budget", "sms-house")}, ""},
		{0, []Figure{figure("sms_refused_total", 4, "budget", "sms-house")}, "sms sms-house 0s;"},
	} {
		if got := see(c.later, c.figures...); got != c.says {
			t.Errorf("%d: %q, want %q", n, got, c.says)
		}
	}
}
