package approval

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/withdraw"
	"krapao/withdraw/approval/internal/approvaldb"
)

// Links knows which members may be one person (RULES.md section 1).
type Links interface {
	// Linked lists who is strongly linked to a member. It stops looking once there are more than most.
	Linked(ctx context.Context, member string, most int) ([]string, error)
	// SharedSince returns when a member came to have a device in common with another one, last. Zero: never.
	SharedSince(ctx context.Context, member string) (time.Time, error)
	// SharesAddress reports whether a member is linked to another one by an address.
	SharesAddress(ctx context.Context, member string) (bool, error)
}

// mostLinked is how many others a member may be strongly linked to; with more, a person looks.
const mostLinked = 8

// linkFacts finds out whether a link sends a withdrawal to review. A person looks at a medium link once after it came to be,
// and at a weak one only while no person has approved any withdrawal of the member: a family's telephone and a carrier's
// address would fill the queue for ever.
func (s *Service) linkFacts(ctx context.Context, member string, settings withdraw.Settings, f *Facts) (err error) {
	if s.Links == nil {
		return nil
	}
	if f.LinkedInReview, err = s.linkedInReview(ctx, member); err != nil || !settings.ReviewLinks {
		return err
	}
	shared, err := s.Links.SharedSince(ctx, member)
	if err != nil {
		return err
	}
	near, err := s.Links.SharesAddress(ctx, member)
	if err != nil || shared.IsZero() && !near {
		return err
	}
	at, err := approvaldb.New(s.Store.DB()).ApprovedByPersonAt(ctx, member)
	if err != nil {
		return fmt.Errorf("withdraw: approved by persons: %w", err)
	}
	approved := clock.Micros(at).Time()
	f.SharesDevice = !shared.IsZero() && !approved.After(shared)
	f.SharesAddress = near && approved.IsZero()
	return nil
}

// linkedInReview reports whether a withdrawal of a strongly linked member waits for a person.
func (s *Service) linkedInReview(ctx context.Context, member string) (bool, error) {
	others, err := s.Links.Linked(ctx, member, mostLinked)
	if err != nil || len(others) > mostLinked {
		return true, err
	}
	q := approvaldb.New(s.Store.DB())
	for _, other := range others {
		n, err := q.InReview(ctx, other)
		if err != nil {
			return false, fmt.Errorf("withdraw: linked members: %w", err)
		}
		if n > 0 {
			return true, nil
		}
	}
	return false, nil
}
