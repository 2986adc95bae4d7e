// Package person is what operators decide about the data that the house keeps of a member (docs/privacy.md): that a copy of it is
// given out, and that it is erased.
package person

import (
	"context"
	"encoding/json"
	"time"

	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
)

// Members are the members, for these decisions.
type Members interface {
	// State is the fingerprint of how a member's account stands, and StateTx the same in the transaction of a decision. NO_USER:
	// there is no such member.
	State(ctx context.Context, member string) (string, error)
	StateTx(ctx context.Context, tx *store.Tx, member string) (string, error)
}

// Kept is what the house keeps of members.
type Kept interface {
	// Keeps refuses to erase a member whose data is needed still: RETENTION_KEEPS.
	Keeps(ctx context.Context, member string) error
	// EraseTx erases a member, in the transaction of the decision.
	EraseTx(ctx context.Context, tx *store.Tx, member string) error
}

// The kinds of decision about what is kept of a member, their subject: to give out a copy of it, and to erase it.
const (
	Export = "member.export"
	Erase  = audit.Erasure
)

// Times of an erasure: a proposal waits for a second person for a week, and a week after its approval it is done.
const aWeek = 7 * 24 * time.Hour

// Service makes these decisions. It is safe for concurrent use.
type Service struct {
	members Members
	kept    Kept
}

// New makes the service, and registers its kinds of decisions.
func New(approvals *operator.Approvals, members Members, kept Kept) *Service {
	s := &Service{members, kept}
	approvals.Register(
		operator.Kind{Name: Export, Needs: operator.Cashier, Plan: s.planExport},
		operator.Kind{Name: Erase, Needs: operator.Cashier, Plan: s.planErase, Life: aWeek, Wait: aWeek},
	)
	return s
}

// planErase plans to erase a member, which two persons decide by the member's own request. It is asked again when its time has
// come: if the data is needed then, nothing is erased.
func (s *Service) planErase(ctx context.Context, member string, _ json.RawMessage) (operator.Plan, error) {
	state, err := s.members.State(ctx, member)
	if err == nil {
		err = s.kept.Keeps(ctx, member)
	}
	return operator.Plan{
		Member: member, State: state, Two: true, Confirm: true, Evidence: operator.Consent,
		Facts:  []operator.Fact{{Name: "state", Kind: operator.FactState, Before: "closed", After: "erased"}},
		Says:   "the member is erased: what the house need not keep goes",
		Unsaid: true,
		Still:  func(tx *store.Tx) (string, error) { return s.members.StateTx(ctx, tx, member) },
		Does:   func(tx *store.Tx, _ operator.Decision) error { return s.kept.EraseTx(ctx, tx, member) },
	}, err
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
