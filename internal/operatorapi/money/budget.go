package money

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger/budget"
)

// Budgets say how much the accounts of the house may still pay.
type Budgets interface {
	Budgets(ctx context.Context) ([]budget.Budget, error)
}

// HouseBudget is how much an account of the house may still pay.
type HouseBudget struct {
	Account  string     `json:"account"`
	Left     wire.Money `json:"left" doc:"What it may still pay"`
	Floor    wire.Money `json:"floor" doc:"How far it may go: what was set, 0 or less"`
	Alarm    wire.Money `json:"alarm" doc:"Below it, operators are alerted"`
	LowSince *wire.Time `json:"lowSince" nullable:"true" doc:"Since when it has less than that"`
}

// handleBudgets answers GET /api/budget.
func (c *Room) handleBudgets(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]HouseBudget], error) {
	found, err := c.d.Budgets.Budgets(ctx)
	answer := make([]HouseBudget, len(found))
	for n, b := range found {
		answer[n] = HouseBudget{
			string(b.Account), wire.Money(b.Left), wire.Money(b.Floor), wire.Money(b.Alarm), wire.TimeOrNull(b.LowSince),
		}
	}
	return httpx.Answer(answer, err)
}
