package waiting

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/withdrawal"
)

// OfWithdrawal names the withdrawal of a call.
type OfWithdrawal struct {
	Reference string `maxLength:"32" path:"reference"`
}

type aboutWithdrawal struct {
	OfWithdrawal

	Body decide.Body
}

type paysWithdrawal struct {
	OfWithdrawal

	Body PaidBody
}

// PaidBody is what booking a withdrawal as paid asks for.
type PaidBody struct {
	decide.Body

	Outside string `doc:"The bank's own reference of the payment" json:"outside" maxLength:"100"`
}

type reducesWithdrawal struct {
	OfWithdrawal

	Body ReduceBody
}

// ReduceBody is what reducing a withdrawal asks for.
type ReduceBody struct {
	decide.Body

	Amount wire.Money `doc:"What it becomes: less than it is, and a baht at least" json:"amount"`
}

func (c *Room) withdrawals(f *httpx.Frame) {
	opens(c, f, "/withdrawal/{reference}", "getWithdrawal",
		"A withdrawal with all that a person looks at before it decides; from then on a person decides it, and not the product",
		operator.ItemWithdrawal, func(in *OfWithdrawal) string { return in.Reference })
	for id, kind := range map[string]string{"approveWithdrawal": "withdrawal.approve", "returnWithdrawal": "withdrawal.return"} {
		decides(f, id, func(ctx context.Context, in *aboutWithdrawal) (*httpx.Reply[decide.Outcome], error) {
			return c.decisions.Call(ctx, kind, in.Reference, in.Body, nil)
		})
	}
	decides(f, "reduceWithdrawal", func(ctx context.Context, in *reducesWithdrawal) (*httpx.Reply[decide.Outcome], error) {
		request := withdrawal.Reduced{Amount: money.Amount(in.Body.Amount)}
		return c.decisions.Call(ctx, "withdrawal.reduce", in.Reference, in.Body.Body, request)
	})
	decides(f, "paidWithdrawal", func(ctx context.Context, in *paysWithdrawal) (*httpx.Reply[decide.Outcome], error) {
		request := struct {
			Outside string `json:"outside"`
		}{in.Body.Outside}
		return c.decisions.Call(ctx, "withdrawal.paid", in.Reference, in.Body.Body, request)
	})
}
