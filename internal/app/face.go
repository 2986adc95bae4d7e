package app

import (
	"context"
	"fmt"

	"krapao/internal/app/backoffice"
	"krapao/internal/bus"
	"krapao/internal/httpapi"
	"krapao/internal/httpx/peer"
	"krapao/internal/operatorapi"
	"krapao/internal/ratelimit"
	"krapao/internal/socketio"
	"krapao/internal/socketio/desk"
	"krapao/internal/socketio/live"
	"krapao/internal/witness"
	"krapao/lookup"
	"krapao/money"
	"krapao/session"
	"krapao/withdraw"
)

// chatPrefix starts the names of rooms.
const chatPrefix = "krapao"

// face is what members and operators reach: the HTTP layer and the live connection.
type face struct {
	Live   *live.Live
	Pages  *desk.Desk
	Server *httpapi.Server

	office   *backoffice.Office
	operator operatorapi.Later
	// heads records at the witnesses where the chains end.
	heads *witness.Keeper
}

func openFace(ctx context.Context, b base, s areas, opened *closers) (face, error) {
	proxies, err := peer.Parse(b.Node.TrustedProxies)
	if err != nil {
		return face{}, fmt.Errorf("KRAPAO_TRUSTED_PROXIES: %w", err)
	}
	sockets := openLive(b.Bus, s.Sessions, socketio.Settings{Address: proxies.Address, Log: b.Log})
	opened.add(sockets.Close)
	opened.add(relayChat(b, s.Chats, sockets))
	pages := openDesk(b, s, socketio.Settings{Address: proxies.Address, Log: b.Log})
	opened.add(pages.Close)
	office, err := openOffice(b, s, pages)
	if err != nil {
		return face{}, err
	}
	calls := b.limiter(ratelimit.NewMemory())
	f := face{Live: sockets, Pages: pages, office: office, heads: chains{b}.keeper(s.Brakes)}
	f.Server, err = httpapi.New(ctx, httpapi.Parts{
		Store: b.Store, Ledger: b.Ledger, Sessions: s.Sessions, Members: s.Members, States: s.States,
		Logins: s.Logins, Access: s.Access, OTP: s.OTP, Lookup: s.Lookup,
		Balances: s.Games.Balances, Visits: s.Games.Visits, Wallet: s.Wallet, Screens: s.Screens,
		Deposits: s.Deposits, Withdrawals: s.Withdrawals, Payouts: s.Payouts,
		Bonuses: s.Bonuses, Campaigns: s.Campaigns,
		Codes: s.Codes, Slips: s.Slips, Links: s.Links, Declared: s.Declared,
		Refunds: s.Refunds, Invitations: s.Invitations,
		Statements: s.Statements, Coins: s.Coins, Protection: s.Protection, Quarantine: s.Quarantine,
		Pictures: office.Services().Drafts, Chats: s.Chats, ChatPrefix: chatPrefix, Index: b.box.Index, Privacy: office.People(),
		Calls: calls, Limits: b.limits, Proxies: proxies, Metrics: b.Metrics, Log: b.Log,
		Socket: sockets, Site: b.Site, FrameAncestors: b.Node.FrameAncestors, PlainOutside: b.PlainOutside,
	})
	if err != nil {
		return face{}, err
	}
	services := office.Services()
	f.operator = operatorapi.NewLater(operatorapi.Deps{
		Members: f.Server.Frame, Store: b.Store, Sessions: s.Sessions, Identity: services.Identity, Approvals: services.Approvals,
		House: houseName(s.Lookup), URL: b.Node.OperatorURL, Address: b.console(), Demo: len(b.DemoOperators) > 0,
		Conversations: services.Conversations, ChatOn: s.Lookup.Chat, Pictures: s.Slips, Rooms: office.Rooms(), Tokens: office.Tokens(),
		Queue: services.Queue, WithdrawOver: withdrawOver(s.Withdrawals), Privacy: office.People(),
		Calls: calls, Limits: b.limits, Proxies: proxies, Metrics: b.Metrics, Log: b.Log, Console: b.Console, Pages: pages,
	})
	return f, nil
}

// houseName is the house's name by its content.
func houseName(texts *lookup.Service) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		info, err := texts.Info(ctx)
		return info.Name, err
	}
}

// withdrawOver is the amount of a withdrawal over which two operators must agree, by the house's content.
func withdrawOver(withdrawals *withdraw.Service) func(context.Context) (money.Amount, error) {
	return func(ctx context.Context) (money.Amount, error) {
		settings, err := withdrawals.Settings(ctx)
		return settings.TwoPersonsOver, err
	}
}

// openLive opens the live connection, for sessions of members.
func openLive(hints *bus.Bus, sessions *session.Service, settings socketio.Settings) *live.Live {
	return live.New(hints, live.Settings{
		Prefix: chatPrefix,
		Authenticate: func(ctx context.Context, token string) (string, error) {
			found, err := sessions.Check(ctx, session.Member, token)
			return found.Subject, err
		},
		Socket: settings,
	})
}

// openDesk opens the operators' live connection.
func openDesk(b base, s areas, settings socketio.Settings) *desk.Desk {
	settings.Token = operatorapi.TokenOf(b.Node.OperatorURL)
	return desk.New(b.Bus, desk.Settings{
		Authenticate: operatorapi.Watcher(b.Store, s.Sessions), Permits: operatorapi.Permits, Socket: settings,
	})
}
