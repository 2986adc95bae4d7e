package proof

import (
	"context"
	"time"
)

// A large ledger costs a node no more than a small one: what takes long is done less often.

// share is the part of the time that each kind of look at what is old may take: a fiftieth.
const share = 50

// turn looks at the next slices, and begins again after the last. It begins no slice after the time most has passed.
func turn(
	ctx context.Context, slices int, most time.Duration, at *int64, slice func(context.Context, int64) (int64, bool, error),
) error {
	began := time.Now()
	for n := 0; n < slices && (n == 0 || time.Since(began) < most); n++ {
		last, more, err := slice(ctx, *at)
		if err != nil {
			return err
		}
		*at = last
		if !more {
			*at = -1
			return nil
		}
	}
	return nil
}

// pace spaces out a look at the whole ledger. The zero value makes each look; with a least time, a look that took longer is
// followed by a rest, so that it takes its share of the time.
type pace struct {
	least time.Duration
	rests time.Time // until when; zero: it does not
}

func (p *pace) keep(ctx context.Context, look func(context.Context) error) error {
	began := time.Now()
	if began.Before(p.rests) {
		return nil
	}
	err := look(ctx)
	if took := time.Since(began); p.least > 0 && took > p.least {
		p.rests = began.Add(share * took)
	}
	return err
}
