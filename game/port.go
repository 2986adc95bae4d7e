package game

import (
	"context"
	"errors"
	"time"

	"krapao/money"
)

// Provider is the game provider's side: it keeps credits for accounts and moves them on our order. Adapters in
// connect/provider implement it. Each call has a deadline of its own, at most 15 seconds.
//
// The result of a call is never guessed (RULES.md section 3). Ensure and SetPassword return nil when it is done,
// ErrRefused for a definitive rejection, and any other error when nobody knows. Move and Check return an Outcome, whose
// zero value is "unknown". No call carries personal data of the member: no name, telephone number or bank account. Report
// and Transfers exist only at some providers: see Reporter and Lister.
type Provider interface {
	// Capabilities never change while the program runs.
	Capabilities() Capabilities
	// Ensure opens the account; it succeeds if the account exists already. Both fields of the player are set.
	Ensure(ctx context.Context, p Player) error
	// Balance reads the account's balance. Any error means that it could not be read, never that it is zero.
	Balance(ctx context.Context, p Player) (Reading, error)
	// Move moves credits once. It is called once per reference, unless Capabilities.Replay says that more is safe; then
	// every call but the first has Move.Again.
	Move(ctx context.Context, m Move) Outcome
	// Check asks what became of a move, by its reference. Without Capabilities.CheckByReference it is always Unknown. Its
	// Done agrees in account and direction; Moved is the amount that the provider names, or the order's if the provider
	// only says that it applied the reference.
	Check(ctx context.Context, m Move) Outcome
	// Launch returns the game's page for one visit. It logs nothing, because a page contains credentials. ErrRefused as
	// above.
	Launch(ctx context.Context, v Visit) (Page, error)
	// SetPassword makes next the account's password; p has the old one. It may be called again with the same next after a
	// call without an answer. next may be the password already then, and if the provider wants the old one, the adapter
	// finds that out. Where Capabilities.NeedsPassword, ErrRefused says that the old one is valid. ErrUnsupported if the
	// provider has no such call.
	SetPassword(ctx context.Context, p Player, next string) error
	// Kick ends the account's open games. ErrUnsupported if the provider has no such call.
	Kick(ctx context.Context, p Player) error
	// Rounds adds up the account's rounds that settled from since until before until. It decides moves at a provider that
	// can't verify them. Rounds that settled within Capabilities.ReportLag of the call may be missing. ErrUnsupported as
	// above.
	Rounds(ctx context.Context, p Player, since, until time.Time) (Play, error)
}

// Player is the account that a call is about.
type Player struct {
	Username string
	// Password is set only where Capabilities.NeedsPassword, and for Ensure and SetPassword.
	Password string
	// First is the reference of the first transfer into the account, empty if there was none; set only where
	// Capabilities.NeedsFirst.
	First string
}

// ErrRefused is a definitive rejection by the provider: nothing was done.
var ErrRefused = errors.New("game: the provider refused")

// ErrUnsupported means that the provider's protocol has no such call.
var ErrUnsupported = errors.New("game: the provider has no such call")

// Capabilities say what a provider's protocol can do.
type Capabilities struct {
	// CheckByReference: Check gives an answer.
	CheckByReference bool
	// Replay: the same reference sent again is applied once and answers as the first time.
	Replay bool
	// NeedsPassword: calls carry the account's password.
	NeedsPassword bool
	// NeedsFirst: play and open stakes are reported since a transfer, so calls name the account's first one.
	NeedsFirst bool
	// SetPassword, Kick and Rounds: the calls of these names exist.
	SetPassword bool
	Kick        bool
	Rounds      bool
	// Report is the form of the report; ReportLag is how late a settled round may be listed, there and by Rounds.
	Report    ReportForm
	ReportLag time.Duration
	// List: Lister works.
	List bool
	// Source names the report that contains this provider's rows; providers under one operator there have the same. Site
	// is the product in those rows, empty where the source has only one.
	Source, Site string
	// UsernamePrefix is the required beginning of every user name there: at most 5 small letters and digits.
	UsernamePrefix string
	// Step is the smallest movement of credits.
	Step money.Credits
	// Stakes says what is known of credits in open rounds; a game of the catalogue may override it.
	Stakes Stakes
	// NotFoundWindow is how long after the last possible moment of sending "no such reference" is not believed; 0 is the
	// product's default (10 minutes).
	NotFoundWindow time.Duration
}

