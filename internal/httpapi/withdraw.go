package httpapi

import (
	"context"

	"krapao/internal/httpapi/proof"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/money"
	"krapao/wallet"
	"krapao/withdraw"
)

// Withdrawal asks for money to be paid out.
type Withdrawal struct {
	Amount wire.Money `json:"amount"`
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

type withdrawCalls struct {
	withdrawals *withdraw.Service
	identity    *proof.Identity
}

func (c *withdrawCalls) routes(f *httpx.Frame) {
	httpx.Register(f, moneyRoute("withdraw", "withdraw", "Ask for a payout", httpx.Ledgered), c.handleWithdraw)
	httpx.Register(f, moneyRoute("withdrawAll", "withdrawAll", "Empty the games, then ask for a payout", httpx.Keyed),
		c.handleWithdrawAll)
}

// handleWithdraw answers POST /api/wallet/withdraw: it asks for a payout.
func (c *withdrawCalls) handleWithdraw(ctx context.Context, in *httpx.Body[Withdrawal]) (*httpx.Reply[WithdrawalAnswer], error) {
	state := httpx.StateOf(ctx)
	amount := money.Amount(in.Body.Amount)
	r, known, err := c.withdrawals.Replay(ctx, state.Member, amount, state.Operation())
	state.Replayed = state.Replayed || known
	if err == nil && !known {
		r, err = c.request(ctx, state, amount)
	}
	if err == nil {
		c.identity.Withdrew(ctx)
	}
	return httpx.Answer(WithdrawalAnswer{"SUCCESS", string(wallet.InProgress), r.Reference}, err)
}

// request makes a request that was not made before.
func (c *withdrawCalls) request(ctx context.Context, state *httpx.RequestState, amount money.Amount) (withdraw.Receipt, error) {
	if err := c.identity.RecognisedFor(ctx, amount, true); err != nil {
		return withdraw.Receipt{}, err
	}
	return c.withdrawals.RequestNew(ctx, state.Member, amount, state.Operation())
}

// handleWithdrawAll answers POST /api/wallet/withdrawAll: it empties the games, then asks for a payout.
func (c *withdrawCalls) handleWithdrawAll(
	ctx context.Context, in *httpx.Body[Withdrawal],
) (*httpx.Reply[WithdrawalAllAnswer], error) {
	state := httpx.StateOf(ctx)
	if err := c.identity.RecognisedFor(ctx, money.Amount(in.Body.Amount), false); err != nil {
		return nil, err
	}
	r, err := c.withdrawals.RequestAll(ctx, state.Member, money.Amount(in.Body.Amount), state.Operation())
	if err == nil {
		c.identity.Withdrew(ctx)
	}
	return httpx.Answer(WithdrawalAllAnswer{
		Message: "SUCCESS", Status: string(wallet.InProgress), Reference: r.Reference, Failed: append([]string{}, r.Failed...),
	}, err)
}
