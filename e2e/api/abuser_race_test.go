package api

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/apptest"
	"krapao/internal/store"
	"krapao/money"
)

// TestAbuserTakesAndWithdrawsAtOnce (7): on two nodes, either the bonus is granted or the deposit leaves, and never both;
// of what fifty tabs ask for one is granted.
func TestAbuserTakesAndWithdrawsAtOnce(t *testing.T) {
	t.Parallel()
	a := apptest.Start(t, apptest.Options{Engine: store.Postgres, Content: strictLinks})
	b := a.Beside()
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
				if c.Get("/api/bonus/activate/WELCOME100").Status == http.StatusOK {
					granted.Add(1)
				}
			})
		}
		both.Go(func() {
			if other.Post("/api/wallet/withdraw", map[string]any{"amount": 450}).Status == http.StatusOK {
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
			m.Get("/api/bonus/clear?giveUp=true").OK(http.StatusOK)
			if got, want := m.Balance(), 500*money.Baht; got != want {
				t.Errorf("after giving up it has %s, want %s", got, want)
			}
		}
	}
	booksWhole(t, a)
}
