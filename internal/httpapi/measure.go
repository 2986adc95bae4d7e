package httpapi

import (
	"context"
	"net/http"

	"krapao/ledger"
	"krapao/money"
)

// MeasuredMove is a movement to another member's wallet.
type MeasuredMove struct {
	To     string `json:"to" doc:"A member"`
	Amount Money  `json:"amount"`
}

// MeasureMoves adds POST /api/measure/move: one transfer of the ledger behind everything that a money call passes
// (authentication, strict input, idempotency, limits, the answer), with no outside call. bench/ledger drives it; no
// program that serves members adds it, and the contract does not have it.
func (s *Server) MeasureMoves() {
	register(s, route{
		method: http.MethodPost, path: "/api/measure/move", id: "measureMove", summary: "One transfer", who: members, memory: ledgered,
	}, s.measureMove)
}

func (s *Server) measureMove(ctx context.Context, in *body[MeasuredMove]) (*reply[TransferAnswer], error) {
	x := exchangeOf(ctx)
	r, err := s.Ledger.Move(ctx, ledger.Order{
		Key: x.operation(), Kind: "measure", Debit: ledger.Wallet(x.member), Credit: ledger.Wallet(in.Body.To),
		Amount: money.Amount(in.Body.Amount), Member: x.member, Detail: ledger.Detail{From: "WALLET", To: in.Body.To},
	})
	if err != nil {
		return nil, err
	}
	x.replayed = r.Replayed
	return ok(TransferAnswer{"SUCCESS", "SUCCESS", s.Ledger.Reference(r.Transfer.ID)})
}
