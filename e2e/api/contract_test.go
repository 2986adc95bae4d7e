package api

import (
	"net/http"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// shutsOut are calls after which a member can make no other one.
var shutsOut = map[string]bool{
	"/api/logout": true, "/api/account/changepwd": true, "/api/account/protection/break": true,
	"/api/account/protection/exclude": true,
}

// TestEveryAnswerIsTheContracts: each call is made by a member that has nothing yet, by one with an active condition, and by
// one whose condition has just ended. The client compares every answer with the published contract.
func TestEveryAnswerIsTheContracts(t *testing.T) {
	t.Parallel()
	withOffers(t, func(t *testing.T, a *apptest.App) {
		states := []struct {
			name  string
			reach func(c *apptest.Client)
			ends  string // what the walk itself would end
		}{
			{"NothingYet", func(*apptest.Client) {}, ""},
			{"OneActive", func(c *apptest.Client) {
				a.Deposit(c, "500")
				c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
				into(c, "joker", 100)
			}, "/api/bonus/clear"},
			{"JustEnded", func(c *apptest.Client) {
				a.Deposit(c, "500")
				c.Get("/api/bonus/activate/DOUBLE").OK(http.StatusOK)
				c.GivesUp()
			}, ""},
		}
		for _, state := range states {
			c := a.Member()
			state.reach(c)
			answered := map[string]bool{}
			for _, call := range append(append([]struct{ method, path, body string }{}, memberCalls...), openCalls...) {
				if shutsOut[call.path] || call.path == state.ends {
					continue
				}
				path := strings.NewReplacer("{slotCode}", "joker").Replace(call.path)
				got := c.Raw(call.method, concrete(path), call.body)
				if got.Status < http.StatusBadRequest {
					answered[call.path] = true
				}
			}
			for _, path := range []string{
				"/api/bonus", "/api/bonus/check/active", "/api/bonus/check/minimum", "/api/promotion/current", "/api/refund/check",
				"/api/wallet",
				"/api/statement", "/api/spinwheel/setup", "/api/account/profile", "/api/account/protection", "/api/account/sessions",
				"/api/qrcode/{code}",
			} {
				if !answered[path] {
					t.Errorf("%s: %s was not answered", state.name, path)
				}
			}
		}
	})
}
