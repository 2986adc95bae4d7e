package app

import (
	"context"
	"encoding/json"

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
	"krapao/operator/queue"
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
	type apply = func(context.Context, *store.Tx, json.RawMessage) ([]string, error)
	section := func(name string, apply apply, now content.Current) content.Section {
		return content.Section{Name: name, Apply: apply, Current: now}
	}
	closes := func(s content.Section, closes content.Close) content.Section {
		s.Close = closes
		return s
	}
	terms := b.Conditions.CheckTermsTx
	return described(append(l.Sections(),
		closes(section("games", g.Apply, catalogue.Current), catalogue.Close),
		closes(section("depositAccounts", accounts.Apply, accounts.Current), accounts.Close),
		section("deposit", d.ApplySettings, deposit.CurrentSettings),
		section("withdraw", w.Apply, withdraw.CurrentSettings),
		section("coins", spin.ApplySettings, spin.CurrentSettings),
		section("protection", protection.ApplySettings, protection.CurrentSettings),
		section("budgets", budget.Apply, budget.Current),
		closes(section("bonus", b.ApplyBonuses, campaign.CurrentBonuses), campaign.Close(bonus.SourceBonus)),
		closes(section("promotions", b.ApplyPromotions, campaign.CurrentPromotions), campaign.Close(bonus.SourcePromotion)),
		section("refund", refund.ApplySettings(terms), refund.CurrentSettings),
		section("invite", invite.ApplySettings(terms), invite.CurrentSettings),
		closes(section("wheel", spin.ApplyWheel(b, terms), spin.CurrentWheel), spin.Close),
		section("chat", chat.ApplySettings, chat.CurrentSettings),
		section("promises", queue.ApplyPromises, queue.CurrentPromises),
	))
}

// described says of each section what it is about.
func described(all []content.Section) []content.Section {
	for n := range all {
		all[n].Doc = about[all[n].Name]
	}
	return all
}

// about are the sections' words, for the list of settings.
var about = map[string]string{
	"banks":           "The banks that members may have accounts at",
	"sources":         "How members may say that they came to the house",
	"texts":           "The house's own texts in the member app",
	"info":            "The house's name, its pictures and its notices",
	"contact":         "How members reach the house",
	"howto":           "The pages that tell members how things are done",
	"settings":        "What the member app shows and asks",
	"links":           "Links in the member app",
	"games":           "The games and their providers' rules",
	"depositAccounts": "The house's accounts that members pay to",
	"deposit":         "The limits and times of deposits",
	"withdraw":        "The limits of withdrawals, and what sends them to review",
	"coins":           "When members get coins for the wheel",
	"protection":      "Members' limits, breaks and self-exclusions",
	"budgets":         "How much each account of the house may still pay, and its alarms",
	"bonus":           "The bonuses, with their conditions",
	"promotions":      "The promotion codes, with their conditions",
	"refund":          "What members get back of what they lost",
	"invite":          "What inviters get of what their invitees lost",
	"wheel":           "The wheel: its slices, their weights and their prizes",
	"chat":            "The rules of the chat, its hours and its limits",
	"promises":        "How long each kind of thing may wait for a person",
}
