package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/play/internal/playdb"
)

// PlayedTx reduces U by what a report adds, in the commit that keeps it. Members are locked in the order of their IDs, so that
// reports with the same members don't deadlock.
func (s *Service) PlayedTx(ctx context.Context, tx *store.Tx, list []Added) error {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b Added) int { return cmp.Compare(a.Member, b.Member) })
	for len(list) > 0 {
		member := list[0].Member
		end := slices.IndexFunc(list, func(a Added) bool { return a.Member != member })
		if end < 0 {
			end = len(list)
		}
		if err := s.memberPlayedTx(ctx, tx, member, list[:end]); err != nil {
			return err
		}
		list = list[end:]
	}
	return nil
}

// ChangedTx reduces U by a change of the balance that our transfers don't explain, at a game that reports no play. A win
// counts like a loss: who won has played too. since is the reading before.
func (s *Service) ChangedTx(
	ctx context.Context, tx *store.Tx, member string, since, at time.Time, change money.Amount,
) error {
	return s.PlayedTx(ctx, tx, []Added{{Member: member, Since: since, BetAt: at, Turnover: max(change, -change)}})
}

func (s *Service) memberPlayedTx(ctx context.Context, tx *store.Tx, member string, list []Added) error {
	if !slices.ContainsFunc(list, func(a Added) bool { return a.Turnover > 0 }) {
		return nil
	}
	q := playdb.New(tx)
	lots, err := openLots(ctx, tx, member)
	if err != nil {
		return err
	}
	rests := make([]int64, len(lots))
	for i, lot := range lots {
		rests[i] = lot.Rest
	}
	fell := money.Amount(0)
	for _, added := range list {
		fell += reduce(lots, added)
	}
	for i, lot := range lots {
		if lot.Rest == rests[i] {
			continue
		}
		if err := q.SetLotRest(ctx, lot.Rest, lot.Inflow); err != nil {
			return fmt.Errorf("play: played: %w", err)
		}
	}
	if fell == 0 || s.coins == nil {
		return nil
	}
	return s.coins.PlayedTx(ctx, tx, member, fell)
}

// reduce takes a turnover off the lots that were there when it was made, the oldest first, and returns how much it took.
func reduce(lots []playdb.PlayLot, added Added) (fell money.Amount) {
	left := int64(added.Turnover)
	for i := range lots {
		if left <= 0 || lots[i].CreditedAt > clock.MicrosOf(added.Since) {
			break
		}
		part := min(left, lots[i].Rest)
		lots[i].Rest, left, fell = lots[i].Rest-part, left-part, fell+money.Amount(part)
	}
	return fell
}
