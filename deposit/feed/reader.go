package feed

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Declarations are the transfers that members declared.
type Declarations interface {
	// PairLine looks for the declaration of an unmatched line.
	PairLine(ctx context.Context, line depositdb.Inflow) error
}

// Deps are the dependencies of the reader.
type Deps struct {
	Store        *store.Store
	Arrivals     *deposit.Service
	Members      deposit.Members
	Declarations Declarations
	Box          *secret.Box
	// Feeds by the code of the deposit account whose statement they read. Without Holders, no line belongs to a member
	// by its payer alone.
	Feeds   map[string]Feed
	Holders deposit.Holders
	// Rests reports whether an account's statement is left alone for now. Nil: none ever is.
	Rests func(ctx context.Context, account string) (bool, error)
	Log   *slog.Logger
	// Timing may be zero: then the defaults apply.
	Timing Timing
}

// Timing holds the delays and intervals of the reader.
type Timing struct {
	// Every is how often a statement is read (2 s). Retry is the first pause after a failure (2 s, growing to a minute).
	// Lease is how long a reader has a statement for itself (1 min). Call is how long one call may take (15 s).
	Every, Retry, Lease, Call time.Duration
}

func (t Timing) withDefaults() Timing {
	t.Every = cmp.Or(max(t.Every, 0), 2*time.Second)
	t.Retry = cmp.Or(max(t.Retry, 0), 2*time.Second)
	t.Lease = cmp.Or(max(t.Lease, 0), time.Minute)
	t.Call = cmp.Or(max(t.Call, 0), 15*time.Second)
	return t
}

// Reader reads statements and books their lines.
type Reader struct {
	store        *store.Store
	arrivals     *deposit.Service
	members      deposit.Members
	declarations Declarations
	box          *secret.Box
	feeds        map[string]Feed
	holders      deposit.Holders
	rests        func(ctx context.Context, account string) (bool, error)
	log          *slog.Logger
	timing       Timing

	mu sync.Mutex
	// looked is when this node last saw that a statement has no new line. It does not write that down each time.
	looked map[string]time.Time
}

// New returns the reader. Read is its job.
func New(d Deps) *Reader {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Rests == nil {
		d.Rests = func(context.Context, string) (bool, error) { return false, nil }
	}
	return &Reader{
		store: d.Store, arrivals: d.Arrivals, members: d.Members, declarations: d.Declarations, box: d.Box, feeds: d.Feeds,
		holders: d.Holders, rests: d.Rests, log: d.Log, timing: d.Timing.withDefaults(), looked: map[string]time.Time{},
	}
}
