package core

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Faults are all faults in the order of their creation, and how often each kind of call met which. They are kept in
// memory only.
type Faults struct {
	mu    sync.Mutex
	list  []*Fault
	calls map[CallKind]int
	now   func() time.Time

	targets []Target // the registered ones
}

// CallKind is a kind of call and the fault that it met; Mode is empty for calls without a fault.
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

// All returns every fault since the last clear, including used-up ones.
func (f *Faults) All() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]Fault, 0, len(f.list))
	for _, one := range f.list {
		list = append(list, *one)
	}
	return list
}

// Clear disarms all faults. Calls that hang already keep hanging until their client leaves.
func (f *Faults) Clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}

// Drop disarms one fault, and reports whether there was one of that id.
func (f *Faults) Drop(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(one *Fault) bool { return one.ID == id })
	return len(f.list) < before
}

// DropAll disarms the faults of a target with a mode, and returns how many there were.
func (f *Faults) DropAll(target, mode string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(one *Fault) bool { return one.Target == target && one.Mode == mode })
	return before - len(f.list)
}

// Targets returns the names that a fault can have as its target, in the order of the systems.
func (f *Faults) Targets() []string {
	names := make([]string, 0, len(f.targets))
	for _, one := range f.targets {
		names = append(names, one.Name)
	}
	return names
}

// Modes returns the modes that a fault of a target can have, callbacks last.
func (f *Faults) Modes(target string) (modes []string) {
	for _, mode := range slices.Concat(callModes, CallbackModes) {
		if _, wrong := f.Resolve(target, "", mode); wrong == "" {
			modes = append(modes, mode)
		}
	}
	return modes
}

// Hit says what happens to a call; the zero hit is nothing.
type Hit struct {
	Mode  string
	Delay time.Duration
	again bool // a not_found or pending fault that has met this reference before
}

// call takes the first armed fault for a call of target and op, and counts the call. ref is the reference that a check
// asks about. A not_found fault denies one reference for its whole delay, a pending one postpones it as long; both
// count it once.
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
		if !f.applies(one, target, op, ref) {
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

// applies reports whether a fault applies to a call of target and op about ref. A fault with a duration applies to the
// references that it has met until its delay is over, and not after it.
func (f *Faults) applies(one *Fault, target, op, ref string) bool {
	if !covers(one.Target, target) || one.Op != op || !slices.Contains(callModes, one.Mode) {
		return false
	}
	if until, met := one.denied[ref]; met && one.forAWhile() {
		return f.now().Before(until)
	}
	return one.Left > 0
}

// Waits reports whether a fault would apply to a call of target and op about ref. It is for a protocol call that serves
// two of our operations.
func (f *Faults) Waits(target, op, ref string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.list, func(one *Fault) bool { return f.applies(one, target, op, ref) })
}

// Counts returns how often each kind of call was made, and what it met.
func (f *Faults) Counts() map[CallKind]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.calls)
}

// Callback takes the first armed callback fault of target: an early_callback if early is true, otherwise any other.
func (f *Faults) Callback(target string, early bool) Hit {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, one := range f.list {
		matches := covers(one.Target, target) && slices.Contains(CallbackModes, one.Mode) && early == (one.Mode == ModeEarly)
		if one.Left > 0 && matches {
			one.Left--
			one.Hits++
			return Hit{Mode: one.Mode, Delay: one.Delay}
		}
	}
	return Hit{}
}

// target returns a registered target; false if there is none of that name.
func (f *Faults) target(name string) (Target, bool) {
	at := slices.IndexFunc(f.targets, func(t Target) bool { return t.Name == name })
	if at < 0 {
		return Target{}, false
	}
	return f.targets[at], true
}

// Resolve checks a requested fault and returns its operation, or a text that says what is wrong.
func (f *Faults) Resolve(name, op, mode string) (normal, wrong string) {
	if mode == ModePending {
		if wrong := f.neverPending(name); wrong != "" {
			return "", wrong
		}
	}
	if !slices.Contains(callModes, mode) && !slices.Contains(CallbackModes, mode) {
		return "", "unknown mode"
	}
	t, known := f.target(name)
	if !known {
		return "", "unknown target"
	}
	normal, err := t.normalOp(op, mode)
	switch {
	case err != nil:
		return "", err.Error()
	case mode == ModePending && !slices.Contains(t.Pending, normal):
		return "", "this call is never pending"
	}
	return normal, ""
}

// neverPending says that a target has no "not yet", and which kinds of targets have one; empty if it may have one.
func (f *Faults) neverPending(name string) string {
	system, _, _ := strings.Cut(name, ":")
	var kinds []string
	for _, t := range f.targets {
		if len(t.Pending) == 0 {
			continue
		}
		if covers(system, t.Name) {
			return ""
		}
		if !slices.Contains(kinds, t.Kind) {
			kinds = append(kinds, t.Kind)
		}
	}
	return "only " + strings.Join(kinds, " and ") + " are ever pending"
}
