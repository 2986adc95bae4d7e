package backoffice

import (
	"krapao/deposit/record"
	"krapao/internal/operatorapi/list"
	"krapao/internal/operatorapi/past"
	"krapao/ledger/browse"
)

// past are the lists of what waits for a person, or did once.
func (d Deps) past(members list.Members, lists *list.Desk) *past.Room {
	return past.New(past.Deps{
		Lists: lists, Members: members, Withdrawals: d.Withdrawals, Records: record.New(d.Store, d.Deposits), Cases: d.Doubts.Cases(),
		Holders: d.HolderCases, Books: d.Ledger, Browse: browse.New(d.Store), Promises: d.promises, Now: d.Store.Now,
	})
}
