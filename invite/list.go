package invite

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"krapao/bonus"
	"krapao/money"
)

// Earned is what a member earned from one invitee on one day.
type Earned struct {
	// From is the invitee's name, masked.
	From   string
	Amount money.Amount
	At     time.Time
}

// List returns a page of a member's earnings, newest first, and how many there are in all.
func (s *Service) List(ctx context.Context, member string, page, limit int) ([]Earned, int, error) {
	q := s.q()
	total, err := q.CountEarnings(ctx, member)
	if err != nil {
		return nil, 0, fmt.Errorf("invite: read earnings: %w", err)
	}
	rows, err := q.Earnings(ctx, member, int32((page-1)*limit), int32(limit))
	if err != nil {
		return nil, 0, fmt.Errorf("invite: read earnings: %w", err)
	}
	names := map[string]string{}
	list := make([]Earned, len(rows))
	for i, row := range rows {
		name, known := names[row.Invitee]
		if !known {
			if name, err = s.Members.Name(ctx, row.Invitee); err != nil {
				return nil, 0, err
			}
			names[row.Invitee] = name
		}
		list[i] = Earned{From: masked(name), Amount: row.Amount, At: row.CreatedAt.Time()}
	}
	return list, int(total), nil
}

// shown is how many characters of a name others may see.
const shown = 3

// masked shows the beginning of a name only. At least one character of a short name is hidden too.
func masked(name string) string {
	runes := []rune(name)
	n := min(shown, max(0, utf8.RuneCountInString(name)-1))
	return string(runes[:n]) + "***"
}

// PercentsAt returns the percents at which the condition of an invite bonus succeeds and fails, at a version of the content.
func (s *Service) PercentsAt(ctx context.Context, version int64) (success, fail int64, err error) {
	now, err := s.kept.At(version, s.Store.Now(), func() (Settings, error) { return settings(ctx, s.q()) })
	return now.Terms.PercentSuccess, now.Terms.PercentFail, err
}

// Banners returns the page's banners, none while there are no invite bonuses.
func (s *Service) Banners(ctx context.Context) ([]bonus.Banner, error) {
	now, err := settings(ctx, s.q())
	if err != nil || !now.On {
		return nil, err
	}
	return now.Banners, nil
}
