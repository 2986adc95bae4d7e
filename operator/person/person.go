// Package person is what operators decide about the data that the house keeps of a member (docs/privacy.md): that a copy of it is
// given out.
package person

import (
	"context"
	"encoding/json"

	"krapao/internal/store"
	"krapao/operator"
)

// Members are the members, for these decisions.
type Members interface {
	// State is the fingerprint of how a member's account stands, and StateTx the same in the transaction of a decision. NO_USER:
	// there is no such member.
	State(ctx context.Context, member string) (string, error)
	StateTx(ctx context.Context, tx *store.Tx, member string) (string, error)
}

// Export is the kind of decision to give out a copy of everything that is kept of a member, its subject.
const Export = "member.export"

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ members Members }

// New makes the service, and registers its kinds of decisions.
func New(approvals *operator.Approvals, members Members) *Service {
	s := &Service{members}
	approvals.Register(operator.Kind{Name: Export, Needs: operator.Cashier, Plan: s.planExport})
	return s
}

// planExport plans to let one person have the copy, who confirms it with its key. It changes nothing: the audit log has it before
// anything is read.
func (s *Service) planExport(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	state, err := s.members.State(ctx, member)
	return operator.Plan{
		Member: member, State: state, Facts: []operator.Fact{}, Confirm: true,
		Says:  "everything that is kept of the member is given out",
		Still: func(tx *store.Tx) (string, error) { return s.members.StateTx(ctx, tx, member) },
		Does:  func(*store.Tx, operator.Decision) error { return nil },
	}, err
}
