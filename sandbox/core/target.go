package core

import (
	"fmt"
	"slices"
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
