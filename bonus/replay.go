package bonus

import (
	"context"

	"krapao/ledger"
)

// GrantStands reports whether the answer to an earlier grant still holds: the member's newest condition is the one that the
// call granted, and it is not over. A credit too small for a condition only has to be the newest.
func (s *Service) GrantStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := s.reads().LastCondition(ctx, member)
	c, yes, err := found(row, err)
	if err != nil || !yes {
		return false, err
	}
	goesOn := c.State == Active || c.State == Ending || c.State == Free
	return goesOn && row.Operation == key.String(), nil
}

// EndStands reports whether the answer to an earlier end still holds: the member's newest condition is the one that the call
// ended.
func (s *Service) EndStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := s.reads().LastCondition(ctx, member)
	_, yes, err := found(row, err)
	return yes && row.EndOperation == key.String(), err
}
