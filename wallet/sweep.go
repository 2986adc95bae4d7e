package wallet

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/internal/walletdb"
)

// follow goes on with the movement that a settled transfer is a leg of.
func (s *Service) follow(ctx context.Context, t ledger.Transfer) {
	if t.Detail.Parent == "" {
		return
	}
	if err := s.resume(ctx, t.Detail.Parent); err != nil {
		s.settings.Log.Warn("wallet: movement left to the sweep", "movement", t.Detail.Parent, "error", err)
	}
}

func (s *Service) resume(ctx context.Context, parent string) error {
	row, err := walletdb.New(s.store.DB()).Movement(ctx, parent)
	if err != nil {
		return fmt.Errorf("wallet: movement: %w", err)
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

// sweepLimit bounds what is looked at at once.
const sweepLimit = 1000

// Sweep takes up movements whose worker went away, and returns how many. Call it every few seconds, on every node, with a
// minute of time.
func (s *Service) Sweep(ctx context.Context) (int, error) {
	return sweep[walletdb.Movement]{
		places: s.sweeping, provider: gamesOf, name: func(row walletdb.Movement) string { return row.ID },
		due: func(ctx context.Context) ([]walletdb.Movement, error) {
			rows, err := walletdb.New(s.store.DB()).DueMovements(ctx, s.store.Now().UnixMicro(), sweepLimit)
			if err != nil {
				return nil, fmt.Errorf("wallet: sweep: %w", err)
			}
			return rows, nil
		},
		work: func(row walletdb.Movement) bool {
			if mine, err := s.takeMovement(ctx, row); err != nil || !mine {
				return false
			}
			if err := s.resume(ctx, row.ID); err != nil {
				s.settings.Log.Warn("wallet: movement waits for the next sweep", "movement", row.ID, "error", err)
			}
			return true
		},
	}.run(ctx)
}

// gamesOf names the games that a movement is about, so that those at a provider that hangs delay their own. One that
// gathers from all games is on its own.
func gamesOf(m walletdb.Movement) string {
	if m.Kind == movementAll {
		return m.ID
	}
	from, _, _ := strings.Cut(strings.TrimPrefix(m.Request, m.Kind+" "), " ")
	return from + " " + m.Target
}

// sideBySide works on rows and counts those that were ours to do. A row whose provider has no place left stays due.
func sideBySide[T any](places *places, rows []T, provider func(T) string, work func(T) bool) int {
	var wait sync.WaitGroup
	var done atomic.Int64
	for _, row := range rows {
		release, free := places.take(provider(row))
		if !free {
			continue
		}
		wait.Go(func() {
			defer release()
			if work(row) {
				done.Add(1)
			}
		})
	}
	wait.Wait()
	return int(done.Load())
}

func (s *Service) takeMovement(ctx context.Context, row walletdb.Movement) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).TakeMovement(ctx, row.ID, row.DueAt, tx.Now.Add(s.lease()).UnixMicro())
		return err
	})
	return n == 1, err
}
