// Package arrival is what operators decide about money that came in: held and unmatched money, declared transfers, slips, wallet
// links, lines of statements that could not be booked, and arrivals that the bank took back.
package arrival

import (
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/record"
	"krapao/deposit/slip"
	"krapao/operator"
)

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	Deposits  *deposit.Service
	// The kinds of deposits that can leave a decision to an operator.
	Slip     *slip.Service
	Link     *link.Service
	Feed     *feed.Reader
	Declared *declared.Service
	// Records are what was there before, and Finder finds whose unclaimed money may be.
	Records *record.Records
	Finder  *record.Finder
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	d    Deps
	desk deposit.Desk
}

// New makes the service, and registers its kinds of decisions.
func New(d Deps) *Service {
	s := &Service{d, deposit.DeskOf(d.Deposits)}
	d.Approvals.Register(s.kinds()...)
	return s
}
