package bonus

import (
	"context"
	"fmt"
	"slices"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// NoteOutages records when a game, or all deposits, can't be used, and returns how many outages began or ended. Run it every
// minute: an outage counts from half an hour on.
func (s *Service) NoteOutages(ctx context.Context) (changes int, err error) {
	if s.Outages == nil {
		return 0, nil
	}
	now, err := s.Outages.Now(ctx)
	if err != nil {
		return 0, err
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		changes = 0
		q := bonusdb.New(tx)
		open, err := q.OpenOutages(ctx)
		if err != nil {
			return err
		}
		for _, outage := range open {
			if slices.Contains(now, outage.Subject) {
				continue
			}
			if _, err := q.EndOutage(ctx, clock.MicrosOf(tx.Now), outage.Subject); err != nil {
				return err
			}
			changes++
		}
		for _, subject := range now {
			n, err := q.BeginOutage(ctx, subject, clock.MicrosOf(tx.Now))
			if err != nil {
				return err
			}
			changes += int(n)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("bonus: record outages: %w", err)
	}
	return changes, nil
}
