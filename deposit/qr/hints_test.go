package qr_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// hintedGateway counts inquiries. The body of a callback is its reference, so that anybody can send one.
type hintedGateway struct {
	qr.Gateway
	asked *atomic.Int64
	late  *atomic.Int64 // how long the next answer is on its way, a time.Duration
}

func (g hintedGateway) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	g.asked.Add(1)
	state, err := g.Gateway.Inquire(ctx, q)
	<-time.After(time.Duration(g.late.Swap(0)))
	return state, err
}

func (hintedGateway) ParseCallback(_ qr.Header, body []byte) (string, error) {
	return string(body), nil
}

// hinted is a world without polling whose gateways accept every hint.
func hinted(t *testing.T, s *store.Store) (w *deposittest.World, asked, late *atomic.Int64) {
	t.Helper()
	asked, late = &atomic.Int64{}, &atomic.Int64{}
	return deposittest.NewWorld(t, s, deposittest.Options{NoCallbacks: true, Gateway: func(g qr.Gateway) qr.Gateway {
		return hintedGateway{g, asked, late}
	}}), asked, late
}

func hint(w *deposittest.World, reference string) error {
	return w.Nodes[0].Codes.Callback(w.T.Context(), "KBANK", header{}, []byte(reference))
}

// TestHintsAboutOneCodeAreOneInquiry: any number of hints causes only a few inquiries. A payment is credited at once,
// a second one a little later, and each hint is answered after the booking.
func TestHintsAboutOneCodeAreOneInquiry(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w, asked, late := hinted(t, s)
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		var all sync.WaitGroup
		hints := func(n int) {
			for range n {
				all.Go(func() {
					if err := hint(w, q.ID); err != nil {
						t.Error(err)
					}
				})
			}
		}
		began := time.Now()
		late.Store(int64(time.Second))
		hints(1)
		synctest.Wait() // its inquiry is on its way, and all others come after that
		hints(299)
		all.Wait()
		if got := w.Balance(ledger.Wallet(m)); got != 100*money.Baht || time.Since(began) > 2*time.Second {
			t.Errorf("after %s the wallet has %s", time.Since(began), got)
		}
		if n := asked.Load(); n != 2 {
			t.Errorf("300 hints at once made %d inquiries", n)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		if err := hint(w, q.ID); err != nil || w.Balance(ledger.Wallet(m)) != 200*money.Baht {
			t.Errorf("paid twice: %s, %v", w.Balance(ledger.Wallet(m)), err)
		}
		asked.Store(0)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			hints(300)
			all.Wait()
		}
		if n := asked.Load(); n > 15 {
			t.Errorf("a minute of hints made %d inquiries", n)
		}
		w.Outside.Pay(q.ID, deposittest.Somebody)
		began = time.Now()
		if err := hint(w, q.ID); err != nil || w.Balance(ledger.Wallet(m)) != 300*money.Baht || time.Since(began) > 10*time.Second {
			t.Errorf("paid among them: %s after %s, %v", w.Balance(ledger.Wallet(m)), time.Since(began), err)
		}
		w.Agree()
	})
}

// TestAHintDuringAnInquiryIsFollowedByAnother: the payment may be newer than the answer under way.
func TestAHintDuringAnInquiryIsFollowedByAnother(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w, asked, late := hinted(t, s)
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		late.Store(int64(2 * time.Second))
		var first sync.WaitGroup
		first.Go(func() {
			if err := hint(w, q.ID); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait() // the first inquiry is on its way
		w.Outside.Pay(q.ID, deposittest.Somebody)
		if err := hint(w, q.ID); err != nil || w.Balance(ledger.Wallet(m)) != 100*money.Baht {
			t.Errorf("%s, %v", w.Balance(ledger.Wallet(m)), err)
		}
		first.Wait()
		if n := asked.Load(); n != 2 {
			t.Errorf("%d inquiries", n)
		}
	})
}

// TestAForgedReferenceIsNotAskedAbout, also one of the right shape.
func TestAForgedReferenceIsNotAskedAbout(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w, asked, _ := hinted(t, s)
		q := w.Create(w.Member(), 100*money.Baht)
		for _, forged := range []string{q.ID[:2] + id.Lower(13), q.ID[:14] + "!", q.ID + "x", "", id.Lower(15), q.ID[:14]} {
			if err := hint(w, forged); err != nil {
				t.Errorf("%q: %v", forged, err)
			}
		}
		if n := asked.Load(); n != 0 {
			t.Errorf("%d inquiries about references that were never given out", n)
		}
	})
}

// TestCallbacksAboutOurCodesAreKnown: they are let through whatever their address has sent, but not without end about one code.
func TestCallbacksAboutOurCodesAreKnown(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w, asked, _ := hinted(t, s)
		m := w.Member()
		q, other := w.Create(m, 100*money.Baht), w.Create(m, 200*money.Baht)
		ours := func(reference string) bool {
			return w.Nodes[0].Codes.Ours(t.Context(), "KBANK", header{}, []byte(reference))
		}
		before := s.Statements()
		for n := range 20 {
			if !ours(q.ID) {
				t.Errorf("the callback number %d is refused", n+1)
			}
		}
		if ours(q.ID) || !ours(other.ID) {
			t.Error("callbacks are not counted by their references")
		}
		if n := s.Statements() - before; n != 0 || asked.Load() != 0 {
			t.Errorf("%d statements, %d inquiries", n, asked.Load())
		}
		deposittest.Pass(time.Second)
		if !ours(q.ID) {
			t.Error("a second later it is still refused")
		}
		for _, forged := range []string{q.ID[:2] + id.Lower(13), q.ID + "x", "", id.Lower(15)} {
			if ours(forged) {
				t.Errorf("%q is taken for ours", forged)
			}
		}
		if w.Nodes[0].Codes.Ours(t.Context(), "NONE", header{}, []byte(q.ID)) {
			t.Error("of a gateway that is not connected")
		}
	})
}
