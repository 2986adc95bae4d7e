package app

import (
	"time"

	"krapao/bonus"
	"krapao/game"
	"krapao/internal/settle"
	"krapao/invite"
	"krapao/ledger"
	"krapao/protection"
	"krapao/quarantine"
	"krapao/refund"
	"krapao/wallet"
	"krapao/withdraw"
)

// openWorker opens the worker that settles transfers. settleLanes gives it its work.
func openWorker(b base) (*settle.Worker, error) {
	return settle.New(b.Ledger, settle.Settings{
		Clock: b.Clock, CountFrom: b.Store.CountFrom, Rest: b.Store.Rest, Log: b.Log,
		Observe: func(kind ledger.Kind, outcome settle.Outcome, _ time.Duration) {
			b.Metrics.Settled(string(kind), string(outcome))
		},
	})
}

// settleLanes tells the worker who settles which kind of transfer.
func settleLanes(w *settle.Worker, money *wallet.Service, out withdraw.Settler, q *quarantine.Service) {
	w.Handle(game.KindIn, restingLane(q, providerOf, money.Doubts().Lane()))
	w.Handle(game.KindOut, restingLane(q, providerOf, money.Doubts().Lane()))
	w.Handle(withdraw.KindWithdraw, restingLane(q, payoutsOf, settle.Lane{Handle: out.Settle, Since: out.Since}))
}

// openProtection opens what keeps members within their own limits.
func openProtection(
	b base, p people, g gaming, in arrivals, conditions *bonus.Service, withdrawals *withdraw.Service,
) *protection.Service {
	return protection.New(protection.Deps{
		Store: b.Store, Books: b.figures(), Deposits: in.Deposits, Members: protectedMembers{p.States, g.Games.Accounts},
		Games: home{g.Games.Visits, g.Wallet, conditions, withdrawals}, Log: b.Log,
	})
}

// openLosses opens the refunds of losses and the invitations.
func openLosses(
	b base, p people, g gaming, in arrivals, conditions *bonus.Service, withdrawals *withdraw.Service,
) (*refund.Service, *invite.Service) {
	linked, life := links{p.Lookup, p.Holders, in.Deposits}, lives{in.Deposits, withdrawals, g.Wallet}
	refunds := refund.New(refund.Deps{
		Store: b.Store, Books: b.Ledger, Totals: decisions{g.Wallet}, Known: known{b.figures(), g.Games.Balances}, Bonuses: conditions,
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
