package app

import (
	"strings"

	"krapao/chat"
	"krapao/internal/app/backoffice"
	"krapao/internal/app/outside"
	"krapao/internal/argon"
	"krapao/internal/socketio/desk"
	"krapao/operator/identity"
	"krapao/operator/passkey"
)

// openOffice opens what operators decide with.
func openOffice(b base, s areas, pages *desk.Desk) (*backoffice.Office, error) {
	hasher, err := argon.New(b.Argon)
	if err != nil {
		return nil, err
	}
	passkeys, err := passkeysOf(b)
	if err != nil {
		return nil, err
	}
	var chats *chat.Service
	if b.Node.Chat {
		chats = s.Chats
	}
	return backoffice.Open(backoffice.Deps{
		Store: b.Store, Ledger: b.Ledger, Box: b.box, Keys: b.keys, Blobs: b.blobs, Metrics: b.Metrics, Log: b.Log,
		Passkeys: passkeys, Provider: signInBy(b), DemoOperators: b.DemoOperators, MembersAt: b.Node.Members(),
		Hasher: hasher, Limiter: b.limiter(b.counts), Limits: b.limits, Sections: s.sections(),
		Hints: b.Bus, Pages: pages,
		Notices: s.Notices, Whole: chains{b}.whole, Outside: chains{b}.outside, Linked: links{s.Lookup, s.Holders, s.Deposits},
		Sessions: s.Sessions, Members: s.Members, Logins: s.Logins, Access: s.Access, States: s.States,
		Accounts: s.Accounts, Holders: s.Holders, HolderCases: s.HolderCases, Screens: s.Screens,
		Deposits: s.Deposits, Slips: s.Slips, Links: s.Links, Feeds: s.Feeds, Declared: s.Declared,
		Withdrawals: s.Withdrawals, Review: s.Approvals, Payouts: s.Payouts, Brake: s.Brake, Brakes: s.Brakes,
		Credentials: s.Credentials, Quarantine: s.Quarantine, Systems: s.systems, Stands: s.stands,
		Doubts: s.Wallet.Doubts(), Reports: s.Games.Reports, Reconciliation: s.reconciliation,
		Bonuses: s.Bonuses, Campaigns: s.Campaigns, Coins: s.Coins, Games: s.Games.Accounts, Protection: s.Protection, Chats: chats,
		ChatOn: s.Lookup.Chat, Privacy: openPrivacy(b, s), Nodes: backoffice.Nodes{Register: b.node},
	}), nil
}

// passkeysOf are the passkeys of the console's address; nil: it has none.
func passkeysOf(b base) (identity.Passkeys, error) {
	site, err := passkey.At(b.console(), "Krapao")
	if site == nil || err != nil {
		return nil, err
	}
	return site, nil
}

// signInBy is the house's OpenID provider; nil: it has none.
func signInBy(b base) identity.Provider {
	return outside.Provider(b.Outside.OIDC, strings.TrimRight(b.console(), "/")+identity.ProviderBack, b.clients.Measured("oidc"))
}

// console is the console's address; empty: it has none.
func (b base) console() string { return b.Node.Console() }
