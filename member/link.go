package member

import (
	"context"
	"fmt"

	memberq "krapao/internal/store/q/member"
)

// mostAlike bounds how many members of one name are told of: who is linked to so many is looked at by a person.
const mostAlike = 64

// SameHolder lists the others whose registered account has a holder of the same normalised name. An account without a
// name is like no other.
func (s *Service) SameHolder(ctx context.Context, id string) ([]string, error) {
	q := memberq.New(s.Store.DB())
	row, err := q.MemberByID(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("member: same holder: %w", err)
	}
	if row.BankHolderIndex == s.holderIndex("") {
		return nil, nil
	}
	others, err := q.SameHolder(ctx, id, mostAlike)
	if err != nil {
		return nil, fmt.Errorf("member: same holder: %w", err)
	}
	return others, nil
}
