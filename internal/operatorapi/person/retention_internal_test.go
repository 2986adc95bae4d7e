package person

import (
	"testing"
	"time"

	"krapao/internal/node"
	"krapao/privacy"
)

// TestWhenAJobIsLate: one that has not run through for two days is late, however often it failed since; one that nobody knows of
// is late two days after the nodes were started.
func TestWhenAJobIsLate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	c := New(nil, privacy.New(privacy.Deps{Now: func() time.Time { return now }}), nil)
	ago := func(hours int) time.Time { return now.Add(-time.Duration(hours) * time.Hour) }
	for name, x := range map[string]struct {
		ran   node.Job
		since time.Time
		late  bool
	}{
		"it runs":                      {node.Job{At: ago(1), Done: ago(1)}, ago(900), false},
		"two days ago":                 {node.Job{At: ago(48), Done: ago(48)}, ago(900), false},
		"longer ago":                   {node.Job{At: ago(49), Done: ago(49)}, ago(900), true},
		"it fails":                     {node.Job{At: ago(1), Failed: "failed", Done: ago(49)}, ago(900), true},
		"it fails since the start":     {node.Job{At: ago(1), Failed: "failed"}, ago(49), true},
		"it is not known":              {node.Job{}, ago(49), true},
		"the nodes were started today": {node.Job{}, ago(3), false},
		"before the nodes were":        {node.Job{At: ago(60), Done: ago(60)}, ago(3), false},
	} {
		got := c.jobOf("tidies", x.ran, x.since)
		if got.Late != x.late || (got.LastAt == nil) != x.ran.At.IsZero() || (got.Error == nil) != (x.ran.Failed == "") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
