package wallet

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// resume continues an operation of several legs that has not ended.
func (s *Service) resume(ctx context.Context, parent string) error {
	row, err := walletdb.New(s.store.DB()).Movement(ctx, parent)
	if err != nil {
		return fmt.Errorf("wallet: read a movement: %w", err)
	}
	if row.EndedAt != 0 {
		return nil
	}
	m, err := s.load(ctx, row)
	if err != nil {
		return err
	}
	_, err = s.advance(ctx, m, time.Time{})
	return err
}

// Sweep takes over movements whose worker is gone, and returns how many. Call it every few seconds, on every node, with a
// minute of time.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	return sweep.Job[walletdb.Movement]{
		Places: s.sweeping, Provider: gamesOf, Name: func(row walletdb.Movement) string { return row.ID },
		Due: func(ctx context.Context) ([]walletdb.Movement, error) {
			rows, err := walletdb.New(s.store.DB()).DueMovements(ctx, clock.MicrosOf(s.store.Now()), sweep.Limit)
			if err != nil {
				return nil, fmt.Errorf("wallet: read due movements: %w", err)
			}
			return rows, nil
		},
		Work: func(row walletdb.Movement) bool {
			if mine, err := s.takeMovement(ctx, row); err != nil || !mine {
				return false
			}
			if err := s.resume(ctx, row.ID); err != nil {
				s.settings.Log.Warn("wallet: movement waits for the next sweep", "movement", row.ID, "error", err)
			}
			return true
		},
	}.Run(ctx)
}

// gamesOf names the games of a movement, so that a provider that hangs delays only its own. A movement from all games
// counts by itself.
func gamesOf(m walletdb.Movement) string {
	if m.Kind == movementAll {
		return m.ID
	}
	from, _, _ := strings.Cut(strings.TrimPrefix(m.Request, m.Kind+" "), " ")
	return from + " " + m.Target
}

func (s *Service) takeMovement(ctx context.Context, row walletdb.Movement) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).TakeMovement(ctx, row.ID, row.DueAt, clock.MicrosOf(tx.Now.Add(s.lease())))
		return err
	})
	return n == 1, err
}
