package game

import (
	"context"
	"time"

	"krapao/internal/store"
	"krapao/money"
)

// What other areas do in the transactions of this one. Each is set once, when the program is built, before the first call.

// OnPlayed sets what runs in the commit that keeps rows of a report, with what they add to members' play, sorted by member.
// Its error takes the commit back, and the same rows are read again. It may see parts of one page, and corrections that
// take turnover back.
func (s *Service) OnPlayed(f func(ctx context.Context, tx *store.Tx, list []PlayAdded) error) {
	s.onPlayed = f
}

// OnChanged sets what runs in the commit that books a reading, with the change that our transfers don't explain. It runs
// for providers that report no play. The account is as it was before the reading, which was asked for at asked.
func (s *Service) OnChanged(
	f func(ctx context.Context, tx *store.Tx, before Account, change money.Amount, asked time.Time) error,
) {
	s.onChanged = f
}

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.onPlayed == nil {
		setters = append(setters, "game.OnPlayed")
	}
	if s.onChanged == nil {
		setters = append(setters, "game.OnChanged")
	}
	return setters
}
