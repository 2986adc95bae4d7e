package slip

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Verifier says what a bank knows of the transfer that a slip's mini-QR names. connect/slipcheck/* implements it.
// Every call has its own deadline of at most 15 s within that of ctx.
//
// A nil error is an answer. An error is unknown (a timeout, a broken connection, an unreadable answer): the same question
// is asked again, of this verifier or of the next one.
type Verifier interface {
	// Name is the verifier's short name for logs and operators, e.g. "slipok".
	Name() string
	Verify(ctx context.Context, q Query) (Answer, error)
}

// Query is one question to a verifier.
type Query struct {
	// Payload is the text of the mini-QR, with its checksum repaired.
	Payload string
	// Bank is the sending bank by its three digits. Reference is the bank's own reference of the transfer.
	Bank, Reference string
}

// Finding is a verifier's result for a slip.
type Finding string

// The findings (research/domain.md section 3.7).
const (
	// Verified: the bank confirms the transfer, and Answer.Transfer is complete.
	Verified Finding = "verified"
	// Duplicate: the verifier was asked about this transfer before. That may have been us, before a crash or for a claim
	// that was freed. If the verifier fills in Transfer, it counts like Verified.
	Duplicate Finding = "duplicate"
	// NotFound: the bank knows no such transfer.
	NotFound Finding = "not_found"
	// NotASlip: the code is not the code of a slip.
	NotASlip Finding = "not_a_slip"
	// WrongReceiver: the verifier knows our accounts, and the transfer went to none of them.
	WrongReceiver Finding = "wrong_receiver"
	// Expired: the transfer is too old for the bank to be asked about.
	Expired Finding = "expired"
	// Later: there is no answer yet (the bank is slow, the quota is used up, the credentials or the contract have
	// ended). It is asked again after Answer.After, and the next verifier at once. Operators see it.
	Later Finding = "later"
)

// Answer is a verifier's answer.
type Answer struct {
	Finding Finding
	// After is how long to wait with Later. 0: our own backoff.
	After time.Duration
	// Code is the verifier's own code, for operators.
	Code     string
	Transfer Transfer
}

// Transfer is the transfer as the sending bank recorded it. Amount and time come only from here, never from the
// picture.
type Transfer struct {
	// Bank is the sending bank by its three digits. Reference is its reference. Both must equal those of the query.
	Bank, Reference string
	Amount          money.Amount
	At              time.Time
	// Payer and To are masked with 'x'. BankCode is our letter code (KBANK, SCB...), or empty if not known.
	Payer, To deposit.Payer
	// ByCode: the bank names the receiver as a biller, as it does if a QR code was paid.
	ByCode bool
	// PayerAlso is the payer's name in the other language, if the bank gives both (usually Thai and English).
	PayerAlso string
}

// Known reports whether enough of the transfer is known to decide by.
func (t Transfer) Known() bool { return t.Reference != "" && t.Amount > 0 && !t.At.IsZero() }
