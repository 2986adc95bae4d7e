package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit/declared"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/money"
	"krapao/wallet"
)

// DeclaredTransfer is a bank transfer that a member says it made.
type DeclaredTransfer struct {
	Amount wire.Money `json:"amount"`
}

// DeclaredTransferAnswer acknowledges it. It credits nothing: SUCCESS means that the money has arrived.
type DeclaredTransferAnswer struct {
	Message   string `json:"message" enum:"SUCCESS"`
	Status    string `json:"status" enum:"IN_PROGRESS,SUCCESS"`
	Reference string `json:"reference"`
}

type declaredCalls struct {
	declared *declared.Service
}

func (c *declaredCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/wallet/add", ID: "declareTransfer",
		Summary: "Declare a bank transfer; it credits nothing by itself", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleDeclareTransfer)
}

// handleDeclareTransfer answers POST /api/wallet/add: it declares a bank transfer, which credits nothing by itself.
func (c *declaredCalls) handleDeclareTransfer(
	ctx context.Context, in *httpx.Body[DeclaredTransfer],
) (*httpx.Reply[DeclaredTransferAnswer], error) {
	state := httpx.StateOf(ctx)
	d, err := c.declared.Declare(ctx, state.Member, money.Amount(in.Body.Amount), state.Operation())
	status := wallet.InProgress
	if d.State == declared.Matched {
		status = wallet.Success
	}
	return httpx.Answer(DeclaredTransferAnswer{"SUCCESS", string(status), d.Reference}, err)
}
