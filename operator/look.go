package operator

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/operatordb"
)

// lookedFor is how long an operator may look at one subject again without another row of the audit log.
const lookedFor = 10 * time.Minute

// A Glance is what an operator opened.
type Glance struct {
	// By is the operator, Action what it did, like member.show.
	By, Action string
	// Subject is what it looked at, and Member whom that is about, by ID; empty: nobody, or several.
	Subject, Member string
}

// Look records that an operator opened something, before it is shown: once in ten minutes per operator, action and subject.
func (p *Approvals) Look(ctx context.Context, g Glance) error {
	at, err := operatordb.New(p.store.DB()).Looked(ctx, g.By, g.Action, g.Subject)
	if err == nil && recent(at.Time(), p.store.Now()) {
		return nil
	}
	if err != nil && !store.NotFound(err) {
		return fmt.Errorf("operator: look: %w", err)
	}
	return p.store.Write(ctx, func(tx *store.Tx) error {
		n, err := operatordb.New(tx).Look(ctx, operatordb.LookParams{
			Operator: g.By, Action: g.Action, Subject: g.Subject, At: clock.MicrosOf(tx.Now),
			Before: clock.MicrosOf(tx.Now.Add(-lookedFor)),
		})
		if err != nil || n == 0 { // another call of this moment has recorded it
			return err
		}
		return p.log.AppendTx(ctx, tx, audit.Entry{
			By: g.By, Action: g.Action, Subject: g.Subject, Member: g.Member, Reason: "opened it", Fixed: true,
		})
	})
}

// recent reports whether a look of a time still counts. One of the future was written by a clock that is wrong.
func recent(at, now time.Time) bool { return !at.After(now) && now.Sub(at) < lookedFor }

// SweepLooks deletes what no look of now goes by. It returns how many.
func (p *Approvals) SweepLooks(ctx context.Context) (int, error) {
	var n int64
	err := p.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = operatordb.New(tx).SweepLooks(ctx, clock.MicrosOf(tx.Now.Add(-lookedFor)))
		return err
	})
	return int(n), err
}
