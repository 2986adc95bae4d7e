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

// reportPatience is how much longer than the lag an expiry waits for a report that is not read.
const reportPatience = 24 * time.Hour

// Expire ends conditions whose time is over, and returns how many. Where a turnover is required, it waits until what was bet
// in time is reported: success that was earned comes first.
func (s *Service) Expire(ctx context.Context) (int, error) {
	now := s.Store.Now()
	rows, err := s.reads().Expired(ctx, clock.MicrosOf(now), batch)
	if err != nil {
		return 0, fmt.Errorf("bonus: expired: %w", err)
	}
	return s.each(ctx, rows, s.expire)
}

func (s *Service) expire(ctx context.Context, c Condition) (bool, error) {
	now := s.Store.Now()
	until, err := deadline(ctx, s.reads(), c, now)
	if err != nil || now.Before(until) {
		return false, err
	}
	if ready, err := s.reported(ctx, c, until, now); err != nil || !ready {
		return false, err
	}
	return s.expireNow(ctx, c)
}

// expireNow decides by T, which ends the condition with success where it shows that. No other end is left then.
func (s *Service) expireNow(ctx context.Context, c Condition) (expired bool, err error) {
	err = s.Totals.Decide(ctx, c.Member, []ledger.Account{c.Source.house(), ledger.Capital}, func(ctx context.Context, tx *store.Tx, t Total) error {
		expired = false
		now, yes, err := live(ctx, bonusdb.New(tx), c.Member)
		if err != nil || !yes || now.ID != c.ID || now.State != Active {
			return err
		}
		p, err := s.positionTx(ctx, tx, now, t.Least)
		if err != nil {
			return err
		}
		_, err = s.endTx(ctx, tx, now, Expired, p, t, ledger.Key{})
		expired = err == nil
		return err
	})
	return expired && err == nil, err
}

// reported tells whether every report that a condition's turnover may stand in was read up to its deadline. After a day of
// waiting it is decided without, and somebody is told.
func (s *Service) reported(ctx context.Context, c Condition, until, now time.Time) (bool, error) {
	if c.Required == 0 || s.Play == nil {
		return true, nil
	}
	lag, missing := time.Duration(0), ""
	for _, provider := range c.Terms.Providers {
		if !s.Play.Reports(provider) {
			continue
		}
		lag = max(lag, s.Play.Lag(provider))
		upTo, err := s.Play.ReportedUpTo(ctx, provider)
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
	s.Log.Error("bonus: a condition expires without a report that could not be read", "condition", c.ID, "provider", missing)
	return true, nil
}
