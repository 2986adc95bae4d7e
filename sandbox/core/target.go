package core

import (
	"fmt"
	"slices"
)

// Target is a name that a fault can have as its target: a protocol's ("game:joker"), or one for all of its kind ("qr"
// for every "qr:...").
type Target struct {
	Name string
	// Op is the operation that a fault with this op and mode means; nil: CommonOp.
	Op func(op, mode string) string
	// Callbacks are its callback modes.
	Callbacks []string
	// Pending are the operations for which its protocol has a "not yet". Kind is the name of such targets in a refusal.
	Pending []string
	Kind    string
	// Unasked: the wallet asks it nothing afterwards, so there is nothing that it could not find.
	Unasked bool
}

// normalOp is the operation that a fault means: it fills in the default, and resolves the names that two systems give
// to one thing.
func (t Target) normalOp(op, mode string) (string, error) {
	switch {
	case op != "" && !slices.Contains(faultOps, op):
		return "", fmt.Errorf("unknown op %q", op)
	case t.Unasked && mode == ModeNotFound:
		return "", fmt.Errorf("%s is asked nothing that it could not find", t.Name)
	case slices.Contains(t.Callbacks, mode):
		return op, nil
	case slices.Contains(CallbackModes, mode):
		return "", fmt.Errorf("%s has no callbacks", t.Name)
	case t.Op != nil:
		return t.Op(op, mode), nil
	}
	return CommonOp(op, mode), nil
}

// CommonOp is the default for most targets: a fault is about a movement unless it says otherwise, and a denied or
// pending one is always about the inquiry after a movement.
func CommonOp(op, mode string) string {
	switch {
	case mode == ModeNotFound, mode == ModePending && op == "":
		return OpCheck
	case op == "":
		return OpMove
	}
	return op
}
