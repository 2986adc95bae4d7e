package api

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// TestAbuserTakesAndWithdrawsAtOnce (7): on two nodes, either the bonus is granted or the deposit leaves, and never both;
// of what fifty tabs ask for one is granted.
func TestAbuserTakesAndWithdrawsAtOnce(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{Content: strictLinks},
		func(t *testing.T, a *apptest.App) { takesAndWithdraws(t, a, a.Beside()) })
}

func takesAndWithdraws(t *testing.T, a, b *apptest.App) {
	t.Helper()
	for range 5 {
		m := newAbuser(t, a)
		m.deposit(500)
		other := b.Client()
		other.Token, other.Registered = m.Token, m.Registered
		var both sync.WaitGroup
		var granted, left atomic.Int64
		for i := range 50 {
			c := m.Client
			if i%2 == 1 {
				c = other
			}
			both.Go(func() {
				if c.Now(http.MethodGet, "/api/bonus/activate/WELCOME100", nil).Status == http.StatusOK {
					granted.Add(1)
				}
			})
		}
		both.Go(func() {
			if other.Now(http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 450}).Status == http.StatusOK {
				left.Add(1)
			}
		})
		both.Wait()
		if granted.Load() > 0 && left.Load() > 0 {
			t.Errorf("%d calls took the bonus, and the deposit has left", granted.Load())
		}
		if got, most := m.Balance(), 1000*money.Baht; got > most {
			t.Errorf("the wallet has %s, more than one grant", got)
		}
		if granted.Load() > 0 {
			m.GivesUp()
			if got, want := m.Balance(), 500*money.Baht; got != want {
				t.Errorf("after giving up it has %s, want %s", got, want)
			}
		}
	}
	booksWhole(t, a)
}

// TestAbuserClaimsAndWithdrawsAtOnce (13): a coupon's money is claimed while all is withdrawn. Own money may leave before it,
// the coupon's never does: it is claimed once, shuts withdrawals, and goes back when it is given up.
func TestAbuserClaimsAndWithdrawsAtOnce(t *testing.T) {
	t.Parallel()
	o := wheelOf(`{"atOnce": true, "first": 10}`, 1_000, "A cash 1 30", "B cash 1 30")
	wheel := o.Content
	o.Content = func(d content.Document) {
		wheel(d)
		strictLinks(d)
	}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		nodes := []string{a.URL}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside().URL)
		}
		for range 5 {
			m := newAbuser(t, a)
			m.deposit(500)
			m.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK)
			coupon := fmt.Sprintf(`{"coupon":%q}`, m.Get("/api/spinwheel/coupon").OK(http.StatusOK).At("0._id"))
			on := func(i int) *apptest.Client {
				c := *m.Client
				c.URL = func() string { return nodes[i%len(nodes)] }
				return &c
			}
			var all sync.WaitGroup
			var claimed, left atomic.Int64
			for i := range 25 {
				all.Go(func() {
					key := fmt.Sprint("c", i)
					got, err := on(i).Try(http.MethodPost, "/api/spinwheel/coupon/claim", coupon, "Idempotency-Key", key)
					if err == nil && got.Status == http.StatusOK {
						claimed.Add(1)
					}
				})
				all.Go(func() {
					key := fmt.Sprint("w", i)
					got, err := on(i+1).Try(http.MethodPost, "/api/wallet/withdraw", `{"amount":530}`, "Idempotency-Key", key)
					if err == nil && got.Status == http.StatusOK {
						t.Errorf("the coupon's money leaves: %s", got.Text)
					}
				})
			}
			all.Go(func() {
				got, err := on(1).Try(http.MethodPost, "/api/wallet/withdraw", `{"amount":500}`)
				if err == nil && got.Status == http.StatusOK {
					left.Add(1)
				}
			})
			all.Wait()
			if claimed.Load() == 0 { // the withdrawal's check held the member
				m.Raw(http.MethodPost, "/api/spinwheel/coupon/claim", coupon).OK(http.StatusOK)
				claimed.Add(1)
			}
			if claimed.Load() != 1 {
				t.Errorf("it was claimed %d times", claimed.Load())
			}
			if got, want := m.Balance(), (530-500*money.Amount(left.Load()))*money.Baht; got != want {
				t.Errorf("the wallet has %s, want %s", got, want)
			}
			if got := m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}); got.Status == http.StatusOK {
				t.Errorf("under the coupon's condition money leaves: %s", got.Text)
			}
			m.GivesUp()
			apptest.Eventually(t, "it has its own", func() bool { return m.has() == 500*money.Baht })
			m.gainsNothing()
		}
	})
}