// CanVerify reports whether the provider can be asked what became of a move. If not, only the balance shows it.
func (c Capabilities) CanVerify() bool { return c.CheckByReference || c.Replay }

// Stakes says what is known of open stakes (RULES.md section 1).
type Stakes string

// How a provider reports open stakes.
const (
	StakesNone     Stakes = "none"     // a round ends at once, so there are none
	StakesReported Stakes = "reported" // a reading includes them
	StakesUnknown  Stakes = "unknown"  // they exist and are not reported
)

// Reading is an account's balance.
type Reading struct {
	// Credits can be withdrawn now.
	Credits money.Credits
	// Outstanding is in open rounds; only where Stakes is StakesReported.
	Outstanding money.Credits
}

// Move is one movement of credits between us and an account.
type Move struct {
	// Reference is ours: 15 lower-case base32 characters, unique for ever.
	Reference string
	Player    Player
	// Credits is positive into the game and negative out of it.
	Credits money.Credits
	// At is when the transfer was made, for a provider that is asked about a time; zero if unknown.
	At time.Time
	// SendBy is the last moment at which the adapter may send the request. Later it answers Rejected with ReasonTooLate,
	// because nothing was sent (with Again: Unknown). Zero is no limit.
	SendBy time.Time
	// Again: an earlier sending of this reference may have arrived. A refusal does not prove then that the reference was
	// never applied: an out that emptied the account makes its own repetition "not enough". Nor does it help that this
	// sending did not leave. So the adapter answers Rejected only if the provider itself said in the same call that it
	// does not have the reference.
	Again bool
}

// Kind is what is known of a move.
type Kind string

// The kinds of outcome. The zero value is Unknown.
const (
	Unknown  Kind = ""
	Done     Kind = "done"
	Rejected Kind = "rejected"  // definitive: not moved, and never will be
	NotFound Kind = "not_found" // the provider does not know the reference now
	Pending  Kind = "pending"   // the provider accepted it and has not finished processing
)

// Reasons of an Outcome that the product acts on; all others are the provider's own words.
const (
	ReasonTooLate   = "too late to send"
	ReasonNotEnough = "not enough credits"
	ReasonBreaker   = "the provider is not asked for a while"
	ReasonNoPlace   = "no place for the call in time"
	ReasonInPlay    = "the account is being played on"
)

// Outcome is what is known of a move.
type Outcome struct {
	Kind Kind
	// Moved is what the provider says it moved, with the sign of the order; only when Done.
	Moved money.Credits
	// After is the balance after the move, if the provider returned it.
	After *Reading
	// Outside is the provider's own identifier of the move, where it has one.
	Outside string
	// Reason says why, for operators. It never contains a secret.
	Reason string
}

// Visit is one opening of a game's page.
type Visit struct {
	Player Player
	// Mobile tells the provider which page to give.
	Mobile bool
	// Lang is th, lo or en.
	Lang string
}

// Page is how a visit begins: an address, or a form that the browser sends. Both contain credentials.
type Page struct {
	URL  string
	Form *Event
}

// Event is a form that the browser sends to open a game, in a new tab. Method is GET or POST.
type Event struct {
	Action string
	Method string
	Fields map[string]string
}

// Play is the sum of settled rounds.
type Play struct {
	Rounds int
	// Earlier is how many of them began before the requested time: their stakes had left the balance by then.
	Earlier  int
	Turnover money.Credits
	// Net is what the account won (positive) or lost.
	Net money.Credits
}
