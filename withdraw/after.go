package withdraw

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw/internal/withdrawdb"
)

// callbackMemory is how long a callback's proof is kept: twice the window in which it is accepted, and some.
const callbackMemory = 30 * time.Minute

// Callback takes the payout bank's signed hint: its proof is checked, a replay has no effect, and what it says is asked
// for again. It returns nil only after the outcome is committed. ErrForged has no effect.
func (s *Service) Callback(ctx context.Context, h Header, body []byte) error {
	reference, proof, err := s.Payout.ParseCallback(h, body)
	if err != nil {
		return err
	}
	q := withdrawdb.New(s.Store.DB())
	seen, err := q.CallbackSeen(ctx, proof)
	if err != nil {
		return fmt.Errorf("withdraw: callback: %w", err)
	}
	if seen > 0 {
		return nil
	}
	w, err := q.WithdrawalByReference(ctx, reference)
	switch {
	case store.NotFound(err):
		return nil // nothing of ours, or of a store before this one
	case err != nil:
		return fmt.Errorf("withdraw: callback: %w", err)
	}
	if err := s.look(ctx, w); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		if err := q.ForgetCallbacks(ctx, tx.Now.Add(-callbackMemory).UnixMicro()); err != nil {
			return err
		}
		return q.AddCallback(ctx, proof, tx.Now.UnixMicro())
	})
}

// look asks the bank about a withdrawal in whatever state it is, and books the truth.
func (s *Service) look(ctx context.Context, w withdrawdb.Withdrawal) error {
	order, err := s.payoutOrder(w)
	if err != nil {
		return err
	}
	switch State(w.State) {
	case Requested, Review:
		return nil // never sent: nothing that the bank says of it can be true
	case Sending:
		outcome, err := s.ask(ctx, order)
		if err != nil {
			return err
		}
		return s.concludeNow(ctx, ledger.ID(w.Transfer), outcome)
	default:
		return s.lookAgain(ctx, w, order)
	}
}

// lookAgain asks about a withdrawal that is at an end: a paid one may have bounced, a returned one may prove paid.
func (s *Service) lookAgain(ctx context.Context, w withdrawdb.Withdrawal, order PayoutOrder) error {
	outcome, err := s.ask(ctx, order)
	if err != nil {
		return err
	}
	return s.afterEnd(ctx, w, outcome)
}

// afterEnd takes what the bank says of a withdrawal that is at an end. What agrees with it changes nothing.
func (s *Service) afterEnd(ctx context.Context, w withdrawdb.Withdrawal, o PayoutOutcome) error {
	switch {
	case o.Kind == PayoutBounced && State(w.State) == Paid:
		return s.bounced(ctx, ledger.ID(w.Transfer), o)
	case o.Kind == PayoutPaid && State(w.State) == Returned:
		return s.paidAfterAll(ctx, w, o)
	case o.Kind == PayoutRejected && State(w.State) == Paid:
		return s.contradicted(ctx, w, o)
	}
	return nil
}

// contradicted: the bank said that it paid, which is booked, and says that it refused. Which of both is true only the bank's
// statement can tell, so nothing is booked, and it is a break: automatic payouts stop until persons have looked.
func (s *Service) contradicted(ctx context.Context, w withdrawdb.Withdrawal, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		s.Log.Error("withdraw: the bank refuses what it paid; automatic payouts stop", "reference", w.Reference, "reason", o.Reason)
		return s.StopTx(ctx, tx, "the bank says that it paid "+w.Reference+", and that it refused it")
	})
}

// concludeNow settles with the newest lease, whoever has it: what the bank said is the same for all. A worker that leased
// the transfer in between makes it try again.
func (s *Service) concludeNow(ctx context.Context, id ledger.ID, o PayoutOutcome) error {
	for attempt := 1; ; attempt++ {
		t, err := s.Books.Find(ctx, id)
		if err != nil {
			return err
		}
		if t.State != ledger.Pending {
			return s.endedMeanwhile(ctx, id, o)
		}
		if _, err = s.conclude(ctx, t, o); !errors.Is(err, ledger.ErrFenced) || attempt == 3 {
			return err
		}
	}
}

