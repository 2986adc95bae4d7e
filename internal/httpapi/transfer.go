package httpapi

import (
	"context"
	"net/http"
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
	Message   string        `json:"message" enum:"SUCCESS,TRANSFER_PENDING"`
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
		return route{method: http.MethodPost, path: "/api/wallet/" + path, id: id, summary: summary, who: members, memory: m}
	}
	register(s, post("transfer", "transfer", "Move money between wallet and game", ledgered), s.transfer)
	s.also("/api/wallet/transfer", http.MethodPost, "202", "The provider's answer is not known yet")
	register(s, post("transferAll", "transferAll", "Bring everything to one place", keyed), s.transferAll)
	s.also("/api/wallet/transferAll", http.MethodPost, "202", "Some answers are not known yet")
	register(s, post("withdraw", "withdraw", "Ask for a payout", ledgered), s.withdraw)
	register(s, post("withdrawAll", "withdrawAll", "Empty the games, then ask for a payout", keyed), s.withdrawAll)
}

func (s *Server) transfer(context.Context, *body[Transfer]) (*reply[TransferAnswer], error) {
	return nil, errNotWired
}

func (s *Server) transferAll(context.Context, *body[TransferAll]) (*reply[TransferAllAnswer], error) {
	return nil, errNotWired
}

func (s *Server) withdraw(context.Context, *body[Withdrawal]) (*reply[WithdrawalAnswer], error) {
	return nil, errNotWired
}

func (s *Server) withdrawAll(context.Context, *body[Withdrawal]) (*reply[WithdrawalAllAnswer], error) {
	return nil, errNotWired
}
