// Package outage records when a game, or all deposits, can't be used, and how much longer a condition lasts for it (RULES.md
// section 7).
package outage

import (
	"context"
	"fmt"
	"slices"

	"krapao/bonus/outage/internal/outagedb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// The subjects of outages: GameSubject with a game's code, or all deposits.
const (
	GameSubject     = "game:"
	DepositsSubject = "deposits"
)

// Subjects lists what can't be used now: "game:{code}", "deposits".
type Subjects interface {
	Now(ctx context.Context) (subjects []string, err error)
}

// Log records outages.
type Log struct {
	Store    *store.Store
	Subjects Subjects
}

// Note records when a game, or all deposits, can't be used, and returns how many outages began or ended. Run it every minute:
// an outage counts from half an hour on.
func (l Log) Note(ctx context.Context) (changes int, err error) {
	now, err := l.Subjects.Now(ctx)
	if err != nil {
		return 0, err
	}
	err = l.Store.Write(ctx, func(tx *store.Tx) error {
		changes = 0
		q := outagedb.New(tx)
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
