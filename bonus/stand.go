package bonus

import (
	"context"

	"krapao/ledger"
)

// GrantStands reports whether the member's newest condition is the one that a call granted, and goes on. Of a credit too
// small for a condition it reports whether it is the newest.
func (s *Service) GrantStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := s.reads().LastCondition(ctx, member)
	c, yes, err := found(row, err)
	if err != nil || !yes {
		return false, err
	}
	goesOn := c.State == Active || c.State == Ending || c.State == Free
	return goesOn && row.Operation == key.String(), nil
}

// EndStands reports whether the member's newest condition is the one that a call ended.
func (s *Service) EndStands(ctx context.Context, member string, key ledger.Key) (bool, error) {
	row, err := s.reads().LastCondition(ctx, member)
	_, yes, err := found(row, err)
	return yes && row.EndOperation == key.String(), err
}
