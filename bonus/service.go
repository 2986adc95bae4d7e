package bonus

import (
	"context"
	"fmt"
	"log/slog"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/store"
)

// Deps are the parts that the service needs, wired in internal/app. Applying content needs only Store and Games.
type Deps struct {
	Store    *store.Store
	Books    Books
	Figures  Figures
	Totals   Totals
	Known    Known
	Members  Members
	Deposits Deposits
	Play     Play
	Games    Games
	// Budgets are those of campaigns.
	Budgets Budgets
	Log     *slog.Logger
}

// Service is the engine of conditional credits: it grants them, and ends their conditions. Jobs ends those that no call ends.
type Service struct {
	Deps
	Records

	under *store.Look[int64]
}

// New makes the service. Every stable total must be passed to ObserveTx.
func New(d Deps) *Service {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Deps: d, Records: Records{d.Store}, under: underLook(d.Store)}
}

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
