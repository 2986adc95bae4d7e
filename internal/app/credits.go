package app

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/bonus/outage"
	"krapao/internal/app/outside"
	"krapao/internal/store"
	"krapao/money"
)

// credits are the conditional credits: the engine with its jobs, what the house offers, and the outages that conditions wait for.
type credits struct {
	Bonuses    *bonus.Service
	Campaigns  *campaign.Service
	conditions *bonus.Jobs
	outages    outage.Log
}

func openCredits(b base, p people, g gaming, in arrivals) credits {
	conditions := bonus.New(bonus.Deps{
		Store: b.Store, Books: b.Ledger, Totals: decisions{g.Wallet}, Known: known{b.figures(), g.Games.Balances},
		Figures: b.figures(), Members: conditionMembers{p.States}, Deposits: matchable{in.Deposits}, Play: g.Games.play(),
		Games:   bonusGames{g.Games.Catalogue, g.Wallet, outside.Reporting(b.Outside.Providers)},
		Budgets: campaign.Budgets{}, Log: b.Log,
	})
	return credits{
		Bonuses: conditions, Campaigns: campaign.New(b.Store, conditions), conditions: bonus.NewJobs(conditions),
		outages: outage.Log{Store: b.Store, Subjects: unusable{g.Games.Catalogue, g.Games.Reports, in.Feeds, in.gateways}},
	}
}

// coupons grant the prizes of the wheel.
type coupons struct {
	bonuses   *bonus.Service
	campaigns *campaign.Service
}

// GrantTx implements spin.Bonuses.
func (c coupons) GrantTx(ctx context.Context, tx *store.Tx, credit bonus.Credit, t bonus.Total) (bonus.Condition, error) {
	return c.bonuses.GrantTx(ctx, tx, credit, t)
}

// PrizeTx implements spin.Prizes.
func (c coupons) PrizeTx(ctx context.Context, tx *store.Tx, code string) (money.Amount, bonus.Terms, bool, error) {
	return c.campaigns.PrizeTx(ctx, tx, code)
}
