package operator

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/withdraw"
)

// WaitingWithdrawals lists withdrawals that have not ended, longest waiting first.
func (s *Service) WaitingWithdrawals(ctx context.Context, limit int) ([]withdraw.Withdrawal, error) {
	return s.Withdrawals.Waiting(ctx, limit)
}

// ShowWithdrawal opens a withdrawal with its bank account. The audit log records who looked. From then on operators decide a
// withdrawal in review, not the product.
func (s *Service) ShowWithdrawal(ctx context.Context, d Decision) (withdraw.Withdrawal, error) {
	w, err := s.Withdrawals.Find(ctx, d.Subject)
	if err != nil {
		return withdraw.Withdrawal{}, err
	}
	_, err = s.decide(ctx, d, act{
		name: "withdrawal.show", needs: Support, member: w.Member,
		does: func(tx *store.Tx) error { return s.Approvals.TakeTx(ctx, tx, d.Subject) },
	})
	if err != nil {
		return withdraw.Withdrawal{}, err
	}
	return w, nil
}

// ApproveWithdrawal sends a withdrawal in review. Over 50,000 baht (a setting) two persons must agree.
func (s *Service) ApproveWithdrawal(ctx context.Context, d Decision) (Outcome, error) {
	w, err := s.Withdrawals.Find(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	two, err := s.Withdrawals.TwoPersons(ctx, w, false)
	if err != nil {
		return Outcome{}, err
	}
	out, err := s.decide(ctx, d, act{
		name: "withdrawal.approve", needs: Cashier, member: w.Member, amount: w.Amount, two: two,
		does: func(tx *store.Tx) error { return s.Approvals.ApproveTx(ctx, tx, d.Subject) },
		says: fmt.Sprintf("withdrawal %s of %s baht is sent", w.Reference, w.Amount),
	})
	if err == nil && out.Done {
		s.Approvals.Hurry(ctx, w.ID)
	}
	return out, err
}

// ReturnWithdrawal returns a withdrawal's money to the wallet: one person decides where it was never sent, two with the bank's
// statement where an order may have been sent.
func (s *Service) ReturnWithdrawal(ctx context.Context, d Decision) (Outcome, error) {
	w, err := s.Withdrawals.Find(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	two, err := s.Withdrawals.TwoPersons(ctx, w, true)
	if err != nil {
		return Outcome{}, err
	}
	if two && d.Evidence == "" {
		return Outcome{}, evidenceRequired("the bank's statement, since the order was sent")
	}
	return s.decide(ctx, d, act{
		name: "withdrawal.return", needs: Cashier, member: w.Member, amount: w.Amount, two: two,
		does: func(tx *store.Tx) error { return s.Payouts.ReturnTx(ctx, tx, d.Subject, fault.TRANSFER_FAIL) },
		says: fmt.Sprintf("%s baht of withdrawal %s are in the wallet again", w.Amount, w.Reference),
	})
}

// ResumePayouts lets automatic payouts go on after they were stopped: two persons.
func (s *Service) ResumePayouts(ctx context.Context, d Decision) (Outcome, error) {
	d.Subject = "payouts"
	return s.decide(ctx, d, act{
		name: "payouts.resume", needs: Chief, two: true, says: "automatic payouts go on",
		does: func(tx *store.Tx) error { return s.Brake.ResumeTx(ctx, tx) },
	})
}

// StopPayouts stops automatic payouts at once.
func (s *Service) StopPayouts(ctx context.Context, d Decision) (Outcome, error) {
	d.Subject = "payouts"
	return s.decide(ctx, d, act{
		name: "payouts.stop", needs: Cashier, says: "automatic payouts are stopped",
		does: func(tx *store.Tx) error { return s.Brake.StopTx(ctx, tx, d.Reason) },
	})
}

// Held lists held and unmatched money, oldest first.
func (s *Service) Held(ctx context.Context, limit int) ([]deposit.Inflow, error) {
	return s.Deposits.Waiting(ctx, limit)
}

// ReleaseHeld gives held money to its member. Its payer did not match, so two persons decide.
func (s *Service) ReleaseHeld(ctx context.Context, d Decision) (Outcome, error) {
	return s.endHeld(ctx, d, "held.release", true, s.Deposits.ReleaseTx, "%s baht are in the member's wallet")
}

// ReturnHeld books held money as returned to its payer. Over 5,000 baht two persons decide.
func (s *Service) ReturnHeld(ctx context.Context, d Decision) (Outcome, error) {
	return s.endHeld(ctx, d, "held.return", false, s.Deposits.ReturnTx, "%s baht are booked as gone back to their payer")
}

func (s *Service) endHeld(
	ctx context.Context, d Decision, name string, two bool,
	end func(context.Context, *store.Tx, string) (deposit.Inflow, error), says string,
) (Outcome, error) {
	in, err := s.Deposits.Inflow(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	return s.decide(ctx, d, act{
		name: name, needs: Cashier, member: in.Member, amount: in.Amount, two: two || in.Amount > assignBound,
		does: func(tx *store.Tx) error { _, err := end(ctx, tx, d.Subject); return err },
		says: fmt.Sprintf(says, in.Amount),
	})
}

// Unsettled lists transfers whose outcome nobody knows, of one provider. An empty provider lists those of all.
func (s *Service) Unsettled(ctx context.Context, provider string, limit int) ([]Unsettled, error) {
	if s.Cases == nil {
		return nil, nil
	}
	return s.Cases.UnsettledTransfers(ctx, provider, limit)
}

// SettleByHand settles an unsettled transfer by what a person found out. Over 1,000 baht two persons must agree on the same
// outcome.
func (s *Service) SettleByHand(ctx context.Context, d Decision, applied bool) (Outcome, error) {
	c, err := s.unsettled(ctx, d.Subject)
	if err != nil {
		return Outcome{}, err
	}
	name, says := "transfer.void", "the transfer is booked as failed; the money goes back"
	if applied {
		name, says = "transfer.post", "the transfer is booked as done"
	}
	return s.decide(ctx, d, act{
		name: name, needs: Cashier, member: c.Member, amount: c.Amount, two: c.Amount > unsettledBound, says: says,
		does: func(tx *store.Tx) error { return s.Cases.DecideTx(ctx, tx, c.ID, applied, "by "+d.By+": "+d.Reason) },
	})
}

func (s *Service) unsettled(ctx context.Context, reference string) (Unsettled, error) {
	if s.Cases != nil {
		c, err := s.Cases.UnsettledTransfer(ctx, reference)
		if !fault.Is(err, fault.NO_DATA) {
			return c, err
		}
	}
	return Unsettled{}, fault.New(fault.NO_DATA, "no unsettled transfer %q", reference)
}
