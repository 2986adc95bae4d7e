package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// matchTx finds the deposit that a credit matches, and sets the condition's deposit and credit. It is the member's latest
// deposit if that was credited within the window, is not below the minimum, was matched by no other condition, and is
// untouched: since it arrived, the wallet was never below its amount.
func (s *Service) matchTx(ctx context.Context, tx *store.Tx, m Match, c *Condition) error {
	latest, yes, err := s.Deposits.LatestTx(ctx, tx, c.Member)
	switch {
	case err != nil:
		return err
	case !yes:
		return unmatched("there is no deposit")
	case tx.Now.Sub(latest.CreditedAt) > m.Window:
		return unmatched("the latest deposit is too old")
	case latest.Amount < m.Minimum:
		return unmatched("the latest deposit is too small").With("minimum", m.Minimum)
	}
	if _, taken, err := found(bonusdb.New(tx).ConditionMatching(ctx, latest.Inflow)); err != nil {
		return err
	} else if taken {
		return unmatched("the latest deposit was matched before")
	}
	least, known, err := s.Figures.LowestSinceTx(ctx, tx, ledger.Wallet(c.Member), latest.Transfer)
	if err != nil {
		return err
	}
	if !known || least < latest.Amount {
		return unmatched("the wallet was below the latest deposit since it arrived")
	}
	c.Matched, c.Deposit = latest.Inflow, latest.Amount
	c.Credit = min(m.Cap, latest.Amount.Percent(m.Percent))
	return nil
}

func unmatched(why string) *fault.Error { return fault.New(fault.BONUS_CONDITION_DEPOSIT, "%s", why) }