// bounced books a payout that came back, once.
func (s *Service) bounced(ctx context.Context, id ledger.ID, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		w, err := withdrawdb.New(tx).Withdrawal(ctx, int64(id))
		if err != nil {
			return err
		}
		if State(w.State) == Bounced {
			return nil
		}
		_, err = s.Books.MoveTx(ctx, tx, ledger.Order{
			Key: ledger.InternalKey("payout_bounced", w.Reference), Kind: KindReversal,
			Debit: ledger.Payout, Credit: ledger.Wallet(w.Member), Amount: w.Amount, Member: w.Member,
			Detail: ledger.Detail{From: w.BankCode, To: ledger.LabelWallet, Outside: o.Outside, Reason: reasonOf(o), Of: id},
		})
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, id, end{from: Paid, to: Bounced, reason: reasonOf(o), outcome: o})
	})
}

// paidAfterAll books the truth of a payout that was returned and proves paid: out of the wallet as far as it goes, the
// rest is owed. It is a break: automatic payouts stop until persons have looked (RULES.md sections 3 and 14).
func (s *Service) paidAfterAll(ctx context.Context, w withdrawdb.Withdrawal, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		if err := q.LockMember(ctx, w.Member); err != nil {
			return err
		}
		wallet := ledger.Wallet(w.Member)
		if err := s.Books.LockTx(ctx, tx, wallet, ledger.Payout, ledger.Owed(w.Member)); err != nil {
			return err
		}
		balance, err := s.Books.BalanceTx(ctx, tx, wallet)
		if err != nil {
			return err
		}
		if err := s.endTx(ctx, tx, ledger.ID(w.Transfer), end{from: Returned, to: Paid, outcome: o}); err != nil {
			return err
		}
		fromWallet := min(max(balance.Available(), 0), w.Amount)
		order := ledger.Order{
			Kind: KindReversal, Credit: ledger.Payout, Member: w.Member,
			Detail: ledger.Detail{From: ledger.LabelWallet, To: w.BankCode, Outside: o.Outside, Reason: fault.TRANSFER_FAIL, Of: ledger.ID(w.Transfer)},
		}
		if fromWallet > 0 {
			order.Key, order.Debit, order.Amount = ledger.InternalKey("payout_proved", w.Reference), wallet, fromWallet
			if _, err := s.Books.MoveTx(ctx, tx, order); err != nil {
				return err
			}
		}
		if rest := w.Amount - fromWallet; rest > 0 {
			order.Key, order.Debit, order.Amount = ledger.InternalKey("payout_owed", w.Reference), ledger.Owed(w.Member), rest
			if _, err := s.Books.MoveTx(ctx, tx, order); err != nil {
				return err
			}
		}
		s.Log.Error("withdraw: a returned payout proves paid; automatic payouts stop", "reference", w.Reference)
		return s.StopTx(ctx, tx, "the returned payout "+w.Reference+" proves paid")
	})
}

// Run asks about ended payouts at 1 h, 24 h and 72 h until the context ends: a paid one may bounce, a returned one may
// prove paid.
func (s *Service) Run(ctx context.Context) {
	for {
		if err := s.round(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("withdraw: recheck", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.Timing.Round):
		}
	}
}

// roundTime bounds a round, whose calls and transactions have times of their own: what it reads has none.
const roundTime = 10 * time.Minute

func (s *Service) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundTime)
	defer cancel()
	_, err := s.Recheck(ctx)
	return err
}

const recheckBatch = 32

// Recheck asks about the ended payouts that are due, once, and returns how many there were.
func (s *Service) Recheck(ctx context.Context) (int, error) {
	var due []withdrawdb.Withdrawal
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		due, err = withdrawdb.New(tx).ClaimChecks(ctx, tx.Now.Add(2*s.Timing.Call).UnixMicro(), tx.Now.UnixMicro(), recheckBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("withdraw: due checks: %w", err)
	}
	for _, w := range due {
		if err := s.look(ctx, w); err != nil {
			s.Log.Info("withdraw: recheck", "reference", w.Reference, "error", err)
			continue // its lease brings it back
		}
		if err := s.scheduleNext(ctx, w); err != nil {
			return 0, err
		}
	}
	return len(due), nil
}

func (s *Service) scheduleNext(ctx context.Context, seen withdrawdb.Withdrawal) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		w, err := q.Withdrawal(ctx, seen.Transfer)
		if err != nil || w.Since != seen.Since {
			return err // it moved on, and its new state has a check of its own
		}
		at, ended := int64(0), s.Store.CountFrom(timeOf(w.Since))
		for _, after := range s.Timing.Recheck {
			if next := ended.Add(after); next.After(tx.Now) {
				at = next.UnixMicro()
				break
			}
		}
		return q.SetCheckAt(ctx, at, w.Transfer)
	})
}
