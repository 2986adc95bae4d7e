package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestASlowDay: everything outside answers after many seconds, and a member still registers, pays, plays and withdraws. Nothing
// is refused, nothing is asked for twice, and each call is answered within what API.md promises.
func TestASlowDay(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		const slow = 12 * time.Second
		day := func(target, op string, takes time.Duration) {
			a.Sandbox.AddFault(sandboxtest.Fault{
				Target: target, Op: op, Mode: "slow", Count: 1000, DelayMS: int(takes / time.Millisecond),
			})
		}
		day("sms", "", slow)
		day("qr:KBANK", "create", slow)
		for _, game := range []string{"game:joker", "game:pgslot"} {
			day(game, "create", slow)
			day(game, "launch", slow)
			day(game, "balance", 3*time.Second)
			day(game, "move", 3*time.Second)
		}
		began := time.Now()
		told := func(answer apptest.Answer, status int) apptest.Answer {
			t.Helper()
			if took := time.Since(began); took > patience.Promised {
				t.Errorf("%s: told after %s", answer.Text, took)
			}
			answer.OK(status)
			began = time.Now()
			return answer
		}
		c := a.Member()
		a.Deposit(c, "1000")
		began = time.Now()
		move := func(from, to string) {
			t.Helper()
			told(c.Post("/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": 100}), http.StatusOK)
		}
		for _, game := range []string{"joker", "pgslot"} {
			told(c.Get("/api/wallet/activate/"+game), http.StatusOK)
			move("WALLET", game)
			move("WALLET", game)
			move(game, "WALLET")
			name := told(c.Get("/api/wallet/account/"+game), http.StatusOK).At("username")
			if game == "pgslot" {
				told(c.Get("/api/autoLogin/pgslot/"+name+"/-"), http.StatusOK)
			}
			told(c.Get("/api/wallet/refresh/slot"), http.StatusOK)
			pass(2 * time.Second) // where the balance is the only witness, nothing was launched for a moment
		}
		move("joker", "pgslot")
		// The house's check of a withdrawal reads the games for some seconds, and the member goes on.
		for range 3 {
			told(c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}), http.StatusOK)
		}
		told(c.Post("/api/wallet/withdrawAll", map[string]any{"amount": 200}), http.StatusOK)
	})
}
