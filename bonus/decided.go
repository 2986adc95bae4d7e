package bonus

import (
	"context"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
)

// GiveUpTx begins the end of a member's condition as given up, inside an operator's decision. No game is asked: what goes back,
// at most the credit and never the member's own money, is decided by the next stable total (Finish), and the gates stay shut
// until then. BONUS_CONDITION: the condition is not the member's active one.
func (s *Service) GiveUpTx(ctx context.Context, tx *store.Tx, member, condition string) error {
	if _, err := s.Members.LockTx(ctx, tx, member); err != nil {
		return err
	}
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	if err != nil {
		return err
	}
	if !yes || c.ID != condition || c.State != Active {
		return errNotActive(condition)
	}
	most, _ := Position{Credit: c.Credit}.mostBack(GivenUp)
	_, err = s.beginEndTx(ctx, tx, c, GivenUp, most)
	return err
}

// Givable returns a member's active condition, which an operator may end. What a stable total shows has ended it before:
// BONUS_CONDITION then, and TRY_AGAIN where a game hides whether it has reached its end.
func (s *Service) Givable(ctx context.Context, member, condition string) (View, error) {
	if err := s.Settle(ctx, member); err != nil {
		return View{}, err
	}
	v, err := s.Active(ctx, member)
	if err != nil {
		return View{}, err
	}
	if v == nil || v.Condition.ID != condition || v.Condition.State != Active {
		return View{}, errNotActive(condition)
	}
	return *v, nil
}

// GivableTx reports whether a condition is its member's active one still, with the member's state locked.
func (s *Service) GivableTx(ctx context.Context, tx *store.Tx, member, condition string) (bool, error) {
	if _, err := s.Members.LockTx(ctx, tx, member); err != nil {
		return false, err
	}
	c, yes, err := live(ctx, bonusdb.New(tx), member)
	return yes && c.ID == condition && c.State == Active, err
}

func errNotActive(condition string) *fault.Error {
	return fault.New(fault.BONUS_CONDITION, "%q is no active condition of the member", condition)
}

// FinishSoon tries once to bring home what an ending condition gives back. The job goes on where it does not succeed.
func (s *Service) FinishSoon(ctx context.Context, condition string) {
	c, yes, err := found(s.reads().ConditionByID(ctx, condition))
	if err == nil && yes {
		_, err = s.tryFinish(ctx, c)
	}
	if err != nil {
		s.Log.Info("bonus: an ended condition is finished later", "condition", condition, "error", err)
	}
}
