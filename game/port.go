package game

import (
	"context"
	"errors"
	"time"

	"krapao/money"
)

// Provider is the other side of a game: it keeps credits for accounts and moves them on our order. Adapters in
// connect/provider implement it; each call has a deadline of its own, at most 15 seconds.
//
// What a call did is never guessed (RULES.md section 3). Ensure and SetPassword return nil when it is done, an error that
// is ErrRefused when the provider said a documented no, and any other error when nobody knows. Move and Check return an
// Outcome, whose zero value is "unknown".
type Provider interface {
	// Capabilities never change while the program runs.
	Capabilities() Capabilities
	// Ensure opens the account; one that exists already is fine.
	Ensure(ctx context.Context, username, password string) error
	// Balance reads what the account holds. Any error means that it could not be read, never that it is zero.
	Balance(ctx context.Context, username string) (Reading, error)
	// Move moves credits once. It is called once per reference, unless Capabilities.Replay says that more is safe.
	Move(ctx context.Context, m Move) Outcome
	// Check asks what became of a move, by its reference. Without Capabilities.CheckByReference it is always Unknown.
	Check(ctx context.Context, m Move) Outcome
	// Launch returns the address of the game's page for one visit. ErrRefused as above.
	Launch(ctx context.Context, v Visit) (url string, err error)
	// SetPassword changes the account's password. ErrUnsupported where the provider has no such call.
	SetPassword(ctx context.Context, username, password string) error
	// Kick ends the account's open games. ErrUnsupported where the provider has no such call.
	Kick(ctx context.Context, username string) error
	// Rounds lists settled rounds of the account, played at since or later and before until. ErrUnsupported as above.
	Rounds(ctx context.Context, username string, since, until time.Time) (Play, error)
}

// ErrRefused says that the provider answered with a documented no; nothing was done.
var ErrRefused = errors.New("game: the provider refused")

// ErrUnsupported says that the provider's protocol has no such call.
var ErrUnsupported = errors.New("game: the provider has no such call")

// Capabilities say what a provider's protocol can do.
type Capabilities struct {
	// CheckByReference: Check gives an answer.
	CheckByReference bool
	// Replay: the same reference sent again is applied once and answers as the first time.
	Replay bool
	// SetPassword, Kick and Rounds: the calls of these names exist.
	SetPassword bool
	Kick        bool
	Rounds      bool
	// Step is the smallest movement of credits.
	Step money.Credits
	// Stakes says what is known of credits that lie in open rounds; a game of the catalogue may say otherwise.
	Stakes Stakes
	// NotFoundWindow is how long after the last moment of sending "no such reference" is not believed; 0 is the
	// product's default (10 minutes).
	NotFoundWindow time.Duration
}

// Stakes says what is known of open stakes (RULES.md section 1).
type Stakes string

// How a provider tells of open stakes.
const (
	StakesNone     Stakes = "none"     // a round ends at once: there are none
	StakesReported Stakes = "reported" // a reading names them
	StakesUnknown  Stakes = "unknown"  // they exist and are not told
)

// Reading is an account's balance.
type Reading struct {
	// Credits can be taken out now.
	Credits money.Credits
	// Outstanding is in open rounds; only where Stakes is StakesReported.
	Outstanding money.Credits
}

// Move is one movement of credits between us and an account.
type Move struct {
	// Reference is ours: 15 lower-case base32 characters, unique for ever.
	Reference string
	Username  string
	// Credits is positive into the game and negative out of it.
	Credits money.Credits
	// SendBy is the last moment at which the adapter may put the request on the wire; later it answers Rejected with
	// ReasonTooLate, because nothing was sent. The zero value has no such limit.
	SendBy time.Time
}

// Kind is what is known of a move.
type Kind string

// The kinds of outcome. The zero value is Unknown.
const (
	Unknown  Kind = ""
	Done     Kind = "done"
	Rejected Kind = "rejected"  // certainly not moved and never will be
	NotFound Kind = "not_found" // the provider does not know the reference now
	Pending  Kind = "pending"   // the provider knows it and is not through with it
)

// Reasons of an Outcome that the product acts upon; all others are the provider's own words.
const (
	ReasonTooLate   = "too late to send"
	ReasonNotEnough = "not enough credits"
	ReasonBreaker   = "the provider is not asked for a while"
)

// Outcome is what is known of a move.
type Outcome struct {
	Kind Kind
	// Moved is what the provider says it moved, with the sign of the order; only when Done.
	Moved money.Credits
	// After is the balance after the move, where the provider told it.
	After *Reading
	// Outside is the provider's own identifier of the move, where it has one.
	Outside string
	// Reason says why, for operators: never a secret.
	Reason string
}

// Visit is one opening of a game's page.
type Visit struct {
	Username string
	// Mobile tells the provider which page to give.
	Mobile bool
	// Lang is th, lo or en.
	Lang string
}

// Play is what settled rounds add up to.
type Play struct {
	Rounds   int
	Turnover money.Credits
	// Net is what the account won (positive) or lost.
	Net money.Credits
}
