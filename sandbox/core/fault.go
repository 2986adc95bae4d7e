package core

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Modes of a fault: what goes wrong with a call, or with a callback (SANDBOX.md).
const (
	ModeRefuse    = "refuse"     // a documented no; nothing was done
	ModeDown      = "down"       // the connection is cut, or 503; nothing was done
	ModeTimeout   = "timeout"    // nothing was done and nobody answers
	ModeLostReply = "lost_reply" // it was done and nobody answers
	ModeSlow      = "slow"       // it was done, the answer comes late
	ModeGarbage   = "garbage"    // it was done, the answer is not the protocol
	ModeLateApply = "late_apply" // nobody answers, and it is done later; of a report: rounds are listed late
	ModeNotFound  = "not_found"  // the check denies it for a while
	ModePending   = "pending"    // a slip's bank is slow for a while, a game's movement is "in process" for a while

	ModeDuplicate = "duplicate_callback" // three times, two of them at once
	ModeLate      = "late_callback"
	ModeEarly     = "early_callback" // before the call that created it has answered
	ModeLost      = "lost_callback"
	ModeForged    = "forged_callback" // a lie of somebody else's first, then the true one
	ModeOld       = "old_callback"    // one with an old timestamp or of another payment first, then the true one
)

// Operations a fault can name.
const (
	OpCreate   = "create"
	OpBalance  = "balance"
	OpMove     = "move"
	OpCheck    = "check"
	OpLaunch   = "launch"
	OpPassword = "password"
	OpVerify   = "verify"
	OpReport   = "report" // settled rounds or sums of them
	OpMark     = "mark"   // rows of a report that need not be listed again
	OpList     = "list"   // a list of movements
	OpKick     = "kick"
)

var (
	callModes = []string{ModeRefuse, ModeDown, ModeTimeout, ModeLostReply, ModeSlow, ModeGarbage, ModeLateApply, ModeNotFound, ModePending}
	// CallbackModes are the modes of a callback.
	CallbackModes = []string{ModeDuplicate, ModeLate, ModeEarly, ModeLost, ModeForged, ModeOld}
	faultOps      = []string{OpCreate, OpBalance, OpMove, OpCheck, OpLaunch, OpPassword, OpVerify, OpReport, OpMark, OpList, OpKick}
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

	// Delay is how long it lasts, or by how much it delays.
	Delay time.Duration `json:"-"`
	// denied is until when a not_found fault denies a reference, or a pending one puts it off, by reference.
	denied map[string]time.Time
}

// Faults are all faults in the order in which they were asked for, and how often each kind of call met which. They are
// kept in memory only.
type Faults struct {
	mu    sync.Mutex
	list  []*Fault
	calls map[CallKind]int
	now   func() time.Time

	targets []Target // those that a fault can be asked for
}

// CallKind is a kind of call and what a fault did to it; Mode is empty for the calls that went well.
type CallKind struct{ Target, Op, Mode string }

// Add arms a fault.
func (f *Faults) Add(fault Fault) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	fault.ID = RandomText(8)
	fault.denied = map[string]time.Time{}
	f.list = append(f.list, &fault)
	return fault.ID
}

// All returns every fault since the last clear, those used up too.
func (f *Faults) All() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]Fault, 0, len(f.list))
	for _, one := range f.list {
		list = append(list, *one)
	}
	return list
}

// Clear disarms everything. Calls that hang already go on hanging until their client leaves.
func (f *Faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}

// Drop disarms one fault; false where there is none of that id.
func (f *Faults) Drop(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(one *Fault) bool { return one.ID == id })
	return len(f.list) < before
}

// Hit says what is to happen to a call; the zero hit is nothing.
type Hit struct {
	Mode  string
	Delay time.Duration
	again bool // a not_found or pending one that has met this reference before
}

// call takes the first armed fault for a call of target and op, and counts the call. ref is what a check asks about: a
// not_found fault denies one reference for its whole delay, a pending one puts it off as long, and both count it once.
func (f *Faults) call(target, op, ref string) Hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	taken := f.take(target, op, ref)
	if f.calls == nil {
		f.calls = map[CallKind]int{}
	}
	f.calls[CallKind{target, op, taken.Mode}]++
	return taken
}

func (f *Faults) take(target, op, ref string) Hit {
	for _, one := range f.list {
		if !f.strikes(one, target, op, ref) {
			continue
		}
		one.Hits++
		if _, met := one.denied[ref]; met && one.forAWhile() {
			return Hit{one.Mode, one.Delay, true}
		}
		one.Left--
		if one.forAWhile() {
			one.denied[ref] = f.now().Add(one.Delay)
		}
		return Hit{Mode: one.Mode, Delay: one.Delay}
	}
	return Hit{}
}

// strikes reports whether a fault would take a call of target and op about ref. One that lasts for a while takes those about
// a reference that it has met until its delay is over, and no more after it.
func (f *Faults) strikes(one *Fault, target, op, ref string) bool {
	if !covers(one.Target, target) || one.Op != op || !slices.Contains(callModes, one.Mode) {
		return false
	}
	if until, met := one.denied[ref]; met && one.forAWhile() {
		return f.now().Before(until)
	}
	return one.Left > 0
}

// Waits reports whether a fault would take a call of target and op about ref: where one call of a protocol serves two of
// ours.
func (f *Faults) Waits(target, op, ref string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.list, func(one *Fault) bool { return f.strikes(one, target, op, ref) })
}

// Counts returns how often each kind of call was made, and what it met.
func (f *Faults) Counts() map[CallKind]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.calls)
}

// forAWhile: the fault lasts for its delay rather than for one call.
func (f *Fault) forAWhile() bool { return f.Mode == ModeNotFound || f.Mode == ModePending }

// Callback takes the first armed callback fault of target: the early ones where early is true, else the others.
func (f *Faults) Callback(target string, early bool) Hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.list {
		if one.Left > 0 && covers(one.Target, target) && slices.Contains(CallbackModes, one.Mode) && early == (one.Mode == ModeEarly) {
			one.Left--
			one.Hits++
			return Hit{Mode: one.Mode, Delay: one.Delay}
		}
	}
	return Hit{}
}

// covers reports whether a fault's target is a call's or one for all of its kind: "qr" covers "qr:KBANK".
func covers(fault, call string) bool { return fault == call || strings.HasPrefix(call, fault+":") }
