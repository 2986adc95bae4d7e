package withdraw

import (
	"context"
	"errors"
	"time"

	"krapao/money"
)

// Payout is the bank that pays members. connect/payout implements it. Every call has its own deadline of at most 15 s.
//
// An error always means that the outcome is unknown: it is asked for again by reference. What is certain is in the outcome.
type Payout interface {
	// Capabilities returns what this bank promises about references.
	Capabilities() PayoutCapabilities
	// Send orders a payout. It sends nothing after o.SendBy.
	Send(ctx context.Context, o PayoutOrder) (PayoutOutcome, error)
	// Check asks for the outcome of an order by its reference. An answer about another account or amount is an error.
	// PayoutNotFound is a possible outcome, and never a reason to return money.
	Check(ctx context.Context, o PayoutOrder) (PayoutOutcome, error)
	// InquireName asks for the name of an account's holder. An error means that the bank could not say.
	InquireName(ctx context.Context, a Account) (NameInquiry, error)
	// ParseCallback checks a callback's proof and returns the reference that the callback is about. It returns ErrForged where
	// the proof is missing, wrong or more than 5 minutes off. Every callback has its own proof: one seen twice is a replay.
	ParseCallback(h Header, body []byte) (reference, proof string, err error)
}

// Header returns a callback's header field by name. An http.Header is one.
type Header interface{ Get(name string) string }

// ErrForged is returned for a callback whose proof is missing, wrong or too old. The answer is 401, and nothing changes.
var ErrForged = errors.New("withdraw: callback not genuine")

// PayoutCapabilities are what a bank promises.
type PayoutCapabilities struct {
	// Replay: the same order under the same reference gets the first one's answer and is paid once. Only then may a payout that
	// the bank does not know be sent again (RULES.md section 3).
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
	// Reference is ours: 15 lower-case characters, unique for ever, and committed before the call.
	Reference string
	Amount    money.Amount
	Account   Account
	// SendBy is the time after which the order may no longer be sent.
	SendBy time.Time
}

// PayoutKind is the kind of an outcome.
type PayoutKind string

// The outcomes of a payout.
const (
	// PayoutPending: accepted, not paid yet.
	PayoutPending PayoutKind = "pending"
	// PayoutPaid: the receiving bank has it.
	PayoutPaid PayoutKind = "paid"
	// PayoutRejected: a documented, definitive rejection. The money is with us.
	PayoutRejected PayoutKind = "rejected"
	// PayoutBounced: it was paid and came back, once.
	PayoutBounced PayoutKind = "bounced"
	// PayoutNotFound: the bank does not know the reference, or not yet.
	PayoutNotFound PayoutKind = "not_found"
	// PayoutUnknown: the answer is not reliable; ask again.
	PayoutUnknown PayoutKind = "unknown"
)

// PayoutOutcome is the bank's answer about a reference.
type PayoutOutcome struct {
	Kind PayoutKind
	// Outside is the bank's own reference. Reason is its own word for a rejection.
	Outside string
	Reason  string
	// BadAccount: it was rejected because of the receiving account.
	BadAccount bool
}

// NameInquiry is the answer to InquireName.
type NameInquiry struct {
	// Match: the account exists, and its holder is the one we asked about.
	Match bool
	// Exists: there is such an account.
	Exists bool
	// Shown is the holder's name as the bank shows it, possibly masked.
	Shown string
}
