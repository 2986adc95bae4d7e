package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit/declared"
	"krapao/money"
	"krapao/wallet"
)

// DeclaredTransfer is a bank transfer that a member says it made.
type DeclaredTransfer struct {
	Amount Money `json:"amount"`
}

// DeclaredTransferAnswer acknowledges it. It credits nothing: SUCCESS means that the money has arrived.
type DeclaredTransferAnswer struct {
	Message   string `json:"message" enum:"SUCCESS"`
	Status    string `json:"status" enum:"IN_PROGRESS,SUCCESS"`
	Reference string `json:"reference"`
}

func (s *Server) addRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/wallet/add", id: "declareTransfer",
		summary: "Declare a bank transfer; it credits nothing by itself", who: members, memory: keyed,
	}, s.declareTransfer)
}

func (s *Server) declareTransfer(ctx context.Context, in *body[DeclaredTransfer]) (*reply[DeclaredTransferAnswer], error) {
	x := exchangeOf(ctx)
	d, err := s.Declared.Declare(ctx, x.member, money.Amount(in.Body.Amount), x.operation())
	status := wallet.InProgress
	if d.State == declared.Matched {
		status = wallet.Success
	}
	return answered(DeclaredTransferAnswer{"SUCCESS", string(status), d.Reference}, err)
}
