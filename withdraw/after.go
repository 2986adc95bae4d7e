package withdraw

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw/internal/withdrawdb"
)

// callbackMemory is how long a callback's proof is kept: more than twice the window in which it is accepted.
const callbackMemory = 30 * time.Minute

// Callback handles a signed callback of the payout bank. It checks the proof, ignores a replay, and asks the bank for the outcome
// instead of believing the callback. It returns nil only after the outcome is committed. ErrForged changes nothing.
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
		return nil // not ours, or from a store before this one
	case err != nil:
		return fmt.Errorf("withdraw: callback: %w", err)
	}
	if err := s.checkWithBank(ctx, w); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := withdrawdb.New(tx)
		if err := q.ForgetCallbacks(ctx, clock.MicrosOf(tx.Now.Add(-callbackMemory))); err != nil {
			return err
		}
		return q.AddCallback(ctx, proof, clock.MicrosOf(tx.Now))
	})
}

// checkWithBank asks the bank about a withdrawal in any state, and books the outcome.
func (s *Service) checkWithBank(ctx context.Context, w withdrawdb.Withdrawal) error {
	order, err := s.payoutOrder(w)
	if err != nil {
		return err
	}
	switch State(w.State) {
	case Requested, Review:
		return nil // never sent: the bank can't know anything true about it
	case Sending:
		outcome, err := s.ask(ctx, order)
		if err != nil {
			return err
		}
		return s.bookOutcomeNow(ctx, ledger.ID(w.Transfer), outcome)
	default:
		return s.checkEnded(ctx, w, order)
	}
}

// checkEnded asks about an ended withdrawal: a paid one may have bounced, a returned one may turn out to be paid.
func (s *Service) checkEnded(ctx context.Context, w withdrawdb.Withdrawal, order PayoutOrder) error {
	outcome, err := s.ask(ctx, order)
	if err != nil {
		return err
	}
	return s.afterEnd(ctx, w, outcome)
}

// afterEnd books the bank's answer about an ended withdrawal. An answer that agrees with the row changes nothing.
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

// contradicted handles a bank that rejects a payout which it had confirmed and we have booked. Only the bank's statement can say
// which answer is true. So nothing is booked, and automatic payouts stop until persons have looked.
func (s *Service) contradicted(ctx context.Context, w withdrawdb.Withdrawal, o PayoutOutcome) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		s.Log.Error("withdraw: the bank rejects a payout that it had confirmed; automatic payouts stop",
			"reference", w.Reference, "reason", o.Reason)
		return s.StopTx(ctx, tx, "the bank says that it paid "+w.Reference+", and that it refused it")
	})
}

// bookOutcomeNow books an outcome under the newest lease, whoever holds it: the bank's answer is the same for all. If a worker
// leases the transfer in between, it tries again.
func (s *Service) bookOutcomeNow(ctx context.Context, id ledger.ID, o PayoutOutcome) error {
	for attempt := 1; ; attempt++ {
		t, err := s.Books.Find(ctx, id)
		if err != nil {
			return err
		}
		if t.State != ledger.Pending {
			return s.endedMeanwhile(ctx, id, o)
		}
		if _, err = s.bookOutcome(ctx, t, o); !errors.Is(err, ledger.ErrFenced) || attempt == 3 {
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

// paidAfterAll books a payout that was returned and turns out to be paid. The wallet pays as much as it holds; the member owes
// the rest. It is a break in the books: automatic payouts stop until persons have looked (RULES.md sections 3 and 14).
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
			Detail: ledger.Detail{
				From: ledger.LabelWallet, To: w.BankCode, Outside: o.Outside, Reason: fault.TRANSFER_FAIL, Of: ledger.ID(w.Transfer),
			},
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
		s.Log.Error("withdraw: a returned payout turned out to be paid; automatic payouts stop", "reference", w.Reference)
		return s.StopTx(ctx, tx, "the returned payout "+w.Reference+" turned out to be paid")
	})
}

// Run rechecks ended payouts after 1 h, 24 h and 72 h until the context ends: a paid one may bounce, a returned one may turn out
// to be paid.
func (s *Service) Run(ctx context.Context) {
	for {
		if err := s.round(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("withdraw: the recheck failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.Timing.Round):
		}
	}
}

// roundTime bounds one round. Its calls and transactions have limits of their own; its reads have none.
const roundTime = 10 * time.Minute

func (s *Service) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundTime)
	defer cancel()
	_, err := s.Recheck(ctx)
	return err
}

const recheckBatch = 32

// Recheck asks the bank about the ended payouts that are due, once, and returns how many there were.
func (s *Service) Recheck(ctx context.Context) (int, error) {
	var due []withdrawdb.Withdrawal
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		leasedUntil := clock.MicrosOf(tx.Now.Add(2 * s.Timing.Call))
		due, err = withdrawdb.New(tx).ClaimChecks(ctx, leasedUntil, clock.MicrosOf(tx.Now), recheckBatch)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("withdraw: due checks: %w", err)
	}
	for _, w := range due {
		if err := s.checkWithBank(ctx, w); err != nil {
			s.Log.Info("withdraw: the bank could not be asked again", "reference", w.Reference, "error", err)
			continue // it is due again when its lease ends
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
			return err // it has moved on, and its new state has a recheck of its own
		}
		at, ended := clock.Micros(0), s.Store.CountFrom(w.Since.Time())
		for _, after := range s.Timing.Recheck {
			if next := ended.Add(after); next.After(tx.Now) {
				at = clock.MicrosOf(next)
				break
			}
		}
		return q.SetCheckAt(ctx, at, w.Transfer)
	})
}
