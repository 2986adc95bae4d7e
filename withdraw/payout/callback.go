package payout

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/withdraw/internal/withdrawdb"
	"krapao/withdraw/payout/internal/payoutdb"
)

// callbackMemory is how long a callback's proof is kept: more than twice the window in which it is accepted.
const callbackMemory = 30 * time.Minute

// Callback handles a signed callback of the payout bank. It checks the proof, ignores a replay, and asks the bank for the outcome
// instead of believing the callback. It returns nil only after the outcome is committed. ErrForged changes nothing.
func (s *Service) Callback(ctx context.Context, h Header, body []byte) error {
	reference, proof, err := s.Bank.ParseCallback(h, body)
	if err != nil {
		return err
	}
	seen, err := payoutdb.New(s.Store.DB()).CallbackSeen(ctx, proof)
	if err != nil {
		return fmt.Errorf("withdraw: callback: %w", err)
	}
	if seen > 0 {
		return nil
	}
	w, err := withdrawdb.New(s.Store.DB()).WithdrawalByReference(ctx, reference)
	switch {
	case store.NotFound(err):
		return nil // not ours, or from a store before this one
	case err != nil:
		return fmt.Errorf("withdraw: callback: %w", err)
	}
	if _, err := s.checkWithBank(ctx, w); err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		q := payoutdb.New(tx)
		if err := q.ForgetCallbacks(ctx, clock.MicrosOf(tx.Now.Add(-callbackMemory))); err != nil {
			return err
		}
		return q.AddCallback(ctx, proof, clock.MicrosOf(tx.Now))
	})
}
