package bonus

import (
	"context"
	"strconv"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// collectEvery is how often the games of one member are emptied at most, while its condition can't end.
const collectEvery = 10 * time.Second

// finish ends one condition that is ending: at once if the wallet holds what goes back, otherwise after the games were
// emptied.
func (s *Service) finish(ctx context.Context, c Condition) (bool, error) {
	_, err := s.Totals.StableTotal(ctx, c.Member) // ObserveTx ends the condition if it can
	if err == nil {
		if ended, err := s.hasEnded(ctx, c.ID); ended || err != nil {
			return ended, err
		}
	} else if !fault.Is(err, fault.TRY_AGAIN) {
		return false, err
	}
	turn := s.Store.Now().Truncate(collectEvery).Unix()
	emptied, err := s.Games.Collect(ctx, c.Member, ledger.InternalKey("finish_collect", c.ID, strconv.FormatInt(turn, 10)))
	if err != nil {
		return false, err
	}
	return s.finishAfter(ctx, c, emptied)
}

// finishAfter decides again, with the money that came from the games.
func (s *Service) finishAfter(ctx context.Context, c Condition, emptied bool) (bool, error) {
	err := s.Totals.Decide(ctx, c.Member, nil, func(ctx context.Context, tx *store.Tx, t Total) error {
		now, yes, err := live(ctx, bonusdb.New(tx), c.Member)
		if err != nil || !yes || now.ID != c.ID || now.State != Ending {
			return err
		}
		_, err = s.finishTx(ctx, tx, now, t, emptied)
		return err
	})
	if err != nil {
		return false, err
	}
	return s.hasEnded(ctx, c.ID)
}

// hasEnded reports whether a condition is neither active nor ending.
func (s *Service) hasEnded(ctx context.Context, condition string) (bool, error) {
	c, yes, err := found(s.reads().ConditionByID(ctx, condition))
	return yes && c.State != Active && c.State != Ending, err
}
