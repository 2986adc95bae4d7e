package withdraw_test

import (
	"context"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

// read are members whose totals are being read until a time.
type read struct {
	*withdrawtest.Members
	until time.Time
}

func (m *read) LockTx(ctx context.Context, tx *store.Tx, member string) (ledger.Gate, error) {
	if time.Now().Before(m.until) {
		return 0, fault.Wrap(ledger.ErrHeld, fault.TRY_AGAIN, "held")
	}
	return m.Members.LockTx(ctx, tx, member)
}

// TestWaitsForTheHold: a member that withdraws while its total is read, perhaps by its own last withdrawal, waits and is not
// refused. A background job is refused at once and tries again. A hold longer than the request gives TRY_AGAIN, in time.
func TestWaitsForTheHold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m, held := w.Member(1000*baht), &read{Members: w.Members}
		w.Requests.Members = held
		request := func(ctx context.Context) error {
			r, err := w.Requests.Request(ctx, m, 100*baht, ledger.InternalKey("test", id.Lower(10)))
			if err == nil && r.Reference == "" {
				t.Error("no reference")
			}
			return err
		}
		for lasts, want := range map[time.Duration]string{14 * time.Second: "", time.Minute: "TRY_AGAIN"} {
			held.until = time.Now().Add(lasts)
			if err := request(t.Context()); !fault.Is(err, fault.TRY_AGAIN) {
				t.Errorf("a job: %v", err)
			}
			began := time.Now()
			ctx, cancel := patience.Request(t.Context())
			err := request(ctx)
			cancel()
			took := time.Since(began)
			if code := ""; err != nil {
				code = string(fault.Of(err).Code)
				if code != want {
					t.Errorf("held for %s: %v", lasts, err)
				}
			} else if want != code {
				t.Errorf("held for %s: it was taken", lasts)
			}
			if took < 14*time.Second || took > patience.Promised {
				t.Errorf("held for %s: told after %s", lasts, took)
			}
			time.Sleep(time.Minute)
		}
	})
}

var _ withdraw.Members = (*read)(nil)
