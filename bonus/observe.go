package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/store"
	"krapao/ledger"
)

// Accounts are the accounts that money moves to or from when the member's condition ends.
func (s *Service) Accounts(ctx context.Context, tx *store.Tx, member string) ([]ledger.Account, error) {
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil || !yes {
		return nil, err
	}
	return []ledger.Account{c.Source.House(), ledger.Capital}, nil
}

// ObserveTx observes each stable total, in the transaction that decides by it. It ends the member's condition if the total
// shows its end, and reports whether it changed anything.
func (s *Service) ObserveTx(ctx context.Context, tx *store.Tx, member string, t Total) (changed bool, err error) {
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil || !yes {
		return false, err
	}
	if c.State == Ending {
		return s.finishTx(ctx, tx, c, t, false)
	}
	p, err := s.positionTx(ctx, tx, c, t.Least)
	if err != nil {
		return false, err
	}
	outcome, ended := p.Outcome(t.Least, t.Most, t.MostKnown)
	if !ended {
		return false, nil
	}
	if counts, err := s.countsTx(ctx, tx, c, outcome, p, t); err != nil || !counts {
		return false, err
	}
	_, err = s.endTx(ctx, tx, c, outcome, p, t, ledger.Key{})
	return err == nil, err
}

// countsTx reports whether an end that T shows counts. A target reached after the condition's time does not; and if only a
// part may be kept, T has to be exact.
func (s *Service) countsTx(ctx context.Context, tx *store.Tx, c Condition, outcome State, p Position, t Total) (bool, error) {
	if outcome != Success {
		return true, nil
	}
	if p.Most != NoMost && t.Doubtful != "" {
		return false, nil
	}
	if c.Terms.End != EndTarget {
		return true, nil // turnover counts by the time of its bets
	}
	over, err := late(ctx, tx, c)
	return !over, err
}

// dust is more than emptied games can still hold: each holds less than its smallest step.
const dust = free

// finishTx ends a condition that is ending, once the wallet holds what goes back. The amount follows from T now, and is
// never more than was due at the decision. emptied: no game holds as much as one step of its amounts.
func (s *Service) finishTx(ctx context.Context, tx *store.Tx, c Condition, t Total, emptied bool) (bool, error) {
	p, err := s.positionTx(ctx, tx, c, t.Least)
	if err != nil {
		return false, err
	}
	due := min(c.Due, p.back(c.Outcome, t.Least))
	if t.Doubtful != "" && due < c.Due {
		return false, nil
	}
	if wallet := max(0, t.Wallet); due > wallet {
		if !emptied || t.Doubtful != "" || t.Least-t.Wallet >= dust {
			return false, nil
		}
		due = wallet
	}
	_, err = s.settleTx(ctx, tx, c, c.Outcome, due, ledger.Key{})
	return err == nil, err
}
