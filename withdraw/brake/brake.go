// Package brake stops automatic payouts of the whole house after a break in the books (RULES.md section 14). It keeps since when
// they are stopped, and why. Until two persons resume them, an operator decides every withdrawal.
package brake

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/withdraw/brake/internal/brakedb"
)

// Brake is one row for all nodes. It is safe for concurrent use.
type Brake struct{ store *store.Store }

// New returns the brake of a store.
func New(s *store.Store) *Brake { return &Brake{s} }

// Read returns since when and why automatic payouts are stopped. Zero time: they are not stopped.
func (b *Brake) Read(ctx context.Context) (since time.Time, why string, err error) {
	row, err := brakedb.New(b.store.DB()).Brake(ctx)
	if err != nil || row.StoppedAt == 0 {
		return time.Time{}, "", err
	}
	return row.StoppedAt.Time(), row.Why, nil
}

// StoppedTx returns since when automatic payouts are stopped, without locking the brake. Zero: they are not stopped.
func (b *Brake) StoppedTx(ctx context.Context, tx *store.Tx) (since time.Time, err error) {
	row, err := brakedb.New(tx).Brake(ctx)
	return row.StoppedAt.Time(), err
}

// LockTx locks the brake until the transaction ends, and reports whether automatic payouts are stopped. Approvals of all nodes
// take turns by it: no two can use the same remainder of a limit of the house.
func (b *Brake) LockTx(ctx context.Context, tx *store.Tx) (stopped bool, err error) {
	row, err := brakedb.New(tx).LockBrake(ctx)
	return row.StoppedAt != 0, err
}

// StopTx stops automatic payouts, and keeps why: a cause and what was found, as the area brake writes them, and words. by is the
// operator who stops them; empty: the product does. Where they are stopped already, the first reason stays.
func (b *Brake) StopTx(ctx context.Context, tx *store.Tx, cause, found, why, by string) error {
	row, err := brakedb.New(tx).LockBrake(ctx)
	if err != nil || row.StoppedAt != 0 {
		return err
	}
	return set(ctx, tx, brakedb.SetBrakeParams{
		StoppedAt: clock.MicrosOf(tx.Now), Cause: cause, Why: why, Found: found, StoppedBy: by,
	})
}

// set changes the brake, and the version of the content: what members are told of it is kept by that version.
func set(ctx context.Context, tx *store.Tx, to brakedb.SetBrakeParams) error {
	if err := content.ChangedTx(ctx, tx); err != nil {
		return err
	}
	return brakedb.New(tx).SetBrake(ctx, to)
}

// ResumeTx lets automatic payouts go on after they were stopped.
func (b *Brake) ResumeTx(ctx context.Context, tx *store.Tx) error {
	if _, err := brakedb.New(tx).LockBrake(ctx); err != nil {
		return err
	}
	return set(ctx, tx, brakedb.SetBrakeParams{})
}
