// Package withdrawal is what operators decide about withdrawals: those in review, those whose order's outcome the bank did not
// say, and whether the product pays out automatically.
package withdrawal

import (
	"context"
	"time"

	"krapao/internal/store"
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

// Show opens a withdrawal with its bank account. The audit log records who looked. From then on operators decide a
// withdrawal in review, not the product.
func (s *Service) Show(ctx context.Context, d operator.Decision) (withdraw.Withdrawal, error) {
	w, err := s.d.Requests.Find(ctx, d.Subject)
	if err != nil {
		return withdraw.Withdrawal{}, err
	}
	_, err = s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "withdrawal.show", Needs: operator.Support, Member: w.Member,
		Does: func(tx *store.Tx) error { return s.d.Review.TakeTx(ctx, tx, d.Subject) },
	})
	if err != nil {
		return withdraw.Withdrawal{}, err
	}
	return w, nil
}

// Approve sends a withdrawal in review. Over 50,000 baht (a setting) two persons must agree.
func (s *Service) Approve(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.d.Approvals.DoOrApprove(ctx, d, approve, nil)
}

// Return returns a withdrawal's money to the wallet: one person decides where it was never sent, two with the bank's
// statement where an order may have been sent.
func (s *Service) Return(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return s.d.Approvals.DoOrApprove(ctx, d, giveBack, nil)
}

// Paid books a withdrawal as paid whose order's outcome the bank does not say: two persons, with the bank's statement. outside is
// the bank's own reference of the payment.
func (s *Service) Paid(ctx context.Context, d operator.Decision, outside string) (operator.Outcome, error) {
	return s.d.Approvals.DoOrApprove(ctx, d, paid, operator.Request(asPaid{outside}))
}

// Brake returns since when and why automatic payouts are stopped. Zero time: they are not stopped.
func (s *Service) Brake(ctx context.Context) (since time.Time, why string, err error) {
	return s.d.Brake.Read(ctx)
}
