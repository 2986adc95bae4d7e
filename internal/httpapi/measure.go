package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
	"krapao/money"
)

// MeasuredMove is a movement to another member's wallet.
type MeasuredMove struct {
	To     string     `json:"to" doc:"A member"`
	Amount wire.Money `json:"amount"`
}

// MeasureMoves adds POST /api/measure/move for bench/ledger: one transfer of the ledger, with everything else that a money call
// passes (authentication, strict input, idempotency, limits, the answer) and no outside call. No program that serves
// members adds it, and the contract does not have it.
func (s *Server) MeasureMoves() {
	httpx.Register(s.Frame, httpx.Route{
		Method: http.MethodPost, Path: "/api/measure/move", ID: "measureMove",
		Summary: "One transfer", Access: httpx.Members, Memory: httpx.Ledgered,
	}, s.handleMeasureMove)
}

// handleMeasureMove answers POST /api/measure/move: one transfer of the ledger.
func (s *Server) handleMeasureMove(ctx context.Context, in *httpx.Body[MeasuredMove]) (*httpx.Reply[TransferAnswer], error) {
	state := httpx.StateOf(ctx)
	r, err := s.parts.Ledger.Move(ctx, ledger.Order{
		Key: state.Operation(), Kind: "measure", Debit: ledger.Wallet(state.Member), Credit: ledger.Wallet(in.Body.To),
		Amount: money.Amount(in.Body.Amount), Member: state.Member, Detail: ledger.Detail{From: "WALLET", To: in.Body.To},
	})
	if err != nil {
		return nil, err
	}
	state.Replayed = r.Replayed
	return httpx.OK(TransferAnswer{"SUCCESS", "SUCCESS", s.parts.Ledger.Reference(r.Transfer.ID)})
}
