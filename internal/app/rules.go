package app

import (
	"time"

	"krapao/bonus"
	"krapao/game"
	"krapao/internal/settle"
	"krapao/invite"
	"krapao/ledger"
	"krapao/protection"
	"krapao/refund"
	"krapao/wallet"
	"krapao/withdraw"
)

// openBonuses opens the conditional credits.
func openBonuses(b base, p people, g gaming, in arrivals) *bonus.Service {
	return bonus.New(bonus.Deps{
		Store: b.Store, Books: b.Ledger, Totals: decisions{g.Wallet}, Known: known{b.Ledger, g.Games.Balances},
		Members: conditionMembers{p.Members}, Deposits: matchable{in.Deposits}, Play: g.Games.play(),
		Games:   bonusGames{g.Games.Catalogue, g.Wallet, reporting(b.Outside.Providers)},
		Outages: outages{g.Games.Catalogue, g.Games.Reports, in.Feeds, in.gateways}, Log: b.Log,
	})
}

// openWorker opens the worker that settles transfers. settleLanes gives it its work.
func openWorker(b base) (*settle.Worker, error) {
	return settle.New(b.Ledger, settle.Settings{
		Clock: b.Clock, CountFrom: b.Store.CountFrom, Log: b.Log,
		Observe: func(kind ledger.Kind, outcome settle.Outcome, _ time.Duration) {
			b.Metrics.Settled(string(kind), string(outcome))
		},
	})
}

// settleLanes tells the worker who settles which kind of transfer.
func settleLanes(w *settle.Worker, money *wallet.Service, withdrawals *withdraw.Service) {
	w.Handle(game.KindIn, money.Doubts().Lane())
	w.Handle(game.KindOut, money.Doubts().Lane())
	w.Handle(withdraw.KindWithdraw, settle.Lane{Handle: withdrawals.Settle, Since: withdrawals.Since})
}

// openWithdrawals opens the withdrawals.
func openWithdrawals(
	b base, p people, g gaming, in arrivals, conditions *bonus.Service, worker *settle.Worker,
) *withdraw.Service {
	return withdraw.New(withdraw.Deps{
		Store: b.Store, Books: b.Ledger, Members: payees{p.Members}, Box: b.box,
		Payout: payoutOf(b.Outside.Payout, b.clients.measured("payout")("payout")),
		Games:  homecoming{g.Wallet}, Totals: totals{g.Wallet}, Proofs: proofs{in.Deposits}, Play: g.Play, Coins: g.Coins,
		Conditions: conditions, Log: b.Log,
		Wake: func() { worker.Wake(withdraw.KindWithdraw) },
	})
}

// openProtection opens what keeps members within their own limits.
func openProtection(
	b base, p people, g gaming, in arrivals, conditions *bonus.Service, withdrawals *withdraw.Service,
) *protection.Service {
	return protection.New(protection.Deps{
		Store: b.Store, Books: b.Ledger, Deposits: in.Deposits, Members: protectedMembers{p.Members, g.Games.Accounts},
		Games: home{g.Games.Visits, g.Wallet, conditions, withdrawals}, Log: b.Log,
	})
}

// openLosses opens the refunds of losses and the invitations.
func openLosses(
	b base, p people, g gaming, in arrivals, conditions *bonus.Service, withdrawals *withdraw.Service,
) (*refund.Service, *invite.Service) {
	linked, life := links{p.Lookup, p.Members, in.Deposits}, lives{in.Deposits, withdrawals, g.Wallet}
	refunds := refund.New(refund.Deps{
		Store: b.Store, Books: b.Ledger, Totals: decisions{g.Wallet}, Known: known{b.Ledger, g.Games.Balances}, Bonuses: conditions,
		Lives: life, Links: linked, Log: b.Log,
	})
	d := invite.Deps{
		Store: b.Store, Books: b.Ledger, Totals: decisions{g.Wallet}, Bonuses: conditions, Lives: life,
		Play: g.Games.play(), Members: inviteMembers{p.Members}, Links: linked, Log: b.Log,
	}
	if b.Demo {
		d.Every = 5 * time.Second
	}
	return refunds, invite.New(d)
}
