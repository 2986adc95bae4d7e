package app

import (
	"context"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/internal/app/outside"
	"krapao/internal/bus"
	"krapao/quarantine"
)

// arrivals are where money comes in: what arrived, and each way in.
type arrivals struct {
	Deposits *deposit.Service
	Codes    *qr.Service
	Slips    *slip.Service
	Links    *link.Service
	Feeds    *feed.Reader
	Declared *declared.Service
	// gateways reports whether a QR gateway is connected.
	gateways bool
}

func openArrivals(b base, p people, g gaming, q *quarantine.Service) (arrivals, error) {
	customers := qr.NewCustomers(b.Store, b.box, outside.CodePayOneX)
	connected, err := outside.Gateways(b.Outside, b.clients.Measured("qr"), customers)
	if err != nil {
		return arrivals{}, err
	}
	verifiers, err := outside.Verifiers(b.Outside.SlipChecks, b.clients.Measured("slip"))
	if err != nil {
		return arrivals{}, err
	}
	own := registered{p.Members, b.Clock}
	deposits := deposit.New(deposit.Deps{
		Store: b.Store, Books: b.Ledger, Members: own, Box: b.box, Holders: p.Accounts,
		Exclusions: shutOut{p.States, b.Clock}, Play: g.Play, Coins: g.Coins, Log: b.Log,
		Connected: func(account string) bool { return connected[account] != nil },
		Changed:   func(member string) { b.Bus.Publish(bus.Member, member) },
	})
	codes := qr.New(qr.Deps{
		Store: b.Store, Arrivals: deposits, Members: own, Gateways: connected, Log: b.Log,
	})
	links := link.New(link.Deps{
		Store: b.Store, Arrivals: deposits, Box: b.box, Log: b.Log,
		Issuer: outside.Issuer(b.Outside.TrueMoney, b.clients.Measured("link")),
	})
	declarations := declared.New(declared.Deps{Store: b.Store, Arrivals: deposits, Members: own, Log: b.Log})
	feeds := feed.New(feed.Deps{
		Store: b.Store, Arrivals: deposits, Members: own, Declarations: declarations, Box: b.box,
		Feeds: outside.Feeds(b.Outside.Feeds, b.clients.Measured("feed")), Holders: p.Accounts, Log: b.Log,
		Rests: func(ctx context.Context, account string) (bool, error) { return q.Rests(ctx, "bank:"+account) },
	})
	slips := slip.New(slip.Deps{
		Store: b.Store, Arrivals: deposits, Books: b.Ledger, Members: own, Codes: codes, Box: b.box, Log: b.Log,
		Verifiers: verifiers, Window: slipHours{p.Lookup}.window, Blobs: b.blobs, Turns: b.turns,
	})
	return arrivals{
		Deposits: deposits, Codes: codes, Slips: slips, Links: links, Feeds: feeds, Declared: declarations,
		gateways: len(connected) > 0,
	}, nil
}
