package slip

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"krapao/deposit"
	"krapao/internal/blob"
	"krapao/internal/fair"
	"krapao/internal/scan"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Books name a transfer of the ledger as members see it.
type Books interface {
	Reference(id ledger.ID) string
}

// Codes are the QR codes of our own, whose payments members may send slips of.
type Codes interface {
	// Like returns the member's code that a payment of an amount between two instants may have been of; one that is not paid
	// yet comes first. It returns false where there is none.
	Like(ctx context.Context, member string, amount money.Amount, since, until time.Time) (deposit.Code, bool, error)
	// AskAbout makes one inquiry about a code, together with all who hint at it, and books what it tells.
	AskAbout(ctx context.Context, account, reference string) error
}

// Deps are what the service is made of.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Books    Books
	Members  deposit.Members
	Box      *secret.Box
	Codes    Codes
	// Verifiers in order of preference: the next is asked when one has no answer.
	Verifiers []Verifier
	// Window reads the settings in force.
	Window func(context.Context) (Window, error)
	// Blobs keeps the pictures; nil: no slips are taken.
	Blobs *blob.Blobs
	// Reader finds codes in pictures; nil makes one for this machine.
	Reader *scan.Reader
	// Turns are taken by members whose uploads are written anew; nil makes places of its own.
	Turns *fair.Queue
	// Keep is how long a picture is kept (180 days), Call what one call of a verifier may take (15 s).
	Keep, Call time.Duration
	// Lease is how long a node may work on a slip (40 s: a reading and two verifiers), Round how often the job looks for
	// due ones (1 s), Retry the first pause after a turn that did not get on (2 s, doubling up to 10 min).
	Lease, Round, Retry time.Duration
	Log                 *slog.Logger
}

// Service takes slips, finds out about the transfers that they show, and has them booked.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	books    Books
	members  deposit.Members
	box      *secret.Box
	codes    Codes
	log      *slog.Logger
	deps     Deps
	// reading are the turns of pictures that are searched for their codes. Those that wait hold nothing here.
	reading *fair.Queue
	wake    chan struct{}
}

// scanBudget is how long a picture is searched for its code.
const scanBudget = 6 * time.Second

// readers is how many pictures are searched at once: half of the machine is left to the members.
func readers() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// New makes the service. Run starts its job.
func New(d Deps) *Service {
	set := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	set(&d.Keep, 180*24*time.Hour)
	set(&d.Call, 15*time.Second)
	set(&d.Lease, 40*time.Second)
	set(&d.Round, time.Second)
	set(&d.Retry, 2*time.Second)
	if d.Reader == nil {
		d.Reader = scan.New(readers(), scanBudget)
	}
	if d.Turns == nil {
		d.Turns = fair.New(runtime.GOMAXPROCS(0))
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, arrivals: d.Arrivals, books: d.Books, members: d.Members, box: d.Box, codes: d.Codes, log: d.Log, deps: d,
		reading: fair.New(readers()), wake: make(chan struct{}, 1),
	}
}

func (s *Service) wakeUp() {
	select {
	case s.wake <- struct{}{}:
	default: // awake already
	}
}
