// Package game has the catalogue and the members' accounts at game providers. It opens accounts, shows their credentials,
// launches games, and reads balances and reports of play.
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
	"context"
	"log/slog"
	"time"

	"krapao/fault"
	"krapao/internal/patience"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
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

// Connection is how this program reaches a provider. Addresses come from the configuration at each start, never from
// stored data.
type Connection struct {
	Provider Provider
	// Family is the protocol of the connection, as the catalogue names it.
	Family string
	// LoginPage is the address of the provider's own login, for games of kind Form and URL.
	LoginPage string
	// Form describes the fields of that login; nil: LoginPage takes username and password.
	Form *LoginForm
}

// LoginForm is the form of a provider's own login: the names of its fields, and its fixed fields.
type LoginForm struct {
	Action, Username, Password string
	Extra                      map[string]string
}

// Books is the part of the ledger that game accounts need.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	Balances(ctx context.Context, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	OpenTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	FirstInto(ctx context.Context, account ledger.Account, kind ledger.Kind) (ledger.ID, bool, error)
	Reference(id ledger.ID) string
}

// Settings are the numbers of this area; a zero field takes its default.
type Settings struct {
	// CallTimeout limits one call that moves something, or asks what became of it (7 s, at most 15 s). Leases and windows
	// depend on it.
	CallTimeout time.Duration
	// AskTimeout limits one call that moves nothing: a reading, an account, a password, a page (15 s; CallTimeout if only
	// that is set). No slow provider causes a refusal while the member still has time to wait.
	AskTimeout time.Duration
	// ReportEvery is how often the providers' reports of play are read (10 s; one that lags, less often).
	ReportEvery time.Duration
	// Playing, if set, refuses a member that is shut out of play with SELF_EXCLUDED: no account is opened for it, no
	// credentials are shown or changed at its request, and no game is opened.
	Playing func(ctx context.Context, member string) error
	// Log gets the failed calls of providers; nil is silence.
	Log *slog.Logger
}

// playing refuses a member that is shut out.
func (s *Service) playing(ctx context.Context, member string) error {
	if s.settings.Playing == nil {
		return nil
	}
	return s.settings.Playing(ctx, member)
}

func (s Settings) withDefaults() Settings {
	if s.AskTimeout <= 0 {
		s.AskTimeout = s.CallTimeout
	}
	if s.AskTimeout <= 0 {
		s.AskTimeout = patience.Call
	}
	if s.CallTimeout <= 0 {
		s.CallTimeout = 7 * time.Second
	}
	s.AskTimeout, s.CallTimeout = min(s.AskTimeout, patience.Call), min(s.CallTimeout, patience.Call)
	if s.ReportEvery <= 0 {
		s.ReportEvery = 10 * time.Second
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return s
}

// Service has this area's use cases.
type Service struct {
	store       *store.Store
	books       Books
	box         *secret.Box
	connections map[string]Connection
	settings    Settings
	sweeps      sweeps

	onPlayed  func(ctx context.Context, tx *store.Tx, list []PlayAdded) error
	onChanged func(ctx context.Context, tx *store.Tx, before Account, change money.Amount, asked time.Time) error
}

// New makes the service. connections are by provider; a game of a provider without one answers as if its provider could
// not be reached.
func New(s *store.Store, books Books, box *secret.Box, connections map[string]Connection, settings Settings) *Service {
	return &Service{
		store: s, books: books, box: box, connections: connections,
		settings: settings.withDefaults(), sweeps: sweeps{begun: map[string]sweep{}},
	}
}
