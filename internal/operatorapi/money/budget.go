package money

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/ledger/budget"
	"krapao/money"
	"krapao/operator/offer"
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

// budgets adds what chiefs decide about budgets.
func (c *Room) budgets(f *httpx.Frame) {
	route := func(path, id, summary string) httpx.Route {
		rt := decide.Route(httpx.Route{Path: "/api" + path, ID: id, Needs: "chief", Scope: "money:decide", Summary: summary})
		rt.Method = http.MethodPut
		return rt
	}
	httpx.Register(f, route("/budget/{account}", "setBudget",
		"Two chiefs say what an account of the house may still pay. INVALID_INPUT: it has no budget"), c.handleSetBudget)
	httpx.Register(f, route("/budget/{account}/alarm", "setBudgetAlarm",
		"Say below which amount operators are alerted. INVALID_INPUT: it has no budget"), c.handleSetAlarm)
}

// OfBudget names an account of the house.
type OfBudget struct {
	Account string `maxLength:"64" path:"account"`
}

type budgetDecides[T any] struct {
	OfBudget

	Body T
}

// NewBudget is how much an account may still pay.
type NewBudget struct {
	decide.Body

	Left wire.Money `json:"left"`
}

// handleSetBudget answers PUT /api/budget/{account}.
func (c *Room) handleSetBudget(ctx context.Context, in *budgetDecides[NewBudget]) (*httpx.Reply[decide.Outcome], error) {
	return c.d.Decisions.Call(ctx, offer.SetBudget, in.Account, in.Body.Body, offer.UpTo{Left: money.Amount(in.Body.Left)})
}

// NewBudgetAlarm is below which amount operators are alerted.
type NewBudgetAlarm struct {
	decide.Body

	Alarm wire.Money `json:"alarm"`
}

// handleSetAlarm answers PUT /api/budget/{account}/alarm.
func (c *Room) handleSetAlarm(ctx context.Context, in *budgetDecides[NewBudgetAlarm]) (*httpx.Reply[decide.Outcome], error) {
	return c.d.Decisions.Call(ctx, offer.SetAlarm, in.Account, in.Body.Body, offer.Below{Alarm: money.Amount(in.Body.Alarm)})
}
