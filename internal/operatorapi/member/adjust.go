package member

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/money"
	"krapao/operator/adjustment"
)

const adjustMember = "adjustMember"

// AdjustmentAsked is what is booked between a member's wallet and the house.
type AdjustmentAsked struct {
	Body struct {
		decide.Body

		Member string     `json:"member" maxLength:"32"`
		Way    string     `doc:"give: to the member; take: from it" enum:"give,take" json:"way"`
		Amount wire.Money `json:"amount"`
	}
}

// registerAdjustment adds the call (section 6 of the contract).
func (c *Room) registerAdjustment(f *httpx.Frame) {
	httpx.Register(f, decide.Route(httpx.Route{
		Path: "/api/adjustment", ID: adjustMember, Needs: "cashier", Scope: "member:decide",
		Summary: "Move money between a member's wallet and the house, by two",
	}), func(ctx context.Context, in *AdjustmentAsked) (*httpx.Reply[decide.Outcome], error) {
		of := adjustment.Asked{Amount: money.Amount(in.Body.Amount)}
		if in.Body.Way == "take" {
			of.Amount = -of.Amount
		}
		return c.Decisions.Call(ctx, adjustment.Kind, in.Body.Member, in.Body.Body, of)
	})
}
