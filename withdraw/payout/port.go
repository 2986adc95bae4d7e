package payout

import (
	"context"
	"errors"
	"time"

	"krapao/money"
	"krapao/withdraw"
)

// Bank is the bank that pays members. connect/payout implements it. Every call has its own deadline of at most 15 s.
//
// An error always means that the outcome is unknown: it is asked for again by reference. What is certain is in the outcome.
type Bank interface {
	// Capabilities returns what this bank promises about references.
	Capabilities() Capabilities
	// Send orders a payout. It sends nothing after o.SendBy.
	Send(ctx context.Context, o Order) (Outcome, error)
	// Check asks for the outcome of an order by its reference. An answer about another account or amount is an error.
	// NotFound is a possible outcome, and never a reason to return money.
	Check(ctx context.Context, o Order) (Outcome, error)
	// InquireName asks for the name of an account's holder. An error means that the bank could not say.
	InquireName(ctx context.Context, a withdraw.Account) (withdraw.NameInquiry, error)
	// ParseCallback checks a callback's proof and returns the reference that the callback is about. It returns ErrForged where
	// the proof is missing, wrong or more than 5 minutes off. Every callback has its own proof: one seen twice is a replay.
	ParseCallback(h Header, body []byte) (reference, proof string, err error)
}

// Header returns a callback's header field by name. An http.Header is one.
type Header interface{ Get(name string) string }

// ErrForged is returned for a callback whose proof is missing, wrong or too old. The answer is 401, and nothing changes.
var ErrForged = errors.New("withdraw: callback not genuine")

// Capabilities are what a bank promises.
type Capabilities struct {
	// Replay: the same order under the same reference gets the first one's answer and is paid once. Only then may a payout that
	// the bank does not know be sent again (RULES.md section 3).
	Replay bool
}

// Order asks for one payout.
type Order struct {
	// Reference is ours: 15 lower-case characters, unique for ever, and committed before the call.
	Reference string
	Amount    money.Amount
	Account   withdraw.Account
	// SendBy is the time after which the order may no longer be sent.
	SendBy time.Time
}

// Kind is the kind of an outcome.
type Kind string

// The outcomes of a payout.
const (
	// Pending: accepted, not paid yet.
	Pending Kind = "pending"
	// Paid: the receiving bank has it.
	Paid Kind = "paid"
	// Rejected: a documented, definitive rejection. The money is with us.
	Rejected Kind = "rejected"
	// Bounced: it was paid and came back, once.
	Bounced Kind = "bounced"
	// NotFound: the bank does not know the reference, or not yet.
	NotFound Kind = "not_found"
	// Unknown: the answer is not reliable; ask again.
	Unknown Kind = "unknown"
)

// Outcome is the bank's answer about a reference.
type Outcome struct {
	Kind Kind
	// Outside is the bank's own reference. Reason is its own word for a rejection.
	Outside string
	Reason  string
	// BadAccount: it was rejected because of the receiving account.
	BadAccount bool
}
