package waiting

import (
	"context"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/decide"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/gamecase"
)

func (c *Room) cases(f *httpx.Frame) {
	opens(c, f, "/case/{id}", "getCase", "A difference with a provider, or a transfer whose outcome nobody knows",
		operator.ItemCase, func(in *OfThing) string { return in.ID })
	for id, command := range map[string]string{"caseMoved": "moved", "caseNotMoved": "not-moved", "closeCase": "close"} {
		decides(f, id, func(ctx context.Context, in *aboutThing) (*httpx.Reply[decide.Outcome], error) {
			kind, err := c.rooms.Cases.KindOf(ctx, in.ID, command)
			if err != nil {
				return nil, err
			}
			return c.decisions.Call(ctx, kind, in.ID, in.Body, nil)
		})
	}
	decides(f, "bookCase", func(ctx context.Context, in *booksCase) (*httpx.Reply[decide.Outcome], error) {
		request := gamecase.BookedCase{Amount: money.Amount(in.Body.Amount)}
		return c.decisions.Call(ctx, "case.booked", in.ID, in.Body.Body, request)
	})
}

// BookBody is what booking a case asks for.
type BookBody struct {
	decide.Body

	Amount wire.Money `doc:"Of the difference; which way it is booked, the case says" json:"amount"`
}

type booksCase struct {
	OfThing

	Body BookBody
}

// OfDebtor names the member of a call that owes something.
type OfDebtor struct {
	Member string `maxLength:"32" path:"member"`
}

// LessenBody is what lessening a debt asks for.
type LessenBody struct {
	decide.Body

	Amount wire.Money `json:"amount"`
}

type lessens struct {
	OfDebtor

	Body LessenBody
}

func (c *Room) receivables(f *httpx.Frame) {
	opens(c, f, "/receivable/{member}", "getReceivable", "What a member owes after a reversal",
		operator.ItemReceivable, func(in *OfDebtor) string { return in.Member })
	for id, kind := range map[string]string{"repayReceivable": "receivable.repay", "writeOffReceivable": "receivable.write-off"} {
		decides(f, id, func(ctx context.Context, in *lessens) (*httpx.Reply[decide.Outcome], error) {
			request, err := c.rooms.Receivables.Request(ctx, in.Member, money.Amount(in.Body.Amount))
			if err != nil {
				return nil, err
			}
			return c.decisions.Call(ctx, kind, in.Member, in.Body.Body, request)
		})
	}
}
