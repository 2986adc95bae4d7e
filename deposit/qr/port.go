package qr

import (
	"context"
	"errors"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Gateway makes QR codes that a bank's customers can pay, and tells what became of them. connect/payment/* implements
// it. Every call over the wire has its own deadline of at most 15 s inside ctx's.
//
// Each call has three outcomes (RULES.md section 3): nil is done; a *RefusedError is a documented, certain no; any other error
// is unknown, and whoever called asks again by reference.
type Gateway interface {
	// Create asks for a code. The reference is ours, unique for ever and committed before the call.
	Create(ctx context.Context, o Order) (Code, error)
	// Inquire tells the truth about a code and about every payment of it. A reference that the gateway does not know is
	// not an error: Status is NotFound.
	Inquire(ctx context.Context, q Ref) (State, error)
	// Cancel ends a code. A code that is already paid, cancelled or expired is done, and so is one at a gateway that has
	// no such call. A payment can still arrive later.
	Cancel(ctx context.Context, q Ref) error
	// ParseCallback returns the reference that a callback speaks of. ErrForged means that the callback's proof is missing,
	// wrong or old. Nothing else of a callback counts: it is a hint to Inquire.
	ParseCallback(h Header, body []byte) (reference string, err error)
}

// Header gives a callback's header fields by name; an http.Header is one.
type Header interface{ Get(name string) string }

// ErrForged is a callback whose proof is missing, wrong or too old: answered 401, without effect.
var ErrForged = errors.New("deposit: callback not genuine")

// RefusedError is a certain no of the outside: nothing was done and nothing will be.
type RefusedError struct {
	// Reason is the outside's own word, fit to be shown.
	Reason string
}

func (r *RefusedError) Error() string { return "refused: " + r.Reason }

// longestReason bounds what an outside system says to a member, in characters.
const longestReason = 200

// Refused is a certain no in the outside's words, or by its code where it has none.
func Refused(words, code string) *RefusedError {
	if words == "" {
		words = code
	}
	if r := []rune(words); len(r) > longestReason {
		words = string(r[:longestReason])
	}
	return &RefusedError{Reason: words}
}

// Order asks for one code.
type Order struct {
	// Reference is at most 15 lower-case characters.
	Reference string
	Amount    money.Amount
	// Payer is the member's registered account; gateways that bind a code to its payer send it.
	Payer deposit.Payer
	// SendBy is the instant after which the call may no longer go out (RULES.md section 3).
	SendBy time.Time
}

// Ref names a code that a gateway was asked for.
type Ref struct {
	Reference string
	// Outside is the gateway's own identifier, where it is known: it is not when the answer to Create was lost.
	Outside string
	// AskedAt is when Create was called; zero where that is not known. Who has to search need not look further back.
	AskedAt time.Time
}

// Code is a code as the gateway made it.
type Code struct {
	// Payload is the EMV text to draw. The picture is always our own.
	Payload   string
	ExpiresAt time.Time
	// Outside is the gateway's own identifier, where it has one besides our reference.
	Outside string
}

// Status is what a gateway says of a code.
type Status string

// The states of a code at a gateway. They say nothing about payments: a cancelled code may have one.
const (
	Open      Status = "open"
	Paid      Status = "paid"
	Cancelled Status = "cancelled"
	Expired   Status = "expired"
	NotFound  Status = "not_found"
)

// State answers an inquiry.
type State struct {
	Status Status
	// Outside is the gateway's own identifier; where it was not known before it is kept.
	Outside string
	// Payments are those in a final state, oldest first. Each is credited once.
	Payments []deposit.Payment
	// Undecided: there is a payment that the gateway has not decided about. It is no money yet, and is asked about again.
	Undecided bool
	// Reversed are payments that the gateway has taken back. One that was credited is undone.
	Reversed []Reversal
}

// Reversal is a payment that was taken back.
type Reversal struct {
	// Source is the payment's.
	Source string
	At     time.Time
}
