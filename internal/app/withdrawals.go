package app

import (
	"krapao/bonus"
	"krapao/internal/app/outside"
	"krapao/internal/settle"
	"krapao/operator/flag"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/payout"
)

// withdrawals are where money goes out: what members asked for, who approves it, and the bank that pays it.
type withdrawals struct {
	Withdrawals *withdraw.Service
	Approvals   *approval.Service
	Payouts     *payout.Service
}

func openWithdrawals(
	b base, still stops, p people, g gaming, in arrivals, conditions *bonus.Service, worker *settle.Worker,
) withdrawals {
	wake := func() { worker.Wake(withdraw.KindWithdraw) }
	bank := outside.Payout(b.Outside.Payout, b.clients.Measured("payout")("payout"))
	requests := withdraw.New(withdraw.Deps{
		Store: b.Store, Books: b.Ledger, Members: payees{p.Members}, Box: b.box, Games: homecoming{g.Wallet},
		Conditions: conditions, Coins: g.Coins, Wake: wake,
	})
	approvals := approval.New(approval.Deps{
		Store: b.Store, Books: b.Ledger, Members: payees{p.Members}, Names: bank, Brake: still.Brake, Stops: still.Brakes,
		Box: b.box, Settings: requests.Settings, Totals: totals{g.Wallet}, Proofs: proofs{in.Deposits}, Play: g.Play, Wake: wake,
		Log:     b.Log,
		Links:   mayBeOne{links{p.Lookup, p.Holders, in.Deposits}, p.Logins, p.Sessions},
		Flags:   flag.New(b.Store),
		Callout: outside.Callout(b.Outside.Callout, b.clients.Measured("callout")),
	})
	payouts := payout.New(payout.Deps{
		Store: b.Store, Books: b.Ledger, Bank: bank, Brake: still.Brake, Stops: still.Brakes, Box: b.box, Log: b.Log,
	})
	return withdrawals{Withdrawals: requests, Approvals: approvals, Payouts: payouts}
}

// settler takes withdrawals from their request to their end.
func (w withdrawals) settler(b base) withdraw.Settler {
	return withdraw.Settler{Store: b.Store, Approval: w.Approvals, Payouts: w.Payouts}
}
