package app

import "krapao/internal/app/figure"

// figures registers the figures that operators see.
func (a *App) figures() {
	figure.Parts{
		Metrics: a.Metrics, Version: a.Version,
		Store: a.Store, Node: a.node, Ledger: a.Ledger, Live: a.Live, Worker: a.worker, Times: a.clients.Times,
		Heads: a.heads, Witnesses: a.Witnesses,
		HolderCases: a.HolderCases, Deposits: a.Deposits, Feeds: a.Feeds, Slips: a.Slips, Withdrawals: a.Withdrawals,
		Games: a.Games.Providers, Reports: a.Games.Reports, Doubts: a.Wallet.Doubts(), Days: a.reconciliation,
		Bonuses: a.Bonuses, Campaigns: a.Campaigns, Coins: a.Coins, Protection: a.Protection, Chats: a.Chats, Notices: a.Notices,
		Quarantine: a.Quarantine, Liabilities: a.office.Liabilities(),
	}.Register()
}
