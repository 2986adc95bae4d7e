package slip

import (
	"cmp"
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

// Books gives a transfer of the ledger the reference that members see.
type Books interface {
	Reference(id ledger.ID) string
}

// Codes are our QR codes. Members may send slips of payments of their own codes.
type Codes interface {
	// Like returns the member's code that may have been paid with an amount between two instants. Unpaid codes come
	// first. It returns false if there is none.
	Like(ctx context.Context, member string, amount money.Amount, since, until time.Time) (deposit.Code, bool, error)
	// AskAbout makes one inquiry about a code, shared with all hints about it, and books the payments that it reports.
	AskAbout(ctx context.Context, account, reference string) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Books    Books
	Members  deposit.Members
	Box      *secret.Box
	Codes    Codes
	// Verifiers in order of preference. The next one is asked if one has no answer.
	Verifiers []Verifier
	// Window returns the settings in force.
	Window func(context.Context) (Window, error)
	// Blobs stores the pictures. nil: no slips are taken.
	Blobs *blob.Blobs
	// Reader finds codes in pictures. nil: one for this machine.
	Reader *scan.Reader
	// Turns limits the uploads whose pictures are re-encoded at the same time. nil: a queue of its own.
	Turns *fair.Queue
	// Keep is how long a picture is kept (180 days). Call is how long one call of a verifier may take (15 s).
	Keep, Call time.Duration
	// Lease is how long a node may work on a slip (40 s: a reading and two verifiers). Round is how often the job looks
	// for due slips (1 s). Retry is the first pause after a turn without progress (2 s, doubling up to 10 min).
	Lease, Round, Retry time.Duration
	Log                 *slog.Logger
}

// Service takes slips, verifies the transfers that they show, and has them booked.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	books    Books
	members  deposit.Members
	box      *secret.Box
	codes    Codes
	log      *slog.Logger
	deps     Deps
	// reading limits the pictures that are searched for codes at the same time. Waiting ones hold no memory.
	reading *fair.Queue
	wake    chan struct{}
}

// scanBudget is how long a picture is searched for a code.
const scanBudget = 6 * time.Second

// readers is how many pictures are searched at once. Half of the machine stays free for members.
func readers() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// New returns the service. Run is its job.
func New(d Deps) *Service {
	d.Keep = cmp.Or(max(d.Keep, 0), 180*24*time.Hour)
	d.Call = cmp.Or(max(d.Call, 0), 15*time.Second)
	d.Lease = cmp.Or(max(d.Lease, 0), 40*time.Second)
	d.Round = cmp.Or(max(d.Round, 0), time.Second)
	d.Retry = cmp.Or(max(d.Retry, 0), 2*time.Second)
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
