// Package campaign keeps the bonuses and promotions that the house offers: who may take which, how often, and what each may still
// cost. A member that takes one gets a conditional credit of package bonus.
//
// Promises (RULES.md section 7):
//   - What a campaign may grant is counted in the commit of the grant: no number of calls at once exceeds its quota or budget.
//   - A changed campaign changes no condition that it has granted.
package campaign

import (
	"krapao/bonus"
	"krapao/bonus/campaign/internal/campaigndb"
	"krapao/internal/store"
)

// Service offers campaigns. It is safe for concurrent use.
type Service struct {
	Store      *store.Store
	Conditions *bonus.Service
}

// New makes the service.
func New(s *store.Store, conditions *bonus.Service) *Service {
	return &Service{Store: s, Conditions: conditions}
}

// reads returns the queries outside a transaction.
func (s *Service) reads() *campaigndb.Queries { return campaigndb.New(s.Store.DB()) }
