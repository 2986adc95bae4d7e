package declared

import (
	"log/slog"

	"krapao/deposit"
	"krapao/internal/store"
)

// Deps are the dependencies of the service.
type Deps struct {
	Store    *store.Store
	Arrivals *deposit.Service
	Members  deposit.Members
	Log      *slog.Logger
}

// Service keeps the declarations of members.
type Service struct {
	store    *store.Store
	arrivals *deposit.Service
	members  deposit.Members
	log      *slog.Logger
}

// New returns the service. Pair is its job.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{store: d.Store, arrivals: d.Arrivals, members: d.Members, log: d.Log}
}
