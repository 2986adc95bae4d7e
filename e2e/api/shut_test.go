package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/apptest"
	"krapao/money"
)

// playingMember has 700 baht in its wallet and 300 in a game.
func playingMember(a *apptest.App, game string) *apptest.Client {
	c := a.Member()
	a.Deposit(c, "1000")
	c.Get("/api/wallet/activate/" + game).OK(http.StatusOK)
	c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": game, "amount": 300}).OK(http.StatusOK)
	return c
}

// TestABreakShutsPlay: at once and not to be shortened; what is in games comes home, and what is home can be withdrawn.
func TestABreakShutsPlay(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := playingMember(a, "pg")
		for _, bad := range []map[string]any{{"days": 0}, {"days": 43}, {"days": 1.5}, {"days": "1"}, {}, {"months": 6}} {
			c.Post(protectionPath+"/break", bad).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		for _, bad := range []map[string]any{{"months": 5}, {"months": 121}, {}} {
			c.Post(protectionPath+"/exclude", bad).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		until := c.Post(protectionPath+"/break", map[string]any{"days": 7}).OK(http.StatusOK).At("until")
		at, err := time.Parse(time.RFC3339, until)
		if week := time.Until(at); err != nil || week < 7*24*time.Hour-time.Hour || week > 7*24*time.Hour+time.Hour {
			t.Errorf("until %s", until)
		}
		if again := c.Post(protectionPath+"/break", map[string]any{"days": 1}).OK(http.StatusOK).At("until"); again != until {
			t.Errorf("a shorter break: until %s, want %s", again, until)
		}
		in := map[string]any{"from": "WALLET", "to": "pg", "amount": 100}
		if refused := c.Post("/api/wallet/transfer", in).Refused(http.StatusForbidden, "SELF_EXCLUDED"); refused.At("params.until") == "" {
			t.Errorf("no end is told: %s", refused.Text)
		}
		apptest.Eventually(t, "the money is home", func() bool {
			return c.Balance() == 1000*money.Baht && c.Get(protectionPath).OK(http.StatusOK).At("comingHome") == "false"
		})
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(http.StatusOK)
		got := c.Get(protectionPath).OK(http.StatusOK)
		if got.At("breakUntil") != until || got.Value("excludedUntil") != nil || got.At("loginAt") == "" {
			t.Errorf("protection: %s", got.Text)
		}
		booksWhole(t, a)
	})
}

// TestSessionsOfAMember are listed and ended by their owner, and by nobody else.
func TestSessionsOfAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, stranger := a.Member(), a.Member()
		other := a.Client()
		other.Token = other.Post("/api/login", map[string]any{
			"username": c.Registered.Phone, "password": c.Registered.Password, "remember": false,
		}).OK(http.StatusOK).At("token")
		own := func() (current, rest []string) {
			list, _ := c.Get("/api/account/sessions").OK(http.StatusOK).Value("sessions").([]any)
			for _, one := range list {
				s, _ := one.(map[string]any)
				id, _ := s["id"].(string)
				if s["current"] == true {
					current = append(current, id)
				} else {
					rest = append(rest, id)
				}
			}
			return current, rest
		}
		current, rest := own()
		if len(current) != 1 || len(rest) == 0 {
			t.Fatalf("sessions %v and %v", current, rest)
		}
		newest := c.Get("/api/account/sessions").At("sessions.0.id")
		stranger.Do("DELETE", "/api/account/sessions/"+newest, nil).Refused(http.StatusNotFound, "NO_DATA")
		c.Do("DELETE", "/api/account/sessions/nobody", nil).Refused(http.StatusNotFound, "NO_DATA")
		for _, id := range rest {
			c.Do("DELETE", "/api/account/sessions/"+id, nil).OK(http.StatusOK)
			c.Do("DELETE", "/api/account/sessions/"+id, nil).Refused(http.StatusNotFound, "NO_DATA")
		}
		other.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
		if current, rest = own(); len(current) != 1 || len(rest) != 0 {
			t.Errorf("left are %v and %v", current, rest)
		}
		c.Do("DELETE", "/api/account/sessions/"+current[0], nil).OK(http.StatusOK)
		c.Get("/api/wallet").Refused(http.StatusUnauthorized, "invalid-token")
	})
}
