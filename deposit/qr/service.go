package qr

import (
	"context"
	"log/slog"
	"time"

	"krapao/deposit"
	"krapao/internal/store"
	"krapao/ledger"
)

// Books are what this package needs of the ledger.
type Books interface {
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
}

// Deps are what the service is made of.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Books    Books
	Members  deposit.Members
	// Gateways by the code of their deposit account. An account with a QR panel but no gateway here answers NO_BANK.
	Gateways map[string]Gateway
	Log      *slog.Logger
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
	// Round is how often the poll job looks for codes that are due (1 s).
	Round time.Duration
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
	set(&t.Round, time.Second)
	if t.Late == nil {
		t.Late = []time.Duration{24 * time.Hour, 7 * 24 * time.Hour}
	}
	return t
}

// Service makes QR codes and books what is paid by them.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	books    Books
	members  deposit.Members
	gateways map[string]Gateway
	log      *slog.Logger
	timing   Timing
	hints    *hints
}

// New makes the service. Run starts its poll job.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, arrivals: d.Arrivals, books: d.Books, members: d.Members, gateways: d.Gateways, log: d.Log,
		timing: d.Timing.withDefaults(), hints: newHints(),
	}
}
