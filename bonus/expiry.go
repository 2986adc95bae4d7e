package bonus

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus/internal/bonusdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
)

// reportPatience is how much longer than the lag an expiry waits for a report that could not be read.
const reportPatience = 24 * time.Hour

// Expire ends conditions whose time is over, and returns how many it ended. If turnover is required, it first waits for the
// reports of all bets made in time, so that a success that was earned is not lost.
func (j *Jobs) Expire(ctx context.Context) (int, error) {
	now := j.service.Store.Now()
	rows, err := j.service.reads().Expired(ctx, clock.MicrosOf(now), batch)
	if err != nil {
		return 0, fmt.Errorf("bonus: read expired conditions: %w", err)
	}
	return j.each(ctx, rows, j.expire)
}

func (j *Jobs) expire(ctx context.Context, c Condition) (bool, error) {
	now := j.service.Store.Now()
	until, err := deadline(ctx, j.service.Store.DB(), c, now)
	if err != nil || now.Before(until) {
		return false, err
	}
	if ready, err := j.reported(ctx, c, until, now); err != nil || !ready {
		return false, err
	}
	return j.expireNow(ctx, c)
}

// expireNow decides by T. If T shows success or failure, that has ended the condition before, and nothing is left to expire.
func (j *Jobs) expireNow(ctx context.Context, c Condition) (expired bool, err error) {
	lock := []ledger.Account{c.Source.House(), ledger.Capital}
	err = j.service.Totals.Decide(ctx, c.Member, lock, func(ctx context.Context, tx *store.Tx, t Total) error {
		expired = false
		now, yes, err := live(ctx, bonusdb.New(tx), c.Member)
		if err != nil || !yes || now.ID != c.ID || now.State != Active {
			return err
		}
		p, err := j.service.positionTx(ctx, tx, now, t.Least)
		if err != nil {
			return err
		}
		_, err = j.service.endTx(ctx, tx, now, Expired, p, t, ledger.Key{})
		expired = err == nil
		return err
	})
	return expired && err == nil, err
}

// reported reports whether all reports that may hold a condition's turnover were read up to its deadline. After
// reportPatience the condition is decided without them, and the log has an error for the operator.
func (j *Jobs) reported(ctx context.Context, c Condition, until, now time.Time) (bool, error) {
	if c.Required == 0 || j.service.Play == nil {
		return true, nil
	}
	lag, missing := time.Duration(0), ""
	for _, provider := range c.Terms.Providers {
		if !j.service.Play.Reports(provider) {
			continue
		}
		lag = max(lag, j.service.Play.Lag(provider))
		upTo, err := j.service.Play.ReportedUpTo(ctx, provider)
		if err != nil {
			return false, err
		}
		if upTo.Before(until) {
			missing = provider
		}
	}
	switch due := until.Add(lag); {
	case now.Before(due):
		return false, nil
	case missing == "":
		return true, nil
	case now.Before(due.Add(reportPatience)):
		return false, nil
	}
	j.service.Log.Error("bonus: a condition expires though a provider's report could not be read",
		"condition", c.ID, "provider", missing)
	return true, nil
}
