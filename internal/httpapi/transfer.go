package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/money"
	"krapao/wallet"
)

// Transfer moves money between the wallet and a game, or between games.
type Transfer struct {
	From   string     `json:"from" doc:"WALLET or a game code"`
	To     string     `json:"to" doc:"WALLET or a game code"`
	Amount wire.Money `json:"amount"`
}

// TransferAnswer is a movement's state; IN_PROGRESS where the provider's answer is not known yet.
type TransferAnswer struct {
	Message   string `json:"message" enum:"SUCCESS,TRANSFER_PENDING"`
	Status    string `json:"status" enum:"SUCCESS,IN_PROGRESS"`
	Reference string `json:"reference"`
}

// TransferAll brings everything to one place.
type TransferAll struct {
	To string `json:"to" doc:"WALLET or a game code"`
}

// TransferAllAnswer says what moved.
type TransferAllAnswer struct {
	Message   string        `json:"message" enum:"SUCCESS,TRANSFER_PENDING,TRANSFER_FAIL" doc:"TRANSFER_FAIL: no game could be emptied; each leg says why"`
	Status    string        `json:"status" enum:"SUCCESS,IN_PROGRESS,FAILED"`
	Moved     []TransferLeg `json:"moved"`
	Reference string        `json:"reference"`
}

// TransferLeg is one source of a transfer of everything.
type TransferLeg struct {
	From    string     `json:"from"`
	Amount  wire.Money `json:"amount"`
	Status  string     `json:"status" enum:"SUCCESS,IN_PROGRESS,FAILED"`
	Message string     `json:"message" doc:"A code of the catalogue"`
}

type transferCalls struct {
	wallet *wallet.Service
}

// moneyRoute is the route of a call that moves money out of the wallet or the games.
func moneyRoute(path, id, summary string, m httpx.Memory) httpx.Route {
	return httpx.Route{
		Method: http.MethodPost, Path: "/api/wallet/" + path, ID: id,
		Summary: summary, Access: httpx.Members, Memory: m, Money: true,
	}
}

func (c *transferCalls) routes(f *httpx.Frame) {
	httpx.Register(f, moneyRoute("transfer", "transfer", "Move money between wallet and game", httpx.Ledgered), c.handleTransfer)
	f.Accepts("/api/wallet/transfer", http.MethodPost, "The provider's answer is not known yet")
	httpx.Register(f, moneyRoute("transferAll", "transferAll", "Bring everything to one place", httpx.Keyed), c.handleTransferAll)
	f.Accepts("/api/wallet/transferAll", http.MethodPost, "Some answers are not known yet")
}

// handleTransfer answers POST /api/wallet/transfer: it moves money between the wallet and a game.
func (c *transferCalls) handleTransfer(ctx context.Context, in *httpx.Body[Transfer]) (*httpx.Reply[TransferAnswer], error) {
	state := httpx.StateOf(ctx)
	a, err := c.wallet.Transfer(ctx, state.Member, state.Operation(), wallet.Request{
		From: in.Body.From, To: in.Body.To, Amount: money.Amount(in.Body.Amount),
	})
	state.Replayed = state.Replayed || a.Replayed
	if err != nil {
		return nil, err
	}
	return &httpx.Reply[TransferAnswer]{
		Status: movementStatus(a.Status), Body: TransferAnswer{string(a.Code), string(a.Status), a.Reference},
	}, nil
}

// movementStatus is 202 where the provider's answer is not known.
func movementStatus(s wallet.Status) int {
	if s == wallet.InProgress {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// handleTransferAll answers POST /api/wallet/transferAll: it brings everything to one place.
func (c *transferCalls) handleTransferAll(
	ctx context.Context, in *httpx.Body[TransferAll],
) (*httpx.Reply[TransferAllAnswer], error) {
	state := httpx.StateOf(ctx)
	g, err := c.wallet.TransferAll(ctx, state.Member, state.Operation(), in.Body.To)
	if err != nil {
		return nil, err
	}
	answer := TransferAllAnswer{
		Message: string(g.Code), Status: string(g.Status), Reference: g.Reference, Moved: make([]TransferLeg, len(g.Moved)),
	}
	for i, leg := range g.Moved {
		answer.Moved[i] = TransferLeg{leg.From, wire.Money(leg.Amount), string(leg.Status), string(leg.Code)}
	}
	return &httpx.Reply[TransferAllAnswer]{Status: movementStatus(g.Status), Body: answer}, nil
}
