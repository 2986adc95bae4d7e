package core

import (
	"strings"
	"time"
)

// Modes of a fault: what goes wrong with a call or a callback (SANDBOX.md).
const (
	ModeRefuse    = "refuse"     // a documented refusal; nothing was done
	ModeDown      = "down"       // the connection is cut, or 503; nothing was done
	ModeTimeout   = "timeout"    // nothing was done, and there is no answer
	ModeLostReply = "lost_reply" // it was done, but there is no answer
	ModeSlow      = "slow"       // it was done, and the answer is late
	ModeGarbage   = "garbage"    // it was done, and the answer violates the protocol
	ModeCutAnswer = "cut_answer" // it was done, and the connection is cut in the middle of the answer
	ModeLateApply = "late_apply" // there is no answer, and it is done later; of a report: rounds are listed late
	ModeNotFound  = "not_found"  // the check denies it for a while
	ModePending   = "pending"    // a slip's bank is slow for a while, a game's movement is "in process" for a while

	ModeDuplicate = "duplicate_callback" // three times, two of them together
	ModeLate      = "late_callback"
	ModeEarly     = "early_callback" // before the call that caused it is answered
	ModeLost      = "lost_callback"
	ModeForged    = "forged_callback" // somebody else's lie first, then the true one
	ModeOld       = "old_callback"    // one with an old timestamp or about another payment first, then the true one
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
	callModes = []string{
		ModeRefuse, ModeDown, ModeTimeout, ModeLostReply, ModeSlow, ModeGarbage, ModeCutAnswer, ModeLateApply,
		ModeNotFound, ModePending,
	}
	// CallbackModes are the modes of a callback.
	CallbackModes = []string{ModeDuplicate, ModeLate, ModeEarly, ModeLost, ModeForged, ModeOld}
	faultOps      = []string{
		OpCreate, OpBalance, OpMove, OpCheck, OpLaunch, OpPassword, OpVerify, OpReport, OpMark, OpList, OpKick,
	}
)

// Fault is one requested fault, as GET /sandbox/faults lists it.
type Fault struct {
	ID     string `json:"id"`
	Target string `json:"target"`
	Op     string `json:"op"`
	Mode   string `json:"mode"`
	// Left is how many more times it happens, Hits how often it has happened.
	Left int `json:"left"`
	Hits int `json:"hits"`

	// Delay is its duration, or the delay that it causes.
	Delay time.Duration `json:"-"`
	// denied is the end of a not_found or pending fault for each reference that it has met.
	denied map[string]time.Time
}

// forAWhile reports whether the fault lasts for its delay rather than for one call.
func (f *Fault) forAWhile() bool { return f.Mode == ModeNotFound || f.Mode == ModePending }

// covers reports whether a fault's target is the call's, or one for all of its kind: "qr" covers "qr:KBANK".
func covers(fault, call string) bool { return fault == call || strings.HasPrefix(call, fault+":") }
