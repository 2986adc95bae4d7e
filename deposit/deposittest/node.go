// Package deposittest is the ground of the tests of the deposit area and its ways in: nodes on one database, the real
// adapters, and the sandbox at their other end.
package deposittest

import (
	"log/slog"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Node is one server: the arrivals and every way in.
type Node struct {
	*deposit.Service
	Codes    *qr.Service
	Slips    *slip.Service
	Links    *link.Service
	Feeds    *feed.Reader
	Declared *declared.Service
}

// Deps are the dependencies of a node. A test leaves empty what it does not need.
type Deps struct {
	Store      *store.Store
	Books      deposit.Books
	Members    deposit.Members
	Holders    deposit.Holders
	Box        *secret.Box
	Limits     deposit.Limits
	Play       deposit.Play
	Coins      deposit.Coins
	Exclusions deposit.Exclusions
	// Gateways by the codes of their panels, Feeds by the codes of their accounts.
	Gateways map[string]qr.Gateway
	Feeds    map[string]feed.Feed
	Issuer   link.Issuer
	// Slips are the dependencies of the slips, without those that all parts of a node share.
	Slips   slip.Deps
	Changed func(member string)
	Log     *slog.Logger
	// Timing is for the statements only.
	Timing feed.Timing
}

// New puts a node together in the same way as the program.
func New(d Deps) *Node {
	arrivals := deposit.New(deposit.Deps{
		Store: d.Store, Books: d.Books, Members: d.Members, Box: d.Box, Holders: d.Holders, Play: d.Play,
		Coins: d.Coins, Exclusions: d.Exclusions, Connected: func(account string) bool { return d.Gateways[account] != nil },
		Changed: d.Changed, Log: d.Log,
	})
	if d.Limits != nil {
		arrivals.SetLimits(d.Limits)
	}
	n := &Node{Service: arrivals}
	n.Codes = qr.New(qr.Deps{
		Store: d.Store, Arrivals: arrivals, Members: d.Members, Gateways: d.Gateways, Log: d.Log,
	})
	n.Links = link.New(link.Deps{Store: d.Store, Arrivals: arrivals, Box: d.Box, Issuer: d.Issuer, Log: d.Log})
	n.Declared = declared.New(declared.Deps{Store: d.Store, Arrivals: arrivals, Members: d.Members, Log: d.Log})
	n.Feeds = feed.New(feed.Deps{
		Store: d.Store, Arrivals: arrivals, Members: d.Members, Declarations: n.Declared, Box: d.Box, Feeds: d.Feeds,
		Holders: d.Holders, Log: d.Log, Timing: d.Timing,
	})
	slips := d.Slips
	slips.Store, slips.Arrivals, slips.Books, slips.Members = d.Store, arrivals, d.Books, d.Members
	slips.Box, slips.Codes, slips.Log = d.Box, n.Codes, d.Log
	n.Slips = slip.New(slips)
	arrivals.Wire(deposit.Ways{Codes: n.Codes, Declarations: n.Declared, Lists: []deposit.Lists{n.Declared, n.Links, n.Codes}})
	return n
}
