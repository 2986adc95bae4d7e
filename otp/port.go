package otp

import (
	"context"
	"errors"
)

// Sender is a hosted one-time code: the gateway makes the code, sends it and checks it, and never tells it to us. Each
// call keeps its own deadline of at most 15 seconds.
//
// An error that is ErrRefused is a documented no: nothing was sent, or nothing was checked. Any other error means
// unknown: the message may be on its way, the code may count as used.
type Sender interface {
	// Send asks for a code to be sent to a phone in E.164 form.
	Send(ctx context.Context, phone string) (Sent, error)
	// Verify asks whether pin is the code behind a token of Send.
	Verify(ctx context.Context, token, pin string) (Verdict, error)
}

// Sent names a code that is on its way: Token is the gateway's, Ref is in the message for the member to compare.
type Sent struct{ Token, Ref string }

// ErrRefused is a gateway's documented no.
var ErrRefused = errors.New("otp: the gateway refused")

// Verdict is what a gateway says of a typed code.
type Verdict string

// The verdicts.
const (
	Right   Verdict = "right"
	Wrong   Verdict = "wrong"
	Expired Verdict = "expired" // the gateway's own life of the code is over
	Used    Verdict = "used"    // the code was right before
)
