package app

import (
	"fmt"
	"strings"

	"krapao/deposit"
	"krapao/internal/app/restored"
	"krapao/internal/bus"
	"krapao/session"
)

// wiring tells an area about another that is built after it, or that it must not know.
type wiring struct {
	// name is the setter that set calls, as Unwired names it.
	name string
	set  func()
}

// wires are all of them. Each is set once, by Build, when all areas are there.
func wires(b base, s areas) []wiring {
	return []wiring{
		{"ledger.OnChange", func() { b.Ledger.OnChange(func(members []string) { b.Bus.Publish(bus.Member, members...) }) }},
		{"session.OnEnd", func() { s.Sessions.OnEnd(sessionEnded(b.Bus)) }},
		{"access.OnSecured", func() { s.Access.OnSecured(s.Games.Accounts.ResetAllTx) }},
		{"access.OnActivated", func() { s.Access.OnActivated(activation{s.Protection}.changedTx) }},
		{"report.OnPlayed", func() { s.Games.Reports.OnPlayed(turnover{s.Play}.playedTx) }},
		{"balance.OnChanged", func() { s.Games.Balances.OnChanged(turnover{s.Play}.changedTx) }},
		{"wallet.SetRules", func() { s.Wallet.SetRules(entry{s.Bonuses, s.Protection}) }},
		{"wallet.AddTotalObservers", func() {
			s.Wallet.AddTotalObservers(invitationsSeen{s.Invitations}, conditionsSeen{s.Bonuses}, unplayed{s.Play, b.Ledger})
		}},
		{"spin.SetBonuses", func() { s.Coins.SetBonuses(coupons{s.Bonuses, s.Campaigns}) }},
		{"deposit.SetLimits", func() { s.Deposits.SetLimits(s.Protection) }},
		{"deposit.Wire", func() {
			s.Deposits.Wire(deposit.Ways{
				Codes: s.Codes, Declarations: s.Declared, Lists: []deposit.Lists{s.Declared, s.Links, s.Codes},
			})
		}},
		{"quarantine.SetBooks", func() {
			s.Quarantine.SetBooks(restored.Books{
				Feeds: s.Feeds, Codes: s.Codes, Payouts: s.Payouts, Withdrawals: s.Withdrawals, Ledger: b.Ledger, Members: s.Members,
				Arrivals: s.Deposits, Accounts: s.Accounts, Days: s.reconciliation, Lost: s.lost(b), Games: s.Games.Accounts,
			}, b.box)
		}},
	}
}

// wired returns an error that names the missing wires.
func wired(b base, s areas) error {
	var missing []string
	for _, area := range []interface{ Unwired() (setters []string) }{
		b.Ledger, s.Sessions, s.Access, s.Games.Reports, s.Games.Balances, s.Wallet, s.Coins, s.Deposits, s.Quarantine,
	} {
		missing = append(missing, area.Unwired()...)
	}
	if len(missing) > 0 {
		return fmt.Errorf("app: a wire between two areas is missing: %s was not called", strings.Join(missing, ", "))
	}
	return nil
}

// sessionEnded hints that sessions ended: live connections close.
func sessionEnded(hints *bus.Bus) func(session.Ended) {
	return func(e session.Ended) {
		switch e.Audience {
		case session.Member:
			hints.Publish(bus.SessionEnded, e.Subject)
		case session.Operator:
			hints.Publish(bus.OperatorLeft, e.Subject)
		}
	}
}
