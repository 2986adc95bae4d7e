package core

import (
	"testing"
	"time"
)

// A fault with a duration applies to calls about a reference that it has met until its delay is over. After that it
// neither applies to them nor waits for them.
func TestAFaultLastsForAWhile(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	f := Faults{now: func() time.Time { return now }}
	f.Add(Fault{Target: "game:x", Op: OpCheck, Mode: ModeNotFound, Left: 1, Delay: time.Minute})
	for _, c := range []struct {
		ref    string
		after  time.Duration
		struck bool
	}{
		{"r1", 0, true},
		{"r1", 0, true},
		{"r2", 0, false}, // the fault has met one reference, and is used up
		{"r1", 59 * time.Second, true},
		{"r1", time.Second, false},
		{"r2", 0, false},
	} {
		now = now.Add(c.after)
		if waits := f.Waits("game:x", OpCheck, c.ref); waits != c.struck {
			t.Errorf("%+v: it waits: %v", c, waits)
		}
		if got := f.call("game:x", OpCheck, c.ref); (got.Mode == ModeNotFound) != c.struck {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	if one := f.All()[0]; one.Left != 0 || one.Hits != 3 {
		t.Errorf("%+v", one)
	}
}
