package app

import (
	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/accounts"
	"krapao/game"
	"krapao/game/account"
	"krapao/game/catalogue"
	"krapao/internal/app/outside"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/invite"
	"krapao/ledger/budget"
	"krapao/lookup"
	"krapao/protection"
	"krapao/refund"
	"krapao/spin"
	"krapao/withdraw"
)

// Sections are all sections of a content document, in the order in which they are applied: a later one may refer to an
// earlier one. Providers are the configured ones: which of them report play is known by them. For a provider that is not
// configured, its family decides.
func Sections(s *store.Store, providers map[string]config.Provider) []content.Section {
	games := catalogue.New(s, game.NewProviders(nil, game.Timeouts{}), account.FactorsTx)
	bonuses := bonus.New(bonus.Deps{Store: s, Games: bonusGames{catalogue: games, reports: outside.Reporting(providers)}})
	deposits, withdrawals := deposit.New(deposit.Deps{Store: s}), withdraw.New(withdraw.Deps{Store: s})
	return sectionsOf(lookup.New(s, lookup.Options{}), games, deposits, withdrawals, campaign.New(s, bonuses))
}

// sections are those of running areas.
func (s areas) sections() []content.Section {
	return sectionsOf(s.Lookup, s.Games.Catalogue, s.Deposits, s.Withdrawals, s.Campaigns)
}

func sectionsOf(
	l *lookup.Service, g *catalogue.Service, d *deposit.Service, w *withdraw.Service, b *campaign.Service,
) []content.Section {
	return append(l.Sections(),
		content.Section{Name: "games", Apply: g.Apply},
		content.Section{Name: "depositAccounts", Apply: accounts.Apply},
		content.Section{Name: "deposit", Apply: d.ApplySettings},
		content.Section{Name: "withdraw", Apply: w.Apply},
		content.Section{Name: "coins", Apply: spin.ApplySettings},
		content.Section{Name: "protection", Apply: protection.ApplySettings},
		content.Section{Name: "budgets", Apply: budget.Apply},
		content.Section{Name: "bonus", Apply: b.ApplyBonuses},
		content.Section{Name: "promotions", Apply: b.ApplyPromotions},
		content.Section{Name: "refund", Apply: refund.ApplySettings(b.Conditions.CheckTermsTx)},
		content.Section{Name: "invite", Apply: invite.ApplySettings(b.Conditions.CheckTermsTx)},
		content.Section{Name: "wheel", Apply: spin.ApplyWheel(b, b.Conditions.CheckTermsTx)},
		content.Section{Name: "chat", Apply: chat.ApplySettings},
	)
}
