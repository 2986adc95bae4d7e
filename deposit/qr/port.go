package qr

import (
	"context"
	"errors"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Gateway makes QR codes that customers of a bank can pay, and says what became of them. connect/payment/* implements
// it. Every call over the wire has its own deadline of at most 15 s within that of ctx.
//
// Each call has three outcomes (RULES.md section 3). nil is done. A *RefusedError is a documented, definitive
// rejection. Any other error is unknown, and the caller asks again by reference.
type Gateway interface {
	// Create asks for a code. The reference is ours, unique for ever, and committed before the call.
	Create(ctx context.Context, o Order) (Code, error)
	// Inquire returns the true state of a code and all its payments. A reference unknown to the gateway is not an error:
	// Status is NotFound.
	Inquire(ctx context.Context, q Ref) (State, error)
	// Cancel ends a code. It returns nil for a code that is already paid, cancelled or expired, and for a gateway that
	// has no such call. A payment can still arrive later.
	Cancel(ctx context.Context, q Ref) error
	// ParseCallback returns the reference that a callback is about. ErrForged means that its proof is missing, wrong or
	// too old. Nothing else in a callback counts: it is only a hint to call Inquire.
	ParseCallback(h Header, body []byte) (reference string, err error)
}

// Header returns the header fields of a callback by name. An http.Header is one.
type Header interface{ Get(name string) string }

// ErrForged is a callback whose proof is missing, wrong or too old. It is answered with 401 and has no effect.
var ErrForged = errors.New("deposit: callback not genuine")

// RefusedError is a definitive rejection by the outside: nothing was done, and nothing will be.
type RefusedError struct {
	// Reason is the outside's own text, fit to be shown to the member.
	Reason string
}

func (r *RefusedError) Error() string { return "refused: " + r.Reason }

// longestReason limits the text of an outside system to a member, in characters.
const longestReason = 200

// Refused returns a definitive rejection with the outside's text, or with its code if there is no text.
func Refused(words, code string) *RefusedError {
	if words == "" {
		words = code
	}
	if r := []rune(words); len(r) > longestReason {
		words = string(r[:longestReason])
	}
	return &RefusedError{Reason: words}
}

// Order is a request for one code.
type Order struct {
	// Reference is at most 15 lower-case characters.
	Reference string
	Amount    money.Amount
	// Payer is the member's registered account. Gateways that bind a code to its payer send it.
	Payer deposit.Payer
	// SendBy is the instant after which the call must not be sent any more (RULES.md section 3).
	SendBy time.Time
}

// Ref identifies a code that a gateway was asked for.
type Ref struct {
	Reference string
	// Outside is the gateway's own identifier. It is empty if the answer to Create was lost.
	Outside string
	// AskedAt is when Create was called, or zero if that is not known. A search need not go further back.
	AskedAt time.Time
}

// Code is a code as the gateway made it.
type Code struct {
	// Payload is the EMV text of the code. We always draw the picture ourselves.
	Payload   string
	ExpiresAt time.Time
	// Outside is the gateway's own identifier, if it has one besides our reference.
	Outside string
}

// Status is the state of a code at its gateway.
type Status string

// The states of a code at a gateway. They say nothing about payments: a cancelled code may have been paid.
const (
	Open      Status = "open"
	Paid      Status = "paid"
	Cancelled Status = "cancelled"
	Expired   Status = "expired"
	NotFound  Status = "not_found"
)

// State is the answer to an inquiry.
type State struct {
	Status Status
	// Outside is the gateway's own identifier. It is kept if it was not known before.
	Outside string
	// Payments are the payments in a final state, oldest first. Each is credited once.
	Payments []deposit.Payment
	// Undecided: there is a payment about which the gateway has not decided. It is not money yet, and is asked about
	// again.
	Undecided bool
	// Reversed are payments that the gateway has taken back. If one was credited, that is undone.
	Reversed []Reversal
	// Unread says what of the payments could not be read. The others count, and the code is asked about again.
	Unread error
}

// Answer returns the state as the answer to an inquiry: an error where payments could be read, but none was.
func (s State) Answer() (State, error) {
	if s.Unread != nil && len(s.Payments)+len(s.Reversed) == 0 {
		return State{}, s.Unread
	}
	return s, nil
}

// Reversal is a payment that was taken back.
type Reversal struct {
	// Source identifies the payment.
	Source string
	At     time.Time
}
