package refund

import (
	"context"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// AddWallet moves the whole purse to the wallet, as one conditional credit. The same key moves it once and gets the same answer
// for ever. It returns NO_REFUND if the purse is empty, REFUND_CONDITION or REFUND_INACTIVE.
func (s *Service) AddWallet(ctx context.Context, member string, key ledger.Key) (money.Amount, error) {
	var granted money.Amount
	known := func(ctx context.Context, tx *store.Tx) (bool, error) {
		c, found, err := s.Bonuses.GrantedTx(ctx, tx, key)
		granted = c.Credit
		return found, err
	}
	now, err := settings(ctx, s.q())
	if err != nil {
		return 0, err
	}
	done := false
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if done, err = known(ctx, tx); done || err != nil {
			return err
		}
		if !now.On {
			return errInactive()
		}
		_, err = s.purseTx(ctx, tx, member)
		return err
	})
	if done || err != nil {
		return granted, err
	}
	lock := []ledger.Account{ledger.RefundPurse(member), ledger.Owed(member)}
	err = s.Totals.Decide(ctx, member, lock, func(ctx context.Context, tx *store.Tx, t bonus.Total) error {
		if found, err := known(ctx, tx); found || err != nil {
			return err
		}
		amount, err := s.purseTx(ctx, tx, member)
		if err != nil {
			return err
		}
		c, err := s.Bonuses.GrantTx(ctx, tx, bonus.Credit{
			Member: member, Operation: key, Source: bonus.SourceRefund, From: ledger.RefundPurse(member), Amount: amount, Terms: now.Terms,
		}, t)
		granted = c.Credit
		if fault.Is(err, fault.BONUS_CONDITION_DEPOSIT) {
			return fault.New(fault.TRY_AGAIN, "its condition would be at an end at once")
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	return granted, nil
}

// purseTx returns the amount in the purse. It returns REFUND_CONDITION under a condition and NO_REFUND for an empty purse.
func (s *Service) purseTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	if err := s.freeTx(ctx, tx, member); err != nil {
		return 0, err
	}
	b, err := s.Books.BalanceTx(ctx, tx, ledger.RefundPurse(member))
	if err != nil {
		return 0, err
	}
	if b.Available() <= 0 {
		return 0, fault.New(fault.NO_REFUND, "nothing was received")
	}
	return b.Available(), nil
}
