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

// endTx ends an active condition with an outcome, in a decision by T. Where the wallet does not hold what goes back, or T is
// not certain, it is only beginning to end: the gates stay shut until Finish has brought it home. operation is the key
// of the call that ends it, and zero where none does.
func (s *Service) endTx(ctx context.Context, tx *store.Tx, c Condition, outcome State, p Position, t Total, operation ledger.Key) (Condition, error) {
	due := p.back(outcome, t.Least)
	if most, bounded := p.certain(outcome); t.Doubtful != "" && bounded && most > due {
		return s.beginEndTx(ctx, tx, c, outcome, most) // a game that is down hides nothing from what goes back
	}
	if due > max(0, t.Wallet) {
		return s.beginEndTx(ctx, tx, c, outcome, due)
	}
	return s.settleTx(ctx, tx, c, outcome, due, operation)
}

func (s *Service) beginEndTx(ctx context.Context, tx *store.Tx, c Condition, outcome State, due money.Amount) (Condition, error) {
	n, err := bonusdb.New(tx).BeginEnd(ctx, bonusdb.BeginEndParams{
		Outcome: string(outcome), Due: int64(due), EndingAt: clock.MicrosOf(tx.Now), ID: c.ID,
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("bonus: condition %s is not active any more", c.ID)
	}
	c.State, c.Outcome, c.Due = Ending, outcome, due
	return c, err
}

// settleTx is an end: what goes back, the row of the statement, the gates and the condition's own row, in one commit.
func (s *Service) settleTx(ctx context.Context, tx *store.Tx, c Condition, outcome State, back money.Amount, operation ledger.Key) (Condition, error) {
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
		err = fmt.Errorf("bonus: condition %s has ended since it was seen", c.ID)
	}
	c.State, c.Outcome, c.Due, c.Returned, c.Finished, c.EndedAt = outcome, "", 0, back, finished, tx.Now
	return c, err
}

// giveBackTx lets a campaign grant again what came back.
func (s *Service) giveBackTx(ctx context.Context, tx *store.Tx, c Condition, back money.Amount) error {
	if back == 0 || !c.Source.ofCampaign() {
		return nil
	}
	return bonusdb.New(tx).GiveBackToCampaign(ctx, int64(back), string(c.Source), c.Campaign)
}

// finishRowTx moves what goes back. Where nothing does, one satang is reserved and voided, so that the end has a row in the
// statement that moves nothing.
func (s *Service) finishRowTx(ctx context.Context, tx *store.Tx, c Condition, outcome State, back money.Amount, key ledger.Key) (ledger.ID, error) {
	order := ledger.Order{
		Key: key, Kind: ledger.KindFinishBonus, Member: c.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: labelBonus, Reason: outcome.reason(), Of: c.Granted},
	}
	if back > 0 {
		order.Debit, order.Credit, order.Amount = ledger.Wallet(c.Member), c.Source.house(), back
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
