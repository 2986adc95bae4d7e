package withdraw

import (
	"context"
	"errors"
	"time"

	"krapao/money"
)

// Payout is the bank that pays members. connect/payout implements it. Every call has its own deadline of at most 15 s.
//
// An error means unknown, always: the outcome is asked for again by reference. What is certain is in the outcome.
type Payout interface {
	// Capabilities says what this bank promises about references.
	Capabilities() PayoutCapabilities
	// Send orders a payout. It does not put anything on the wire after o.SendBy.
	Send(ctx context.Context, o PayoutOrder) (PayoutOutcome, error)
	// Check asks what became of an order, by its reference. An answer that speaks of another account or amount is an
	// error. PayoutNotFound is an answer here, and never a reason to return money.
	Check(ctx context.Context, o PayoutOrder) (PayoutOutcome, error)
	// InquireName asks in whose name an account is. An error means that the bank could not say.
	InquireName(ctx context.Context, a Account) (NameInquiry, error)
	// ParseCallback checks a callback's proof and returns the reference it speaks of; ErrForged where the proof is
	// missing, wrong or more than 5 minutes off. The proof is what makes a callback unique: seen twice, it is a replay.
	ParseCallback(h Header, body []byte) (reference, proof string, err error)
}

// Header gives a callback's header fields by name; an http.Header is one.
type Header interface{ Get(name string) string }

// ErrForged is a callback whose proof is missing, wrong or too old: answered 401, without effect.
var ErrForged = errors.New("withdraw: callback not genuine")

// PayoutCapabilities are a bank's promises.
type PayoutCapabilities struct {
	// Replay: the same order with the same reference again is answered as the first one and pays once. Only then is a
	// payout that the bank does not know sent again (RULES.md section 3).
	Replay bool
}

// Account is a member's bank account.
type Account struct {
	BankCode string `json:"bankCode"`
	Number   string `json:"number"`
	Name     string `json:"name"`
}

// PayoutOrder asks for one payout.
type PayoutOrder struct {
	// Reference is ours, of 15 lower-case characters, unique for ever, and committed before the call.
	Reference string
	Amount    money.Amount
	Account   Account
	// SendBy is the instant after which the order may no longer go out.
	SendBy time.Time
}

// PayoutKind is what the bank says of a reference.
type PayoutKind string

// What became of a payout.
const (
	// PayoutPending: accepted, on its way.
	PayoutPending PayoutKind = "pending"
	// PayoutPaid: with the receiving bank.
	PayoutPaid PayoutKind = "paid"
	// PayoutRejected: a documented, final no; the money is with us.
	PayoutRejected PayoutKind = "rejected"
	// PayoutBounced: it was paid and came back, once.
	PayoutBounced PayoutKind = "bounced"
	// PayoutNotFound: the bank does not know the reference (yet).
	PayoutNotFound PayoutKind = "not_found"
	// PayoutUnknown: the answer can't be relied on; ask again.
	PayoutUnknown PayoutKind = "unknown"
)

// PayoutOutcome is the bank's word on a reference.
type PayoutOutcome struct {
	Kind PayoutKind
	// Outside is the bank's own reference; Reason its word where it said no.
	Outside string
	Reason  string
	// BadAccount: it said no because of the receiving account.
	BadAccount bool
}

// NameInquiry is the answer to InquireName.
type NameInquiry struct {
	// Match: the account exists and its holder is who we asked about.
	Match bool
	// Exists: there is such an account.
	Exists bool
	// Shown is the holder's name as the bank gives it, possibly masked.
	Shown string
}
