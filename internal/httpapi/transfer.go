package httpapi

import (
	"context"
	"net/http"

	"krapao/money"
	"krapao/wallet"
)

// Transfer moves money between the wallet and a game, or between games.
type Transfer struct {
	From   string `json:"from" doc:"WALLET or a game code"`
	To     string `json:"to" doc:"WALLET or a game code"`
	Amount Money  `json:"amount"`
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

// TransferAllAnswer tells what moved.
type TransferAllAnswer struct {
	Message   string        `json:"message" enum:"SUCCESS,TRANSFER_PENDING,TRANSFER_FAIL" doc:"TRANSFER_FAIL: no game could be emptied; each leg says why"`
	Status    string        `json:"status" enum:"SUCCESS,IN_PROGRESS,FAILED"`
	Moved     []TransferLeg `json:"moved"`
	Reference string        `json:"reference"`
}

// TransferLeg is one source of a transfer of everything.
type TransferLeg struct {
	From    string `json:"from"`
	Amount  Money  `json:"amount"`
	Status  string `json:"status" enum:"SUCCESS,IN_PROGRESS,FAILED"`
	Message string `json:"message" doc:"A code of the catalogue"`
}

// Withdrawal asks for money to be paid out.
type Withdrawal struct {
	Amount Money `json:"amount"`
}

// WithdrawalAnswer acknowledges a withdrawal: the money has left the spendable balance.
type WithdrawalAnswer struct {
	Message   string `json:"message" enum:"SUCCESS"`
	Status    string `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Reference string `json:"reference"`
}

// WithdrawalAllAnswer acknowledges a withdrawal after the games were emptied.
type WithdrawalAllAnswer struct {
	Message   string   `json:"message" enum:"SUCCESS"`
	Status    string   `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Reference string   `json:"reference"`
	Failed    []string `json:"failed" doc:"Codes of the games that could not be emptied"`
}

func (s *Server) moneyRoutes() {
	post := func(path, id, summary string, m memory) route {
		return route{method: http.MethodPost, path: "/api/wallet/" + path, id: id, summary: summary, who: members, memory: m, money: true}
	}
	register(s, post("transfer", "transfer", "Move money between wallet and game", ledgered), s.transfer)
	s.accepts("/api/wallet/transfer", http.MethodPost, "The provider's answer is not known yet")
	register(s, post("transferAll", "transferAll", "Bring everything to one place", keyed), s.transferAll)
	s.accepts("/api/wallet/transferAll", http.MethodPost, "Some answers are not known yet")
	register(s, post("withdraw", "withdraw", "Ask for a payout", ledgered), s.withdraw)
	register(s, post("withdrawAll", "withdrawAll", "Empty the games, then ask for a payout", keyed), s.withdrawAll)
}

func (s *Server) transfer(ctx context.Context, in *body[Transfer]) (*reply[TransferAnswer], error) {
	x := exchangeOf(ctx)
	if err := s.noteReplay(ctx, x); err != nil {
		return nil, err
	}
	a, err := s.Wallet.Transfer(ctx, x.member, x.operation(), wallet.Request{
		From: in.Body.From, To: in.Body.To, Amount: money.Amount(in.Body.Amount),
	})
	if err != nil {
		return nil, err
	}
	return &reply[TransferAnswer]{
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

// noteReplay marks the answer as not new where the ledger knows the call's key already.
func (s *Server) noteReplay(ctx context.Context, x *exchange) error {
	known, err := s.ledgerKnows(ctx, x)
	if err != nil {
		return err
	}
	x.replayed = x.replayed || known
	return nil
}

func (s *Server) transferAll(ctx context.Context, in *body[TransferAll]) (*reply[TransferAllAnswer], error) {
	x := exchangeOf(ctx)
	g, err := s.Wallet.TransferAll(ctx, x.member, x.operation(), in.Body.To)
	if err != nil {
		return nil, err
	}
	answer := TransferAllAnswer{
		Message: string(g.Code), Status: string(g.Status), Reference: g.Reference, Moved: make([]TransferLeg, len(g.Moved)),
	}
	for i, leg := range g.Moved {
		answer.Moved[i] = TransferLeg{leg.From, Money(leg.Amount), string(leg.Status), string(leg.Code)}
	}
	return &reply[TransferAllAnswer]{Status: movementStatus(g.Status), Body: answer}, nil
}

func (s *Server) withdraw(ctx context.Context, in *body[Withdrawal]) (*reply[WithdrawalAnswer], error) {
	x := exchangeOf(ctx)
	if err := s.noteReplay(ctx, x); err != nil {
		return nil, err
	}
	if err := s.recognisedFor(ctx, money.Amount(in.Body.Amount)); err != nil {
		return nil, err
	}
	r, err := s.Withdrawals.Request(ctx, x.member, money.Amount(in.Body.Amount), x.operation())
	if err == nil {
		s.withdrew(ctx)
	}
	return answered(WithdrawalAnswer{"SUCCESS", string(wallet.InProgress), r.Reference}, err)
}

func (s *Server) withdrawAll(ctx context.Context, in *body[Withdrawal]) (*reply[WithdrawalAllAnswer], error) {
	x := exchangeOf(ctx)
	if err := s.recognisedFor(ctx, money.Amount(in.Body.Amount)); err != nil {
		return nil, err
	}
	r, err := s.Withdrawals.RequestAll(ctx, x.member, money.Amount(in.Body.Amount), x.operation())
	if err == nil {
		s.withdrew(ctx)
	}
	return answered(WithdrawalAllAnswer{
		Message: "SUCCESS", Status: string(wallet.InProgress), Reference: r.Reference, Failed: append([]string{}, r.Failed...),
	}, err)
}
