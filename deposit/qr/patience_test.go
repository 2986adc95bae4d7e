package qr_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// slowGateway takes its time to make a code.
type slowGateway struct {
	qr.Gateway
	takes *time.Duration
}

func (g slowGateway) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	select {
	case <-time.After(*g.takes):
		o.SendBy = time.Time{} // it went out at once, and its answer was late
		return g.Gateway.Create(ctx, o)
	case <-ctx.Done():
		return qr.Code{}, ctx.Err()
	}
}

// TestWaitsForASlowGateway: a code is awaited as long as the request has time, also by a late second tap, which never
// replaces the code in the making. One that does not come is QR_FAIL in time, and a later tap gets a code.
func TestWaitsForASlowGateway(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var takes time.Duration
		w := deposittest.NewWorld(t, s, deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return slowGateway{g, &takes} }})
		m := w.Member()
		tap := func() (qr.View, error) {
			ctx, cancel := patience.Request(t.Context())
			defer cancel()
			began := time.Now()
			code, err := w.Nodes[0].Codes.Create(ctx, m, "KBANK", 100*money.Baht)
			if took := time.Since(began); took > patience.Promised {
				t.Errorf("told after %s", took)
			}
			return code, err
		}
		takes = 20 * time.Second
		var first qr.View
		var wait sync.WaitGroup
		wait.Go(func() {
			var err error
			if first, err = tap(); err != nil || !first.Shown {
				t.Errorf("%+v, %v", first, err)
			}
		})
		time.Sleep(17 * time.Second)
		second, err := tap()
		wait.Wait()
		if err != nil || second.ID != first.ID || !second.Shown {
			t.Errorf("the second tap: %+v, %v; the first %s", second, err, first.ID)
		}
		time.Sleep(time.Minute)
		takes = time.Hour
		if code, err := tap(); !fault.Is(err, fault.QR_FAIL) {
			t.Errorf("%+v, %v", code, err)
		}
		takes = 0
		if code, err := tap(); err != nil || !code.Shown || code.ID == first.ID {
			t.Errorf("after that: %+v, %v", code, err)
		}
	})
}
