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

// Deps are the parts that the service needs, wired in internal/app. Applying content needs only Store and Games.
type Deps struct {
	Store    *store.Store
	Books    Books
	Totals   Totals
	Known    Known
	Members  Members
	Deposits Deposits
	Play     Play
	Games    Games
	// Outages may be nil: then no outages are recorded.
	Outages Outages
	Log     *slog.Logger
}

// Service is the engine of conditional credits, and the campaigns.
type Service struct {
	Deps

	mu sync.Mutex
	// undoneUpTo is the time up to which this process has looked for matched deposits that were taken back.
	undoneUpTo time.Time
	// retries limits how often Finish tries each condition.
	retries retries
}

// New makes the service. Every stable total must be passed to ObserveTx. Finish, Expire, UndoReversed and NoteOutages are its
// periodic jobs.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Deps: d}
}

// reads returns the queries outside a transaction.
func (s *Service) reads() *bonusdb.Queries { return bonusdb.New(s.Store.DB()) }

// live returns the member's condition that is active or ending; false if there is none.
func live(ctx context.Context, q *bonusdb.Queries, member string) (Condition, bool, error) {
	return found(q.ActiveCondition(ctx, member))
}

// newest returns the member's newest condition; false if there never was one.
func newest(ctx context.Context, q *bonusdb.Queries, member string) (Condition, bool, error) {
	return found(q.LastCondition(ctx, member))
}

// found reads the result of a query for one condition; false if there is no row.
func found(row bonusdb.BonusCondition, err error) (Condition, bool, error) {
	if store.NotFound(err) {
		return Condition{}, false, nil
	}
	if err != nil {
		return Condition{}, false, fmt.Errorf("bonus: read a condition: %w", err)
	}
	c, err := conditionOf(row)
	return c, err == nil, err
}
