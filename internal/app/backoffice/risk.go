package backoffice

import (
	"krapao/deposit/record"
	"krapao/internal/operatorapi/list"
	riskcalls "krapao/internal/operatorapi/risk"
	"krapao/operator/risk"
)

// groups are the members that have something in common.
func (d Deps) groups() *risk.Groups {
	return risk.New(map[risk.Way]risk.Ties{
		risk.Holder: d.Holders, risk.Payer: record.New(d.Store, d.Deposits), risk.Device: d.Logins, risk.Address: d.Sessions,
	})
}

// passes look at all of the groups.
func (d Deps) passes() *risk.Passes { return risk.NewPasses(d.Store, d.groups(), d.Ledger) }

// risks are the calls about members that may belong together.
func (d Deps) risks(looks riskcalls.Looks, refs list.Members, lists *list.Desk) *riskcalls.Room {
	return riskcalls.New(riskcalls.Deps{
		Groups: d.groups(), Passes: d.passes(), Paces: risk.NewPaces(d.Store), Callouts: d.Review, Members: d.Members,
		Now: d.Store.Now, Books: d.Ledger, Looks: looks, Refs: refs, Lists: lists,
	})
}
