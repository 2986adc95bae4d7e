package core

import (
	"fmt"
	"slices"
	"strings"
)

// Target is a name under which a fault can be asked for: one of a protocol ("game:joker"), or one for all of its kind
// ("qr" for every "qr:...").
type Target struct {
	Name string
	// Op is the operation that a fault with this op and mode means; nil: CommonOp.
	Op func(op, mode string) string
	// Callbacks are the callback modes that it can meet.
	Callbacks []string
	// Pending are the operations that its protocol has a "not yet" for, and Kind names such targets in a refusal.
	Pending []string
	Kind    string
}

// target returns a registered target; false where there is none of that name.
func (f *Faults) target(name string) (Target, bool) {
	at := slices.IndexFunc(f.targets, func(t Target) bool { return t.Name == name })
	if at < 0 {
		return Target{}, false
	}
	return f.targets[at], true
}

// Resolve checks what a fault is asked for and returns the operation that it means, or a text that says what is wrong.
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

// neverPending says that a target has no "not yet", and which kinds of targets have; empty where it may have one.
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

// normalOp is the operation that a fault means: the default, and the names that two systems give to one thing.
func (t Target) normalOp(op, mode string) (string, error) {
	switch {
	case op != "" && !slices.Contains(faultOps, op):
		return "", fmt.Errorf("unknown op %q", op)
	case slices.Contains(t.Callbacks, mode):
		return op, nil
	case slices.Contains(CallbackModes, mode):
		return "", fmt.Errorf("%s has no callbacks", t.Name)
	case t.Op != nil:
		return t.Op(op, mode), nil
	}
	return CommonOp(op, mode), nil
}

// CommonOp is what most targets mean: a fault moves money unless it says otherwise, and what is denied or not yet known is
// always the question about a movement.
func CommonOp(op, mode string) string {
	switch {
	case mode == ModeNotFound, mode == ModePending && op == "":
		return OpCheck
	case op == "":
		return OpMove
	}
	return op
}
