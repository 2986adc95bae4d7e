// Package restoration is what operators decide about a restored store in quarantine: two persons let each system of the outside
// be used again, once they have compared it with what the store knows (RULES.md section 14).
package restoration

import (
	"context"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/quarantine"
)

// The kinds of decision.
const (
	// KindLift lets a system be used again.
	KindLift = "quarantine.lift"
	// KindImport imports a list of a system.
	KindImport = "quarantine.import"
	// KindAsk asks a system for its own list.
	KindAsk = "quarantine.ask"
	// KindDecide says what a line books that these books do not know, and KindDecideAll what all lines of one kind of a list book.
	KindDecide    = "quarantine.decide"
	KindDecideAll = "quarantine.decide.all"
)

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	approvals  *operator.Approvals
	quarantine *quarantine.Service
}

// New makes the service, and registers its kinds of decision.
func New(approvals *operator.Approvals, q *quarantine.Service) *Service {
	s := &Service{approvals, q}
	approvals.Register(
		operator.Kind{Name: KindLift, Needs: operator.Chief, Plan: s.planLift},
		operator.Kind{Name: KindImport, Needs: operator.Cashier, Plan: s.planImport},
		operator.Kind{Name: KindAsk, Needs: operator.Cashier, Plan: s.planAsk},
		operator.Kind{Name: KindDecide, Needs: operator.Cashier, Plan: s.planDecide},
		operator.Kind{Name: KindDecideAll, Needs: operator.Cashier, Plan: s.planDecideAll},
	)
	return s
}

// Standing is a system of a restored store, with what its lifting rests on.
type Standing struct {
	quarantine.System
	// State is the fingerprint by which a lifting says what was looked at.
	State string
	// Takes: lists of it can be imported. Asks: it gives one by itself. Lists are those that were imported, and Covered says
	// whether they cover the whole span.
	Takes, Asks bool
	Lists       []quarantine.Imported
	Covered     bool
	// OpenCases are lines of its lists that nobody has decided.
	OpenCases int64
}

// Importing reports whether a list of it is being asked for or booked.
func (s Standing) Importing() bool {
	return slices.ContainsFunc(s.Lists, func(l quarantine.Imported) bool { return !l.Done })
}

// Standing returns the systems of the last restoration by name; none if there never was one.
func (s *Service) Standing(ctx context.Context) ([]Standing, error) {
	all, err := s.quarantine.All(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	lists, err := s.quarantine.Imports(ctx, all[0].Since)
	if err != nil {
		return nil, err
	}
	open, err := s.quarantine.OpenCases(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Standing, len(all))
	for n, one := range all {
		list[n] = Standing{
			System: one, State: stateOf(one.Name, one.Since, one.Rests()), Takes: s.quarantine.Takes(one.Name), OpenCases: open[one.Name],
		}
		if list[n].Asks, err = s.quarantine.Asks(ctx, one.Name); err != nil {
			return nil, err
		}
		for _, l := range lists {
			if l.System == one.Name {
				list[n].Lists = append(list[n].Lists, l)
			}
		}
		list[n].Covered = one.Covers(list[n].Lists)
	}
	return list, nil
}

// find returns a system that is in quarantine. NO_DATA: it is not.
func (s *Service) find(ctx context.Context, system string) (quarantine.System, error) {
	all, err := s.quarantine.All(ctx)
	if err != nil {
		return quarantine.System{}, err
	}
	n := slices.IndexFunc(all, func(one quarantine.System) bool { return one.Name == system && one.Rests() })
	if n < 0 {
		return quarantine.System{}, fault.New(fault.NO_DATA, "%s is not in quarantine", system)
	}
	return all[n], nil
}

// still is the fingerprint of a system in quarantine, anew in a transaction.
func (s *Service) still(ctx context.Context, one quarantine.System) func(tx *store.Tx) (string, error) {
	return func(tx *store.Tx) (string, error) {
		rests, err := s.quarantine.RestsTx(ctx, tx, one.Name)
		return stateOf(one.Name, one.Since, rests), err
	}
}

// stateOf is the fingerprint of a system in quarantine.
func stateOf(system string, since time.Time, rests bool) string {
	return operator.Fingerprint(KindLift, system, clock.MicrosOf(since), rests)
}
