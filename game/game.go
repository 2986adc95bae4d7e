// Package game has the words of games: the catalogue's entries, members' accounts at game providers, and the port that
// providers are reached by. What is done with them is in its rooms:
//
//   - catalogue: which games there are, and the operator's content that says so.
//   - account: members' accounts at providers, their turns and their passwords.
//   - balance: readings of accounts, and what a member sees of games and balances.
//   - visit: what a member does to play. It opens an account, signs in, and opens a game's page.
//   - report: what the providers report of play, and what it adds up to.
//
// A room knows none of the others. What it needs of one is an interface, wired in internal/app.
//
// Promises (RULES.md sections 2, 3 and 6):
//   - A game account is a provider and a user name, opened once per member and provider; several game codes may share it.
//   - The balance of a game account is an account of the ledger, the memo balance: its last confirmed reading. A reading
//     is confirmed only while no transfer of the account is under way, and posts what our transfers don't explain as the
//     provider's result. So the ledger equals the providers' balances, to the satang.
//   - A failed reading changes nothing and is never a zero.
//   - Passwords are sealed in the database. While the end of a change is unknown, both passwords are kept.
//   - No provider is called inside a transaction.
package game

import (
	"time"

	"krapao/fault"
	"krapao/money"
)

// Category is the rail that a game is listed on. Casino games are listed under sport.
type Category string

// The categories.
const (
	CategorySlot  Category = "slot"
	CategorySport Category = "sport"
	CategoryLotto Category = "lotto"
)

// PlayKind is what turnover counts as (RULES.md section 7). It is the category, except that casino games count by
// themselves.
type PlayKind string

// The kinds of play.
const (
	PlaySlot   PlayKind = "slot"
	PlayCasino PlayKind = "casino"
	PlaySport  PlayKind = "sport"
	PlayLotto  PlayKind = "lotto"
)

// State of a game (RULES.md section 6).
type State string

// The states.
const (
	Open    State = "open"
	Closing State = "closing" // out only
	Closed  State = "closed"
)

// LaunchKind says how the app opens a game.
type LaunchKind string

// The kinds of launch.
const (
	Autologin LaunchKind = "autologin" // a link from Launch
	Form      LaunchKind = "form"      // the credentials are posted to the provider's page
	URL       LaunchKind = "url"       // a plain link
)

// Game is one entry of the catalogue.
type Game struct {
	Code     string
	Name     string
	Category Category
	// Provider is whose accounts the game uses; Family is the protocol of that provider.
	Provider string
	Family   string
	// Factor is baht per credit. Another factor is another game code.
	Factor     money.Factor
	Logo       string
	Background string
	// Web, Android and IOS are addresses, empty where there is none.
	Web     string
	Android string
	IOS     string
	Launch  Launch
	Stakes  Stakes
	// Play is what its turnover counts as.
	Play PlayKind
	// SettleTime is how long a stake may stay open at a provider that does not report stakes.
	SettleTime  time.Duration
	State       State
	Maintenance bool
	Notice      string
	// CheckedSince is since when its provider is stopped and being checked: no money moves there, and nobody is let in. Zero: it
	// is not.
	CheckedSince time.Time
}

// Checked refuses what needs a provider that is being checked with BEING_CHECKED.
func (g Game) Checked() error {
	if g.CheckedSince.IsZero() {
		return nil
	}
	return g.Named(BeingChecked(g.Provider, g.CheckedSince))
}

// BeingChecked is the refusal of what needs a provider that is stopped.
func BeingChecked(provider string, since time.Time) *fault.Error {
	return fault.New(fault.BEING_CHECKED, "the provider is being checked").
		With("system", "provider:"+provider).With("since", since.UTC().Format(time.RFC3339))
}

// Named adds the game to a refusal: its code for programs, its name for texts.
func (g Game) Named(refusal *fault.Error) *fault.Error {
	return refusal.With("game", g.Code).With("name", g.Name)
}

// Launch says how a game is opened. Provider is its name in /api/autoLogin/{provider}.
type Launch struct {
	Kind     LaunchKind
	Provider string
}
