package member

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/money"
	"krapao/operator/care"
)

// NamesAsked is how a member's name, or its account's holder, is to be written.
type NamesAsked struct {
	OfMember

	Body NamesBody
}

// NamesBody is what writing a member's names anew asks for.
type NamesBody struct {
	decide.Body

	Name   string `doc:"As the same person writes it; left out: as it is" json:"name,omitempty"   maxLength:"200"`
	Holder string `doc:"Of its bank account; left out: as it is"          json:"holder,omitempty" maxLength:"200"`
}

// HouseLimitAsked is a limit that the house sets for a member.
type HouseLimitAsked struct {
	OfMember

	Body HouseLimitBody
}

// HouseLimitBody is what setting a limit for a member asks for.
type HouseLimitBody struct {
	decide.Body

	Kind   string              `enum:"deposit,loss"                                       json:"kind"`
	Period string              `enum:"day,week,month"                                     json:"period"`
	Amount *wire.OptionalMoney `doc:"null: none any more. A looser one, or none: by two" json:"amount"`
}

// ConditionEnded names the condition to end.
type ConditionEnded struct {
	OfMember

	Condition string `maxLength:"64" path:"condition"`
	Body      decide.Body
}

// registerTwo adds the decisions about a member that take two persons, or may.
func (c *Room) registerTwo(f *httpx.Frame, route func(path, id, needs, summary string) httpx.Route) {
	rename := route("/name", renameMember, "cashier", "Write its name or its holder as the same person does, by two")
	rename.Method = http.MethodPut
	httpx.Register(f, rename, c.handleRename)
	limit := route("/limit", limitMember, "support", "Set a limit of the house's own for it: tighter at once, looser by two")
	limit.Method = http.MethodPut
	httpx.Register(f, limit, c.handleLimit)
	end := route("/condition/{condition}/end", endCondition, "cashier", "End a condition as if it had given it up, by two")
	httpx.Register(f, end, c.handleEndCondition)
	f.Accepts(end.Path, end.Method, "It is proposed: another person approves it")
}

// handleRename answers PUT /api/member/{id}/name.
func (c *Room) handleRename(ctx context.Context, in *NamesAsked) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.Rename, in.ID, in.Body.Body, care.Written{Name: in.Body.Name, Holder: in.Body.Holder})
}

// handleLimit answers PUT /api/member/{id}/limit.
func (c *Room) handleLimit(ctx context.Context, in *HouseLimitAsked) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.SetLimit, in.ID, in.Body.Body, care.Limit{
		Kind: in.Body.Kind, Period: in.Body.Period, Amount: (*money.Amount)(in.Body.Amount),
	})
}

// handleEndCondition answers POST /api/member/{id}/condition/{condition}/end.
func (c *Room) handleEndCondition(ctx context.Context, in *ConditionEnded) (*httpx.Reply[decide.Outcome], error) {
	return c.Decisions.Call(ctx, care.EndCondition, care.OfCondition(in.ID, in.Condition), in.Body, nil)
}
