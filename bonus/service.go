package bonus

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/store"
)

// Deps are what the service is made of; wired in cmd/krapao. Content is applied with a store alone.
type Deps struct {
	Store    *store.Store
	Books    Books
	Totals   Totals
	Known    Known
	Members  Members
	Deposits Deposits
	Play     Play
	Games    Games
	// Outages may be nil: then no span is noted, and nothing is added to expiry.
	Outages Outages
	Log     *slog.Logger
}

// Service is the engine of conditional credits, and the campaigns.
type Service struct {
	Deps

	mu sync.Mutex
	// undoneUpTo is until when this process has looked for matched deposits that were taken back.
	undoneUpTo time.Time
	// tries are those of Finish.
	tries tries
}

// New makes the service. It sees every stable total (SeenTx); Finish, Expire and UndoReversed are its chores.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Deps: d}
}

// reads are the queries outside a transaction.
func (s *Service) reads() *bonusdb.Queries { return bonusdb.New(s.Store.DB()) }

// live is the member's condition that is active or ending; false where there is none.
func live(ctx context.Context, q *bonusdb.Queries, member string) (Condition, bool, error) {
	return found(q.ActiveCondition(ctx, member))
}

// last is the member's newest condition.
func last(ctx context.Context, q *bonusdb.Queries, member string) (Condition, bool, error) {
	return found(q.LastCondition(ctx, member))
}

// found reads a row that there may not be.
func found(row bonusdb.BonusCondition, err error) (Condition, bool, error) {
	if store.NotFound(err) {
		return Condition{}, false, nil
	}
	if err != nil {
		return Condition{}, false, fmt.Errorf("bonus: condition: %w", err)
	}
	c, err := conditionOf(row)
	return c, err == nil, err
}
