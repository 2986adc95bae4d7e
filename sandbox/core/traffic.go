package core

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
)

// trafficWindow is how far back the sandbox tells who called whom, in seconds.
const trafficWindow = 60

// Flow is a kind of call of the last minute between the wallet and a system.
type Flow struct {
	Target string `json:"target"`
	// Op is the operation that the wallet asked for; empty for a callback.
	Op string `json:"op"`
	// Back is true for callbacks: the system called the wallet.
	Back  bool `json:"back"`
	Calls int  `json:"calls"`
	// Hit is how many of the calls met a fault, Failed how many callbacks the wallet did not answer with 2xx.
	Hit    int `json:"hit"`
	Failed int `json:"failed"`
}

// flowKind is what a flow counts.
type flowKind struct {
	target, op string
	back       bool
}

// flowCount is how often, and how it went.
type flowCount struct{ calls, hit, failed int }

// traffic counts the calls of the last minute by the second. It is kept in memory only.
type traffic struct {
	mu      sync.Mutex
	seconds [trafficWindow]struct {
		unix  int64
		kinds map[flowKind]flowCount
	}
}

// note counts one call at a time. A call that a fault hit, or a callback that failed, is counted as that, too.
func (t *traffic) note(at time.Time, kind flowKind, hit, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	second := &t.seconds[at.Unix()%trafficWindow]
	if second.unix != at.Unix() {
		second.unix, second.kinds = at.Unix(), map[flowKind]flowCount{}
	}
	count := second.kinds[kind]
	count.calls++
	if hit {
		count.hit++
	}
	if failed {
		count.failed++
	}
	second.kinds[kind] = count
}

// since returns the calls of the minute before now, by system, calls before callbacks.
func (t *traffic) since(now time.Time) []Flow {
	t.mu.Lock()
	sums := map[flowKind]flowCount{}
	for _, second := range t.seconds {
		if second.unix <= now.Unix()-trafficWindow {
			continue
		}
		for kind, count := range second.kinds {
			sum := sums[kind]
			sums[kind] = flowCount{sum.calls + count.calls, sum.hit + count.hit, sum.failed + count.failed}
		}
	}
	t.mu.Unlock()
	flows := make([]Flow, 0, len(sums))
	for kind, sum := range sums {
		flows = append(flows, Flow{kind.target, kind.op, kind.back, sum.calls, sum.hit, sum.failed})
	}
	slices.SortFunc(flows, func(a, b Flow) int {
		return cmp.Or(strings.Compare(a.Target, b.Target), backLast(a, b), strings.Compare(a.Op, b.Op))
	})
	return flows
}

func backLast(a, b Flow) int {
	switch {
	case a.Back == b.Back:
		return 0
	case b.Back:
		return -1
	}
	return 1
}

// Traffic returns who called whom in the last minute.
func (f *Frame) Traffic() []Flow { return f.traffic.since(f.Faults.now()) }
