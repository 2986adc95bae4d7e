package otp

import (
	"context"
	"errors"
)

// Sender is a gateway of one-time codes: it makes the code, sends it and checks it, and never reveals it to us. Each call
// keeps its own deadline of at most 15 seconds.
//
// An ErrRefused is a definitive rejection: nothing was sent, or nothing was checked. Any other error means unknown: the
// message may be on its way, and the code may count as used.
type Sender interface {
	// Send asks for a code to be sent to a phone in E.164 form.
	Send(ctx context.Context, phone string) (Sent, error)
	// Verify asks whether pin is the code that belongs to a token of Send.
	Verify(ctx context.Context, token, pin string) (Answer, error)
}

// Sent identifies a code that is on its way. Token is the gateway's; Ref is in the message, for the member to compare.
type Sent struct{ Token, Ref string }

// ErrRefused is a gateway's definitive rejection.
var ErrRefused = errors.New("otp: the gateway rejected the request")

// Answer is a gateway's answer about a typed code.
type Answer string

// The answers.
const (
	Right   Answer = "right"
	Wrong   Answer = "wrong"
	Expired Answer = "expired" // the code is older than the gateway allows
	Used    Answer = "used"    // the code was right before
)
