package payout

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"krapao/connect/payout/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
)

const (
	// settleAfter is how long a payout takes by itself.
	settleAfter = time.Second
	// mostSettled is how many payouts are settled in one transaction.
	mostSettled = 500
)

// move changes a payout's state, and reports whether it changed: the same state again changes nothing.
func (p *Payouts) move(ctx context.Context, ref, state, reason string) (payout wire.Payout, changed bool, err error) {
	err = p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		payout, changed, err = p.moveTx(ctx, tx, ref, state, reason)
		return err
	})
	return payout, changed, err
}

// before are the states that a state may follow.
var before = map[string][]string{
	wire.StateSettled: {wire.StateAccepted},
	wire.StateFailed:  {wire.StateAccepted},
	wire.StateBounced: {wire.StateAccepted, wire.StateSettled},
}

func (p *Payouts) moveTx(
	ctx context.Context, tx *sql.Tx, ref, state, reason string,
) (payout wire.Payout, changed bool, err error) {
	if payout, err = find(ctx, tx, ref); err != nil || payout.State == state {
		return payout, false, err
	}
	if !slices.Contains(before[state], payout.State) {
		return payout, false, core.ErrState
	}
	payout.State, payout.Reason, payout.UpdatedAt = state, reason, p.Now()
	_, err = tx.ExecContext(ctx, `UPDATE payout SET state = $1, reason = $2, updated_at = $3 WHERE ref = $4`,
		state, reason, clock.MicrosOf(payout.UpdatedAt), ref)
	return payout, err == nil, err
}

// decide moves a payout and notifies the wallet of a change.
func (p *Payouts) decide(ctx context.Context, ref, state, reason string) (wire.Payout, error) {
	payout, changed, err := p.move(ctx, ref, state, reason)
	if err == nil && changed {
		p.Notify(p.callback(payout))
	}
	return payout, err
}

// settleDue settles accepted payouts that are due, while auto is on, and reports whether any are still open.
func (p *Payouts) settleDue(ctx context.Context) (open bool, err error) {
	auto, err := p.Auto(ctx)
	if err != nil || !auto {
		return false, err
	}
	refs, err := core.Collect(ctx, p.DB, func(row core.Row) (ref string, err error) {
		err = row.Scan(&ref)
		return ref, err
	},
		`SELECT ref FROM payout WHERE state = $1 AND created_at <= $2 ORDER BY created_at LIMIT $3`,
		wire.StateAccepted, clock.MicrosOf(p.Now().Add(-settleAfter)), mostSettled)
	if err != nil {
		return false, err
	}
	if err := p.settleAll(ctx, refs); err != nil {
		return false, err
	}
	err = p.DB.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM payout WHERE state = $1)`, wire.StateAccepted).Scan(&open)
	return open, err
}

// settleAll settles payouts in one transaction, and notifies the wallet of each. One that somebody decided meanwhile stays as
// it is.
func (p *Payouts) settleAll(ctx context.Context, refs []string) error {
	if len(refs) == 0 {
		return nil
	}
	var settled []wire.Payout
	err := p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, ref := range refs {
			payout, changed, err := p.moveTx(ctx, tx, ref, wire.StateSettled, "")
			if err != nil && !errors.Is(err, core.ErrState) {
				return err
			}
			if changed {
				settled = append(settled, payout)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, payout := range settled {
		p.Notify(p.callback(payout))
	}
	return nil
}

// Auto reports whether payouts settle by themselves; they do unless it was turned off.
func (p *Payouts) Auto(ctx context.Context) (bool, error) {
	var value string
	err := p.DB.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'payout_auto'`).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return value != "off", err
}

func (p *Payouts) setAuto(ctx context.Context, on bool) error {
	value := "off"
	if on {
		value = "on"
	}
	return p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('payout_auto', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, value)
		return err
	})
}
