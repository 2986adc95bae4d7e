package list

import (
	"context"
	"time"

	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
)

// Desk is what lists are read with. It is safe for concurrent use.
type Desk struct{ d Deps }

// Deps are what a desk is made of.
type Deps struct {
	Store *store.Store
	Audit *audit.Log
	// Files counts the files of all nodes.
	Files *ratelimit.Limiter
	// Confirmations are what operators have confirmed: a file with names needs one.
	Confirmations operator.Confirmations
}

// NewDesk makes one.
func NewDesk(d Deps) *Desk { return &Desk{d} }

// reading reads rows, and says as of when, and where.
type reading func(ctx context.Context, read func(context.Context) error) (asOf time.Time, from string, err error)

// read is how a list is read.
func (d *Desk) read(primary bool) reading {
	if primary {
		return d.primary
	}
	return d.lagging
}

func (d *Desk) primary(ctx context.Context, read func(context.Context) error) (asOf time.Time, from string, err error) {
	return d.d.Store.Now(), "primary", read(ctx)
}

// lagging reads on the standby, if that has everything that an operator was told. A decision and its row of the audit log are one
// commit, so whoever was answered finds its decision in a standby that has the log as long as the primary's is now. What an area
// commits by itself right after the row may come some milliseconds later.
func (d *Desk) lagging(ctx context.Context, read func(context.Context) error) (asOf time.Time, from string, err error) {
	now := d.d.Store.Now()
	if !d.d.Store.HasStandby() {
		return now, "primary", read(ctx)
	}
	rows, err := d.d.Audit.Rows(ctx)
	if err != nil {
		return now, "", err
	}
	asOf, err = d.d.Store.Lagging(ctx, func(ctx context.Context, _ time.Time) (bool, error) {
		there, err := d.d.Audit.Rows(ctx)
		return there >= rows, err
	}, read)
	if asOf.IsZero() {
		return now, "primary", err
	}
	return asOf, "standby", err
}
