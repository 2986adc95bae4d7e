package qr

import (
	"cmp"
	"log/slog"
	"time"

	"krapao/deposit"
	"krapao/internal/store"
)

// Deps are the dependencies of the service.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Members  deposit.Members
	// Gateways by the code of their deposit account. A QR panel without a gateway answers NO_BANK.
	Gateways map[string]Gateway
	Log      *slog.Logger
	// Timing may be zero: then the defaults apply.
	Timing Timing
}

// Timing holds the delays and intervals of the service.
type Timing struct {
	// Send is how long after the intent the create call may still be sent (10 s). Call is how long one call may take (15
	// s).
	Send, Call time.Duration
	// DuplicateWindow is how long the same request counts as a repetition and gets the same code (15 s).
	DuplicateWindow time.Duration
	// Open is how often an open code is asked about (5 s). Retry is the pause after a failed inquiry (5 s).
	Open, Retry time.Duration
	// AfterEnd is the delay of the inquiry after a code's end (5 s). Late are the delays of those that follow (24 h, 7
	// days).
	AfterEnd time.Duration
	Late     []time.Duration
	// Undecided is how often a payment that its gateway holds is asked about (1 min).
	Undecided time.Duration
	// Lost is the age from which "not found" ends a code that got no answer (1 min). No money depends on it.
	Lost time.Duration
	// Round is how often the poll job looks for codes that are due (1 s).
	Round time.Duration
}

func (t Timing) withDefaults() Timing {
	t.Send = cmp.Or(max(t.Send, 0), 10*time.Second)
	t.Call = cmp.Or(max(t.Call, 0), 15*time.Second)
	t.DuplicateWindow = cmp.Or(max(t.DuplicateWindow, 0), 15*time.Second)
	t.Open = cmp.Or(max(t.Open, 0), 5*time.Second)
	t.Retry = cmp.Or(max(t.Retry, 0), 5*time.Second)
	t.AfterEnd = cmp.Or(max(t.AfterEnd, 0), 5*time.Second)
	t.Undecided = cmp.Or(max(t.Undecided, 0), time.Minute)
	t.Lost = cmp.Or(max(t.Lost, 0), time.Minute)
	t.Round = cmp.Or(max(t.Round, 0), time.Second)
	if t.Late == nil {
		t.Late = []time.Duration{24 * time.Hour, 7 * 24 * time.Hour}
	}
	return t
}

// Service makes QR codes and books the payments of them.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	members  deposit.Members
	gateways map[string]Gateway
	log      *slog.Logger
	timing   Timing
	hints    *hints
	codes    codes
}

// New returns the service. Run is its poll job.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, arrivals: d.Arrivals, members: d.Members, gateways: d.Gateways, log: d.Log,
		timing: d.Timing.withDefaults(), hints: newHints(), codes: newCodes(d.Store),
	}
}
