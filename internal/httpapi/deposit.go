package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
)

// DepositTransfer is money that a member put in, and its state.
type DepositTransfer struct {
	Reference string     `json:"reference"`
	Kind      string     `json:"kind" enum:"declared,truelink,qr"`
	Amount    wire.Money `json:"amount" doc:"0 where it is not known"`
	Status    string     `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Note      *string    `json:"note" doc:"A reason code: why it failed, or why what came can't be spent yet"`
	CreatedAt wire.Time  `json:"createdAt"`
	LapsesAt  *wire.Time `json:"lapsesAt" nullable:"true" doc:"Until when a declared transfer waits"`
}

// DepositTransfers are the open ones and those that ended in the last 72 hours: the newest first, at most 20.
type DepositTransfers struct {
	Transfers []DepositTransfer `json:"transfers"`
}

// HeldMoney is an arrival that is the member's, and can't be spent yet.
type HeldMoney struct {
	Reference string     `json:"reference"`
	Amount    wire.Money `json:"amount"`
	From      string     `json:"from" doc:"As in the statement"`
	Reason    string     `json:"reason" doc:"NOT_MATCH: another payer; LIMIT_REACHED: over the limit of payments that name nobody"`
	CreatedAt wire.Time  `json:"createdAt"`
}

type depositCalls struct {
	deposits *deposit.Service
}

func (c *depositCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/wallet/add", ID: "listTransfers",
		Summary: "Where the member's declared transfers, wallet links and held payments stand", Access: httpx.Members,
	}, c.handleTransfers)
}

// handleTransfers answers GET /api/wallet/add: the state of the member's declared transfers, wallet links and QR orders.
func (c *depositCalls) handleTransfers(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[DepositTransfers], error) {
	found, err := c.deposits.Transfers(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	list := DepositTransfers{Transfers: make([]DepositTransfer, len(found))}
	for i, t := range found {
		list.Transfers[i] = transferOf(t)
	}
	return httpx.OK(list)
}

func transferOf(t deposit.Transfer) DepositTransfer {
	return DepositTransfer{
		Reference: t.Reference, Kind: string(t.Kind), Amount: wire.Money(t.Amount), Status: string(t.Progress),
		Note: wire.TextOrNull(string(t.Note)), CreatedAt: wire.Time(t.CreatedAt), LapsesAt: wire.TimeOrNull(t.LapsesAt),
	}
}

// holdsOf lists the arrivals that a member's held money consists of. Content is the version of the operator's content.
func holdsOf(ctx context.Context, deposits *deposit.Service, member string, content int64) ([]HeldMoney, error) {
	found, err := deposits.HeldMoney(ctx, member)
	if err != nil {
		return nil, err
	}
	place, err := deposits.PlacesAt(ctx, content)
	if err != nil {
		return nil, err
	}
	list := make([]HeldMoney, len(found))
	for i, h := range found {
		list[i] = HeldMoney{
			Reference: h.ID, Amount: wire.Money(h.Amount), From: place(h.Account), Reason: string(h.Reason),
			CreatedAt: wire.Time(h.SeenAt),
		}
	}
	return list, nil
}
