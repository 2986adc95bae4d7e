package soak

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// share is the part of calls that meet a fault, so that of all calls, those of providers that recover too, a quarter do; of
// questions after an outcome half, since there are few.
func share(op string) float64 {
	if op == "check" || op == "report" {
		return 0.5
	}
	return 0.3
}

// sky is what is armed, and what has struck.
type sky struct {
	mu sync.Mutex
	// spared are providers that no fault strikes by lot: they are away as a whole, or recover from that.
	spared map[string]bool
	// journal is what each provider met, seen how often each armed fault had struck when it was looked at last.
	journal map[string][]blow
	seen    map[string]int
	// spent is since when a fault strikes nothing new.
	spent map[string]time.Time
}

// blow is a fault that struck, about when.
type blow struct {
	at       time.Time
	op, mode string
}

// glance is how exactly the journal's times are known: it is looked about so often what has struck.
const glance = 250 * time.Millisecond

// strike arms faults, so many that more than a quarter of the calls meet one, those first that were met least, until the
// weather is over. What was never met strikes every call until it was.
func (s *soak) strike() {
	r := rand.New(rand.NewPCG(s.seed, 1<<33))
	programtest.Until(s.t, "the weather is over", func() bool {
		s.arm(r)
		return s.over.Load()
	})
}

// arm looks once what has struck, and arms what is due.
func (s *soak) arm(r *rand.Rand) {
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	armed, seen := s.sky.note(s.box), s.look()
	ofFamily := s.byRow(seen)
	for _, g := range s.providers() {
		for _, op := range operations {
			at := [2]string{g.code, op}
			now := cmp.Or(seen[at], &met{})
			if armed[at] || s.sky.spared[g.code] || op == "mark" && s.marking.Load() {
				continue
			}
			met := func(mode string) int { return ofFamily[row{g.family, op, mode}] }
			modes := slices.DeleteFunc(slices.Clone(modesOf(g.family, op)),
				func(mode string) bool { return row{g.family, op, mode}.inCalm() })
			never := slices.ContainsFunc(modes, func(mode string) bool { return met(mode) == 0 })
			if !never && float64(now.hits) > share(op)*float64(now.calls) {
				continue
			}
			if mode := least(r, modes, met); mode != "" {
				s.box.AddFault(sandboxtest.Fault{
					Target: "game:" + g.code, Op: op, Mode: mode, DelayMS: int(delayOf(r, op, mode).Milliseconds()),
				})
			}
		}
	}
}

// longestDelay is longer than delayOf ever says.
const longestDelay = time.Minute

// note writes down what has struck since the last time, takes away what can strike no more, since the sandbox would look
// through it at every call, and returns what is armed. The caller holds the lock.
func (k *sky) note(box *sandboxtest.Sandbox) (armed map[[2]string]bool) {
	now := time.Now()
	armed = map[[2]string]bool{}
	for _, f := range box.Faults() {
		code := strings.TrimPrefix(f.Target, "game:")
		for range f.Hits - k.seen[f.ID] {
			k.journal[code] = append(k.journal[code], blow{now, f.Op, f.Mode})
		}
		k.seen[f.ID] = f.Hits
		if f.Left > 0 {
			armed[[2]string{code, f.Op}] = true
			continue
		}
		if k.spent[f.ID].IsZero() {
			k.spent[f.ID] = now
		}
		lasts := f.Mode == "not_found" || f.Mode == "pending" // not one call, but one movement for a while
		if !lasts || now.Sub(k.spent[f.ID]) > longestDelay {
			box.DropFault(f.ID)
			delete(k.seen, f.ID)
			delete(k.spent, f.ID)
		}
	}
	return armed
}

// clear takes all faults away.
func (k *sky) clear(box *sandboxtest.Sandbox) {
	k.mu.Lock()
	defer k.mu.Unlock()
	box.ClearFaults()
}

// disarm takes a fault away that somebody else may have taken away already.
func (s *soak) disarm(id string) {
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	if slices.ContainsFunc(s.box.Faults(), func(f sandboxtest.ArmedFault) bool { return f.ID == id }) {
		s.box.DropFault(id)
	}
}

// mostBlows is how many blows are told of a transfer.
const mostBlows = 12

// blows tells what a transfer's provider met from just before it was made until it was settled, or now.
func (s *soak) blows(m moved) string {
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	var told []string
	for _, b := range s.sky.journal[m.provider] {
		if b.at.Before(m.created.Add(-glance)) || m.settled.After(m.created) && b.at.After(m.settled) {
			continue
		}
		if told = append(told, fmt.Sprintf("%s %s at %+.1f s", b.op, b.mode, b.at.Sub(m.created).Seconds())); len(told) == mostBlows {
			break
		}
	}
	return "its provider met: " + cmp.Or(strings.Join(told, ", "), "nothing")
}

// least is one of the modes that were met least.
func least(r *rand.Rand, modes []string, count func(string) int) string {
	if len(modes) == 0 {
		return ""
	}
	fewest := slices.MinFunc(modes, func(a, b string) int { return cmp.Compare(count(a), count(b)) })
	var few []string
	for _, mode := range modes {
		if count(mode) <= count(fewest)+1 {
			few = append(few, mode)
		}
	}
	return few[r.IntN(len(few))]
}

// delayOf is how long a fault lasts. Of movements some are applied, or known, only after the wallet has rightly stopped
// believing in them, 37 s after their beginning or somewhat later, and before it asks for the last time, 30 s after that:
// they are given back, and booked again when they turn out to be applied.
func delayOf(r *rand.Rand, op, mode string) time.Duration {
	switch {
	case mode == "slow":
		return time.Duration(200+r.IntN(2500)) * time.Millisecond
	case mode == "late_apply" && op == "report":
		return time.Duration(1+r.IntN(5)) * time.Second
	case (mode == "late_apply" || mode == "not_found") && r.IntN(3) == 0:
		return time.Duration(40+r.IntN(10)) * time.Second
	}
	return time.Duration(500+r.IntN(8000)) * time.Millisecond
}
