package deposit

import (
	"context"
	"log/slog"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
)

// Books is what this area needs of the ledger.
type Books interface {
	MoveTx(ctx context.Context, tx *store.Tx, o ledger.Order) (ledger.Result, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	// Reference is asked for the store's epoch, the first two characters of every reference of ours.
	Reference(id ledger.ID) string
}

// Members is what this area needs to know of a member.
type Members interface {
	// RegisteredAccount returns the member's own bank account; its fields are empty where there is none.
	RegisteredAccount(ctx context.Context, member string) (Payer, error)
}

// Deps are what the service is made of.
type Deps struct {
	Store   *store.Store
	Books   Books
	Members Members
	Box     *secret.Box
	// Gateways by the code of their deposit account. An account with a QR panel but no gateway here answers NO_BANK.
	Gateways map[string]QRGateway
	// Feeds by the code of the deposit account whose statement they read. Without Holders no line is a member's by its
	// payer alone.
	Feeds   map[string]Feed
	Holders Holders
	// Issuer of wallet links; nil where none is connected.
	Issuer Issuer
	// Limits, Play and Coins may be nil: then nothing limits a deposit, nobody keeps what of it is played, and it earns no
	// coins.
	Limits Limits
	Play   Play
	Coins  Coins
	// Gate tells which members are shut out of play; nil: none.
	Gate Gate
	// Slips is what uploaded slips need; its zero value takes none.
	Slips Slips
	// Changed hints that what a member sees of slips and transfers changed; nil tells nobody.
	Changed func(member string)
	Log     *slog.Logger
	// Timing may be zero: the product's own.
	Timing Timing
}

// Timing are the service's waits.
type Timing struct {
	// Send is how long after the intent the create call may still go out (10 s); Call what one call may take (15 s).
	Send, Call time.Duration
	// Twin is how long after a code was asked for the same request is a repetition, which gets the same code (15 s).
	Twin time.Duration
	// Open is how often an open code is asked about (5 s); Retry is the pause after a failed inquiry.
	Open, Retry time.Duration
	// AfterEnd is when an ended code is asked about once more (5 s after its end), then at each of Late (24 h, 7 days).
	AfterEnd time.Duration
	Late     []time.Duration
	// Undecided is how often a payment that its gateway holds is asked about (1 min).
	Undecided time.Duration
	// Lost is how old a code without an answer is when "not found" ends it (1 min). No money depends on it.
	Lost time.Duration
	// Link is how long a request may work on a wallet link before the job does: a little longer than an answer (25 s).
	Link time.Duration
	// Round is how often the poll job looks for codes that are due (1 s).
	Round time.Duration
	// Feed is how often a statement is read (2 s), FeedRetry the first pause after a failure (2 s; it grows to a minute),
	// FeedLease how long a reader has it for itself (1 min).
	Feed, FeedRetry, FeedLease time.Duration
}

func (t Timing) withDefaults() Timing {
	set := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	set(&t.Send, 10*time.Second)
	set(&t.Call, 15*time.Second)
	set(&t.Twin, 15*time.Second)
	set(&t.Open, 5*time.Second)
	set(&t.Retry, 5*time.Second)
	set(&t.AfterEnd, 5*time.Second)
	set(&t.Undecided, time.Minute)
	set(&t.Lost, time.Minute)
	set(&t.Link, 25*time.Second)
	set(&t.Round, time.Second)
	set(&t.Feed, 2*time.Second)
	set(&t.FeedRetry, 2*time.Second)
	set(&t.FeedLease, time.Minute)
	if t.Late == nil {
		t.Late = []time.Duration{24 * time.Hour, 7 * 24 * time.Hour}
	}
	return t
}

// Service is the deposit area.
type Service struct {
	store    *store.Store
	books    Books
	members  Members
	box      *secret.Box
	gateways map[string]QRGateway
	feeds    map[string]Feed
	holders  Holders
	issuer   Issuer
	limits   Limits
	gate     Gate
	play     Play
	coins    Coins
	slips    *slips
	changed  func(member string)
	log      *slog.Logger
	timing   Timing
	hints    *hints
}

// New makes the service. Run starts its poll job.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Changed == nil {
		d.Changed = func(string) {}
	}
	return &Service{
		store: d.Store, books: d.Books, members: d.Members, box: d.Box, gateways: d.Gateways, issuer: d.Issuer,
		feeds: d.Feeds, holders: d.Holders, limits: d.Limits, gate: d.Gate, play: d.Play, coins: d.Coins, log: d.Log, slips: newSlips(d.Slips),
		changed: d.Changed, timing: d.Timing.withDefaults(), hints: newHints(),
	}
}
