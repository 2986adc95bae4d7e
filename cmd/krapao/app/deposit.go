package app

import (
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/internal/bus"
)

// deposits opens where money comes in: the arrivals, then each way in. It returns how many QR gateways are connected.
func (a *App) deposits() (gateways int, err error) {
	connected, err := a.gateways()
	if err != nil {
		return 0, err
	}
	own := registered{a.Members}
	a.Deposits = deposit.New(deposit.Deps{
		Store: a.Store, Books: a.Ledger, Members: own, Box: a.box, Holders: a.Members,
		Limits: a.Protection, Exclusions: shutOut{a}, Play: a.Play, Coins: a.Coins, Log: a.Log,
		Connected: func(account string) bool { return connected[account] != nil },
		Changed:   func(member string) { a.Bus.Publish(bus.Member, member) },
	})
	a.Codes = qr.New(qr.Deps{Store: a.Store, Arrivals: a.Deposits, Books: a.Ledger, Members: own, Gateways: connected, Log: a.Log})
	a.Links = link.New(link.Deps{
		Store: a.Store, Arrivals: a.Deposits, Box: a.box, Issuer: issuerOf(a.Outside.TrueMoney, a.lines("link")), Log: a.Log,
	})
	a.Declared = declared.New(declared.Deps{Store: a.Store, Arrivals: a.Deposits, Members: own, Log: a.Log})
	a.Feeds = feed.New(feed.Deps{
		Store: a.Store, Arrivals: a.Deposits, Members: own, Declarations: a.Declared, Box: a.box,
		Feeds: feedsOf(a.Outside.Feeds, a.lines("feed")), Holders: a.Members, Log: a.Log,
	})
	slips, err := a.slipsOf()
	if err != nil {
		return 0, err
	}
	slips.Members, slips.Codes = own, a.Codes
	a.Slips = slip.New(slips)
	a.Deposits.Wire(deposit.Ways{
		Codes: a.Codes, Declarations: a.Declared, Lists: []deposit.Lists{a.Declared, a.Links, a.Codes},
	})
	return len(connected), nil
}
