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

// Stop stops automatic payouts after a break in the books.
func (b *Brake) Stop(ctx context.Context, why string) error {
	return b.store.Write(ctx, func(tx *store.Tx) error { return b.StopTx(ctx, tx, why) })
}

// The causes of a stop that are named here. They are those of the area brake.
const (
	causeBreak   = "break"
	causeRestore = "restore"
)

// StopTx stops automatic payouts after a break in the books and records why. Where they are stopped already, the first reason
// stays.
func (b *Brake) StopTx(ctx context.Context, tx *store.Tx, why string) error {
	return b.StopAsTx(ctx, tx, causeBreak, why, "")
}

// StopAsTx is StopTx for any cause. by is the operator who stops them; empty: the product does.
func (b *Brake) StopAsTx(ctx context.Context, tx *store.Tx, cause, why, by string) error {
	q := brakedb.New(tx)
	row, err := q.LockBrake(ctx)
	if err != nil || row.StoppedAt != 0 {
		return err
	}
	return set(ctx, tx, brakedb.SetBrakeParams{StoppedAt: clock.MicrosOf(tx.Now), Cause: cause, Why: why, StoppedBy: by})
}

// set changes the brake, and the version of the content: what members are told of it is kept by that version.
func set(ctx context.Context, tx *store.Tx, to brakedb.SetBrakeParams) error {
	if err := content.ChangedTx(ctx, tx); err != nil {
		return err
	}
	return brakedb.New(tx).SetBrake(ctx, to)
}

// RestoredTx stops automatic payouts of a store that was just restored from a backup, again if they were stopped before. Nothing
// that was approved in the backup is sent until two persons have compared it with the bank (RULES.md section 14).
func (b *Brake) RestoredTx(ctx context.Context, tx *store.Tx) error {
	q := brakedb.New(tx)
	row, err := q.LockBrake(ctx)
	if err != nil {
		return err
	}
	why := "restored from a backup: what was paid since is not in the books"
	if row.StoppedAt != 0 {
		why += "; stopped before: " + row.Why
	}
	return set(ctx, tx, brakedb.SetBrakeParams{StoppedAt: clock.MicrosOf(tx.Now), Cause: causeRestore, Why: why})
}

// ResumeTx lets automatic payouts go on after they were stopped.
func (b *Brake) ResumeTx(ctx context.Context, tx *store.Tx) error {
	if _, err := brakedb.New(tx).LockBrake(ctx); err != nil {
		return err
	}
	return set(ctx, tx, brakedb.SetBrakeParams{})
}
