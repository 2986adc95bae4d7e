package link

import (
	"cmp"
	"log/slog"
	"time"

	"krapao/deposit"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Deps are the dependencies of the service.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Box      *secret.Box
	// Issuer of wallet links. nil: none is connected.
	Issuer Issuer
	Log    *slog.Logger
	// Timing may be zero: then the defaults apply.
	Timing Timing
}

// Timing holds the delays of the service.
type Timing struct {
	// Send is how long after the intent a redemption may still be sent (10 s). Call is how long one call may take (15
	// s).
	Send, Call time.Duration
	// Retry is the first pause before a link without an outcome is asked about again (5 s).
	Retry time.Duration
	// Request is how long a request has a link for itself before the job may take it: a little longer than an answer (25
	// s).
	Request time.Duration
}

func (t Timing) withDefaults() Timing {
	t.Send = cmp.Or(max(t.Send, 0), 10*time.Second)
	t.Call = cmp.Or(max(t.Call, 0), 15*time.Second)
	t.Retry = cmp.Or(max(t.Retry, 0), 5*time.Second)
	t.Request = cmp.Or(max(t.Request, 0), 25*time.Second)
	return t
}

// Service redeems wallet links.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	box      *secret.Box
	issuer   Issuer
	log      *slog.Logger
	timing   Timing
}

// New returns the service. Settle is its job.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{store: d.Store, arrivals: d.Arrivals, box: d.Box, issuer: d.Issuer, log: d.Log, timing: d.Timing.withDefaults()}
}
