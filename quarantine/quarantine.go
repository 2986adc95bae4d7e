// Package quarantine keeps a restored store from moving money (RULES.md section 14). What happened after its backup is real
// outside and not in its books, so each system of the outside rests until two persons have compared it.
//
// Promises:
//   - A store is in quarantine from the commit of its restoration on, before any node runs on it. A store that was never restored
//     is asked once per node, and never again.
//   - While any system is in quarantine, members read (Service.Since). While one is, nobody asks it for anything or tells it
//     anything by itself (Service.Rests): a reading would book what was lost as a member's win or loss.
//   - A system that was lifted stays lifted. So an answer that it does not rest is true for ever.
//
// Who may lift is the operators' matter (operator/restoration).
package quarantine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/quarantine/internal/quarantinedb"
)

// before is how much earlier than the backup the lists of the outside begin: what was under way then may have ended since, and
// clocks differ.
const before = 2 * time.Hour

// unnamed stands for all systems until a node has named them.
const unnamed = "*"

// Service is the quarantine of one store. It is safe for concurrent use.
type Service struct {
	store  *store.Store
	brakes *brake.Service
	books  Books
	box    *secret.Box
	// over: the store is in quarantine no more, or never was.
	over atomic.Bool
}

// New makes the service.
func New(s *store.Store, brakes *brake.Service) *Service { return &Service{store: s, brakes: brakes} }

// BeginTx puts a restored store into quarantine, again if it was when its backup was made. No node runs on it.
func BeginTx(ctx context.Context, tx *store.Tx) error {
	q := quarantinedb.New(tx)
	backup, err := backupAt(ctx, q, tx.Now)
	if err == nil {
		err = q.Forget(ctx)
	}
	if err == nil {
		_, err = q.Add(ctx, quarantinedb.AddParams{
			System: unnamed, Since: clock.MicrosOf(tx.Now), BackupAt: clock.MicrosOf(backup), FromAt: clock.MicrosOf(backup.Add(-before)),
		})
	}
	if err != nil {
		return fmt.Errorf("quarantine: begin: %w", err)
	}
	return nil
}

// backupAt is the last time that a backup knows: what its nodes told each other last. Where none ever ran, it is that of the last
// batch, and now where there is none.
func backupAt(ctx context.Context, q *quarantinedb.Queries, now time.Time) (time.Time, error) {
	at, err := q.ClockAt(ctx)
	if store.NotFound(err) || err == nil && at == 0 {
		at, err = q.LastBatchAt(ctx)
	}
	if store.NotFound(err) {
		return now, nil
	}
	return at.Time(), err
}

// Name names the systems of a store in quarantine, and stops each for members. A node does so before it answers anybody; only the
// first one's names count.
func (s *Service) Name(ctx context.Context, systems func(context.Context) ([]string, error)) error {
	resting, err := s.resting(ctx)
	if err != nil || !slices.ContainsFunc(resting, func(r quarantinedb.RestingRow) bool { return r.System == unnamed }) {
		return err
	}
	names, err := systems(ctx)
	if err != nil {
		return fmt.Errorf("quarantine: systems: %w", err)
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		q := quarantinedb.New(tx)
		all, err := q.TakeUnnamed(ctx)
		if store.NotFound(err) {
			return nil // another node has named them
		}
		for _, name := range names {
			if err != nil {
				break
			}
			_, err = q.Add(ctx, quarantinedb.AddParams{System: name, Since: all.Since, BackupAt: all.BackupAt, FromAt: all.FromAt})
			if err == nil {
				err = s.brakes.StopForTx(ctx, tx, name, brake.Against{Kind: brake.Restored}, "")
			}
		}
		if err != nil {
			return fmt.Errorf("quarantine: name: %w", err)
		}
		return nil
	})
}

// Since returns since when the store is in quarantine. Zero: it is not.
func (s *Service) Since(ctx context.Context) (time.Time, error) {
	resting, err := s.resting(ctx)
	if err != nil || len(resting) == 0 {
		return time.Time{}, err
	}
	return resting[0].Since.Time(), nil
}

// Rests reports whether a system rests. A name that ends in a colon asks whether one of those does whose names begin so, and an
// empty one whether any does.
func (s *Service) Rests(ctx context.Context, system string) (bool, error) {
	resting, err := s.resting(ctx)
	several := system == "" || strings.HasSuffix(system, ":")
	return slices.ContainsFunc(resting, func(r quarantinedb.RestingRow) bool {
		return r.System == unnamed || r.System == system || several && strings.HasPrefix(r.System, system)
	}), err
}

func (s *Service) resting(ctx context.Context) ([]quarantinedb.RestingRow, error) {
	if s.over.Load() {
		return nil, nil
	}
	resting, err := quarantinedb.New(s.store.DB()).Resting(ctx)
	if err != nil {
		return nil, fmt.Errorf("quarantine: read: %w", err)
	}
	if len(resting) == 0 {
		s.over.Store(true)
	}
	return resting, nil
}

// System is a system of a restored store.
type System struct {
	Name string
	// Since is when the store was restored, and Backup the last time that its backup knows. Lists of the outside count from From on.
	Since, Backup, From time.Time
	// LiftedAt is when it was let go on, and LiftedBy who was the second to agree. Zero: it rests.
	LiftedAt time.Time
	LiftedBy string
}

// Rests reports whether the system is not used yet.
func (s System) Rests() bool { return s.LiftedAt.IsZero() }

// All returns the systems of the last restoration by name. None: the store was never restored, or no node has named them yet.
func (s *Service) All(ctx context.Context) ([]System, error) {
	rows, err := quarantinedb.New(s.store.DB()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("quarantine: read: %w", err)
	}
	list := make([]System, 0, len(rows))
	for _, r := range rows {
		if r.System != unnamed {
			list = append(list, System{
				Name: r.System, Since: r.Since.Time(), Backup: r.BackupAt.Time(), From: r.FromAt.Time(),
				LiftedAt: r.LiftedAt.Time(), LiftedBy: r.LiftedBy,
			})
		}
	}
	return list, nil
}

// RestsTx reports whether a named system rests, and keeps the answer true until the transaction ends.
func (s *Service) RestsTx(ctx context.Context, tx *store.Tx, system string) (bool, error) {
	lifted, err := quarantinedb.New(tx).Lock(ctx, system)
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("quarantine: read: %w", err)
	}
	return lifted == 0, nil
}

// LiftTx lets a system be used again. A stop for another reason than the restoration stays, and so does that of automatic
// payouts: two persons resume them when the store is in quarantine no more (operator/halt).
func (s *Service) LiftTx(ctx context.Context, tx *store.Tx, system, by string) error {
	_, err := quarantinedb.New(tx).Lift(ctx, clock.MicrosOf(tx.Now), by, system)
	if err == nil && system != brake.Payouts {
		err = s.brakes.ComparedTx(ctx, tx, system)
	}
	if err != nil {
		return fmt.Errorf("quarantine: lift %s: %w", system, err)
	}
	return nil
}
