package main

import (
	"context"
)

// transfer moves a stake into the member's game, or back to the wallet where it is there already.
func transfer(_ context.Context, h *hand) error { return h.transfer(h.next()) }

func (h *hand) transfer(p *person) error {
	from, to := "WALLET", p.game
	if p.inGame {
		from, to = to, from
	}
	if err := h.post(p, "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": stakeBaht}, nil); err != nil {
		return err
	}
	p.inGame = !p.inGame
	return nil
}

// withdraw asks for a payout. The bank pays it in the background.
func withdraw(_ context.Context, h *hand) error {
	p, err := h.nextThat(mayWithdraw)
	if err != nil {
		return err
	}
	return h.withdraw(p)
}

func mayWithdraw(p *person) bool { return p.payouts < payoutsPerDay }

func (h *hand) withdraw(p *person) error {
	p.payouts++
	return h.post(p, "/api/wallet/withdraw", map[string]any{"amount": withdrawBaht}, nil)
}
