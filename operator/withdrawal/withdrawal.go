// Package withdrawal is what operators decide about withdrawals: those in review, those whose order's outcome the bank did not
// say, and whether the product pays out automatically.
package withdrawal

import (
	"context"
	"time"

	"krapao/operator"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	"krapao/withdraw/payout"
)

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	// Requests are the withdrawals themselves. Review approves those that wait for a person, and Payouts pays them.
	Requests *withdraw.Service
	Review   *approval.Service
	Payouts  *payout.Service
	// Brake stops automatic payouts.
	Brake *brake.Brake
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kinds of decisions.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(s.kinds()...)
	return s
}

// Waiting lists withdrawals that have not ended, longest waiting first.
func (s *Service) Waiting(ctx context.Context, limit int) ([]withdraw.Withdrawal, error) {
	return s.d.Requests.Waiting(ctx, limit)
}

// Brake returns since when and why automatic payouts are stopped. Zero time: they are not stopped.
func (s *Service) Brake(ctx context.Context) (since time.Time, why string, err error) {
	return s.d.Brake.Read(ctx)
}
