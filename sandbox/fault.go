package sandbox

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Modes of a fault: what goes wrong with a call, or with a callback (SANDBOX.md).
const (
	modeRefuse    = "refuse"     // a documented no; nothing was done
	modeDown      = "down"       // the connection is cut, or 503; nothing was done
	modeTimeout   = "timeout"    // nothing was done and nobody answers
	modeLostReply = "lost_reply" // it was done and nobody answers
	modeSlow      = "slow"       // it was done, the answer comes late
	modeGarbage   = "garbage"    // it was done, the answer is not the protocol
	modeLateApply = "late_apply" // nobody answers, and it is done later; of a report: rounds are listed late
	modeNotFound  = "not_found"  // the check denies it for a while
	modePending   = "pending"    // a slip's bank is slow for a while, a game's movement is "in process" for a while

	modeDuplicate = "duplicate_callback" // three times, two of them at once
	modeLate      = "late_callback"
	modeEarly     = "early_callback" // before the call that created it has answered
	modeLost      = "lost_callback"
	modeForged    = "forged_callback" // a lie of somebody else's first, then the true one
	modeOld       = "old_callback"    // one with an old timestamp or of another payment first, then the true one
)

// Operations a fault can name.
const (
	opCreate   = "create"
	opBalance  = "balance"
	opMove     = "move"
	opCheck    = "check"
	opLaunch   = "launch"
	opPassword = "password"
	opVerify   = "verify"
	opReport   = "report" // settled rounds or sums of them
	opMark     = "mark"   // rows of a report that need not be listed again
	opList     = "list"   // a list of movements
	opKick     = "kick"
)

var (
	callModes     = []string{modeRefuse, modeDown, modeTimeout, modeLostReply, modeSlow, modeGarbage, modeLateApply, modeNotFound, modePending}
	callbackModes = []string{modeDuplicate, modeLate, modeEarly, modeLost, modeForged, modeOld}
	faultOps      = []string{opCreate, opBalance, opMove, opCheck, opLaunch, opPassword, opVerify, opReport, opMark, opList, opKick}
)

// Fault is one thing that is to go wrong, as GET /sandbox/faults lists it.
type Fault struct {
	ID     string `json:"id"`
	Target string `json:"target"`
	Op     string `json:"op"`
	Mode   string `json:"mode"`
	// Left is how many more times it happens, Hits how often it did.
	Left int `json:"left"`
	Hits int `json:"hits"`

	delay time.Duration
	// denied is until when a not_found fault denies a reference, or a pending one puts it off, by reference.
	denied map[string]time.Time
}

// faults are all faults in the order in which they were asked for, and how often each kind of call met which. They are
// kept in memory only.
type faults struct {
	mu    sync.Mutex
	list  []*Fault
	calls map[met]int
	now   func() time.Time

	targets []target // those that a fault can be asked for
}

// met is a kind of call and what a fault did to it; Mode is empty for the calls that went well.
type met struct{ Target, Op, Mode string }

// add arms a fault.
func (f *faults) add(fault Fault) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	fault.ID = randomText(8)
	fault.denied = map[string]time.Time{}
	f.list = append(f.list, &fault)
	return fault.ID
}

// all returns every fault since the last clear, those used up too.
func (f *faults) all() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]Fault, 0, len(f.list))
	for _, one := range f.list {
		list = append(list, *one)
	}
	return list
}

// clear disarms everything. Calls that hang already go on hanging until their client leaves.
func (f *faults) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}

// drop disarms one fault; false where there is none of that id.
func (f *faults) drop(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(one *Fault) bool { return one.ID == id })
	return len(f.list) < before
}

// hit says what is to happen to a call; the zero hit is nothing.
type hit struct {
	mode  string
	delay time.Duration
	again bool // a not_found or pending one that has met this reference before
}

// call takes the first armed fault for a call of target and op, and counts the call. ref is what a check asks about: a
// not_found fault denies one reference for its whole delay, a pending one puts it off as long, and both count it once.
func (f *faults) call(target, op, ref string) hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	taken := f.take(target, op, ref)
	if f.calls == nil {
		f.calls = map[met]int{}
	}
	f.calls[met{target, op, taken.mode}]++
	return taken
}

func (f *faults) take(target, op, ref string) hit {
	for _, one := range f.list {
		if !f.strikes(one, target, op, ref) {
			continue
		}
		one.Hits++
		if _, met := one.denied[ref]; met && one.forAWhile() {
			return hit{one.Mode, one.delay, true}
		}
		one.Left--
		if one.forAWhile() {
			one.denied[ref] = f.now().Add(one.delay)
		}
		return hit{mode: one.Mode, delay: one.delay}
	}
	return hit{}
}

// strikes reports whether a fault would take a call of target and op about ref. One that lasts for a while takes those about
// a reference that it has met until its delay is over, and no more after it.
func (f *faults) strikes(one *Fault, target, op, ref string) bool {
	if !covers(one.Target, target) || one.Op != op || !slices.Contains(callModes, one.Mode) {
		return false
	}
	if until, met := one.denied[ref]; met && one.forAWhile() {
		return f.now().Before(until)
	}
	return one.Left > 0
}

// waits reports whether a fault would take a call of target and op about ref: where one call of a protocol serves two of
// ours.
func (f *faults) waits(target, op, ref string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.list, func(one *Fault) bool { return f.strikes(one, target, op, ref) })
}

// met returns how often each kind of call was made, and what it met.
func (f *faults) met() map[met]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.calls)
}

// forAWhile: the fault lasts for its delay rather than for one call.
func (f *Fault) forAWhile() bool { return f.Mode == modeNotFound || f.Mode == modePending }

// callback takes the first armed callback fault of target: the early ones where early is true, else the others.
func (f *faults) callback(target string, early bool) hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.list {
		if one.Left > 0 && covers(one.Target, target) && slices.Contains(callbackModes, one.Mode) && early == (one.Mode == modeEarly) {
			one.Left--
			one.Hits++
			return hit{mode: one.Mode, delay: one.delay}
		}
	}
	return hit{}
}

// covers reports whether a fault's target is a call's or one for all of its kind: "qr" covers "qr:KBANK".
func covers(fault, call string) bool { return fault == call || strings.HasPrefix(call, fault+":") }
