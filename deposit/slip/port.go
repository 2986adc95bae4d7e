package slip

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Verifier tells what a bank knows of the transfer that a slip's mini-QR names. connect/slipcheck/* implements it.
// Every call has its own deadline of at most 15 s inside ctx's.
//
// nil is an answer; an error is unknown (a timeout, a connection that broke, an answer that is none) and the same
// question is asked again, of this verifier or of the next one in order.
type Verifier interface {
	// Name is the verifier's short name for logs and operators, e.g. "slipok".
	Name() string
	Verify(ctx context.Context, q Query) (Answer, error)
}

// Query is one question to a verifier.
type Query struct {
	// Payload is the mini-QR's text, its checksum repaired.
	Payload string
	// Bank is the sending bank by three digits; Reference is the bank's own reference of the transfer.
	Bank, Reference string
}

// Finding is what a verifier says of a slip.
type Finding string

// The findings (research/domain.md section 3.7).
const (
	// Verified: the bank confirms the transfer; Answer.Transfer is complete.
	Verified Finding = "verified"
	// Duplicate: the verifier was asked about this transfer before. That may have been us, before a crash or for a
	// claim that was freed: Transfer is filled wherever the verifier tells it, and then counts like Verified.
	Duplicate Finding = "duplicate"
	// NotFound: the bank knows no such transfer.
	NotFound Finding = "not_found"
	// NotASlip: the code is no slip's.
	NotASlip Finding = "not_a_slip"
	// WrongReceiver: the verifier knows our accounts and it went to none of them.
	WrongReceiver Finding = "wrong_receiver"
	// Expired: too old for the bank to be asked about.
	Expired Finding = "expired"
	// Later: no answer yet (the bank is slow, quota is used up, credentials or the package ended). Asked again not before
	// Answer.After, of the next verifier at once; operators are told.
	Later Finding = "later"
)

// Answer is a verifier's answer.
type Answer struct {
	Finding Finding
	// After is how long to wait with Later; 0: our own back-off.
	After time.Duration
	// Code is the verifier's own code, for operators.
	Code     string
	Transfer Transfer
}

// Transfer is the transfer as the sending bank recorded it. Amount and time come from here only, never from the
// picture.
type Transfer struct {
	// Bank is the sending bank by three digits; Reference is its reference. Both must equal the query's.
	Bank, Reference string
	Amount          money.Amount
	At              time.Time
	// Payer and To are masked with 'x'; their BankCode is our letter code (KBANK, SCB...), empty where not told.
	Payer, To deposit.Payer
	// ByCode: the bank names the payee as a biller, as it does where a QR code was paid.
	ByCode bool
	// PayerAlso is the payer's name in the other language, where the bank tells both (Thai and English as a rule).
	PayerAlso string
}

// Known tells whether the transfer is filled well enough to decide by.
func (t Transfer) Known() bool { return t.Reference != "" && t.Amount > 0 && !t.At.IsZero() }
