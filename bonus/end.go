package bonus

import (
	"context"
	"fmt"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// endTx ends an active condition with an outcome, in a decision by T. If T is not exact, or the wallet does not hold what
// goes back, the condition is only ending: the gates stay shut until Finish has brought the money home. operation is the key
// of the call that ends it; zero if no call does.
func (s *Service) endTx(
	ctx context.Context, tx *store.Tx, c Condition, outcome State, p Position, t Total, operation ledger.Key,
) (Condition, error) {
	due := p.back(outcome, t.Least)
	if most, bounded := p.mostBack(outcome); t.Doubtful != "" && bounded && most > due {
		return s.beginEndTx(ctx, tx, c, outcome, most) // money in a game that can't be read goes back too
	}
	if due > max(0, t.Wallet) {
		return s.beginEndTx(ctx, tx, c, outcome, due)
	}
	return s.settleTx(ctx, tx, c, outcome, due, operation)
}

// beginEndTx records that a condition is ending with an outcome, and what is due to the house at most.
func (s *Service) beginEndTx(
	ctx context.Context, tx *store.Tx, c Condition, outcome State, due money.Amount,
) (Condition, error) {
	n, err := bonusdb.New(tx).BeginEnd(ctx, bonusdb.BeginEndParams{
		Outcome: string(outcome), Due: int64(due), EndingAt: clock.MicrosOf(tx.Now), ID: c.ID,
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("bonus: condition %s is not active any more", c.ID)
	}
	c.State, c.Outcome, c.Due = Ending, outcome, due
	return c, err
}

// settleTx ends a condition in one commit: the money that goes back, the statement's row, the gates and the condition's row.
func (s *Service) settleTx(
	ctx context.Context, tx *store.Tx, c Condition, outcome State, back money.Amount, operation ledger.Key,
) (Condition, error) {
	if operation == (ledger.Key{}) {
		operation = ledger.InternalKey("finish", c.ID)
	}
	finished, err := s.finishRowTx(ctx, tx, c, outcome, back, operation)
	if err != nil {
		return Condition{}, err
	}
	if err := s.Members.SetGatesTx(ctx, tx, c.Member, 0, gates); err != nil {
		return Condition{}, err
	}
	if err := s.giveBackTx(ctx, tx, c, back); err != nil {
		return Condition{}, err
	}
	n, err := bonusdb.New(tx).EndCondition(ctx, bonusdb.EndConditionParams{
		State: string(outcome), Returned: int64(back), FinishTransfer: int64(finished), EndedAt: clock.MicrosOf(tx.Now),
		ID: c.ID, SeenState: string(c.State),
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("bonus: condition %s has ended since it was read", c.ID)
	}
	c.State, c.Outcome, c.Due, c.Returned, c.Finished, c.EndedAt = outcome, "", 0, back, finished, tx.Now
	return c, err
}

// giveBackTx returns to the campaign's budget what came back, so that it can be granted again.
func (s *Service) giveBackTx(ctx context.Context, tx *store.Tx, c Condition, back money.Amount) error {
	if back == 0 || !c.Source.ofCampaign() {
		return nil
	}
	return s.Budgets.GiveBackTx(ctx, tx, c.Source, c.Campaign, back)
}

// finishRowTx moves what goes back. If nothing does, it reserves and voids one satang: the end then has a row in the
// statement that moves nothing.
func (s *Service) finishRowTx(
	ctx context.Context, tx *store.Tx, c Condition, outcome State, back money.Amount, key ledger.Key,
) (ledger.ID, error) {
	order := ledger.Order{
		Key: key, Kind: ledger.KindFinishBonus, Member: c.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: labelBonus, Reason: outcome.reason(), Of: c.Granted},
	}
	if back > 0 {
		order.Debit, order.Credit, order.Amount = ledger.Wallet(c.Member), c.Source.House(), back
		moved, err := s.Books.MoveTx(ctx, tx, order)
		return moved.Transfer.ID, err
	}
	order.Debit, order.Credit, order.Amount = ledger.Capital, ledger.Wallet(c.Member), 1
	reserved, err := s.Books.ReserveTx(ctx, tx, order)
	if err != nil {
		return 0, err
	}
	_, err = s.Books.VoidTx(ctx, tx, ledger.Settlement{ID: reserved.Transfer.ID})
	return reserved.Transfer.ID, err
}
