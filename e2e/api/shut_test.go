package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
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
		if week := at.Sub(a.Store.Now()); err != nil || week < 7*24*time.Hour-time.Hour || week > 7*24*time.Hour+time.Hour {
			t.Errorf("until %s", until)
		}
		if again := c.Post(protectionPath+"/break", map[string]any{"days": 1}).OK(http.StatusOK).At("until"); again != until {
			t.Errorf("a shorter break: until %s, want %s", again, until)
		}
		in := map[string]any{"from": "WALLET", "to": "pg", "amount": 100}
		refused := c.Post("/api/wallet/transfer", in).Refused(http.StatusForbidden, "SELF_EXCLUDED")
		if refused.At("params.until") == "" {
			t.Errorf("no end is told: %s", refused.Text)
		}
		shutEverywhere(c)
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

// shutEverywhere demands that nothing puts money in, opens a game or grants anything.
func shutEverywhere(c *apptest.Client) {
	c.T.Helper()
	amount := map[string]any{"amount": 100}
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{"POST", "/api/qrcode/KBANK", amount},
		{"POST", "/api/wallet/add", amount},
		{"POST", "/api/wallet/transferAll", map[string]any{"to": "pg"}},
		{"GET", "/api/wallet/activate/betflix", nil},
		{"GET", "/api/wallet/account/pg", nil},
		{"GET", "/api/wallet/resetpassword/pg", nil},
		{"GET", "/api/autoLogin/pg/kxxxxxxxxxxx", nil},
		{"GET", "/api/bonus/activate/WELCOME100", nil},
		{"GET", "/api/promotion/activate/WELCOME", nil},
		{"POST", "/api/spinwheel/spin", map[string]any{}},
	} {
		got := c.Do(call.method, call.path, call.body)
		if got.Status != http.StatusForbidden || !strings.Contains(got.Text, `"SELF_EXCLUDED"`) {
			c.T.Errorf("%s %s: %d %s", call.method, call.path, got.Status, got.Text)
		}
	}
}

// TestMoneyForAShutMemberIsHeld: a code was open when the member shut itself out; what is paid for it is kept apart, told
// with its reason, and goes back to its payer. What is released instead can be withdrawn, and earns nothing to play with.
func TestMoneyForAShutMemberIsHeld(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		open := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 200}).OK(http.StatusOK).At("qrcodeId")
		c.Post(protectionPath+"/exclude", map[string]any{"months": 6}).OK(http.StatusOK)
		a.Sandbox.Pay(open, sandboxtest.Payer{})
		apptest.Eventually(t, "it is held", func() bool { return c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") == "200" })
		got := c.Get("/api/wallet").OK(http.StatusOK)
		if got.At("wallet.amount") != "0" || got.At("wallet.holds.0.reason") != "SELF_EXCLUDED" || got.At("profile.coin") != "0" {
			t.Errorf("the wallet: %s", got.Text)
		}
		if got := c.Get(protectionPath).OK(http.StatusOK); got.At("net.deposits") != "0" || got.Value("excludedUntil") == nil {
			t.Errorf("protection: %s", got.Text)
		}
		waiting, err := a.Deposits.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatalf("operators see %+v, %v", waiting, err)
		}
		err = a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := a.Deposits.ReturnTx(t.Context(), tx, waiting[0].ID)
			return err
		})
		if err != nil || c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") != "0" {
			t.Errorf("it did not go back: %v", err)
		}
		a.Sandbox.Pay(open, sandboxtest.Payer{}) // once more
		releaseHeld(t, a, c)
		if got := c.Get("/api/wallet").OK(http.StatusOK); got.At("wallet.amount") != "200" || got.At("profile.coin") != "0" ||
			got.At("profile.pendingCoin") != "0" {
			t.Errorf("released: %s", got.Text)
		}
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 200}).OK(http.StatusOK)
		booksWhole(t, a)
	})
}

// TestMoneyReleasedAfterTheEnd: it came while the house had shut its member out, and is released when the member may play
// again: a first deposit, with its coins.
func TestMoneyReleasedAfterTheEnd(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		twoChiefs(t, a)
		c := a.Member()
		open := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 200}).OK(http.StatusOK).At("qrcodeId")
		told(t, a, "members", "deactivate", c.Registered.Phone, "@lek", "--reason", "a doubt")
		a.Sandbox.Pay(open, sandboxtest.Payer{})
		apptest.Eventually(t, "it is held", func() bool {
			waiting, err := a.Deposits.Waiting(t.Context(), 10)
			return err == nil && len(waiting) == 1 && waiting[0].Reason == fault.SELF_EXCLUDED
		})
		told(t, a, "members", "reactivate", c.Registered.Phone, "@lek", "--reason", "no doubt")
		c.Token = c.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
			OK(http.StatusOK).At("token")
		apptest.Eventually(t, "it may play", func() bool { return c.Get("/api/wallet/activate/pg").Status == http.StatusOK })
		releaseHeld(t, a, c)
		if got := c.Get("/api/wallet").OK(http.StatusOK); got.At("wallet.amount") != "200" || got.At("profile.coin") != "10" {
			t.Errorf("released: %s", got.Text)
		}
		booksWhole(t, a)
	})
}

// releaseHeld gives the 200 baht that are held to their member.
func releaseHeld(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	apptest.Eventually(t, "it is held", func() bool { return c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") == "200" })
	waiting, err := a.Deposits.Waiting(t.Context(), 10)
	if err != nil || len(waiting) != 1 {
		t.Fatalf("operators see %+v, %v", waiting, err)
	}
	err = a.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := a.Deposits.ReleaseTx(t.Context(), tx, waiting[0].ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestALossLimitBoundsTransfers: what is in games and what was lost there count together, whichever way money goes in.
func TestALossLimitBoundsTransfers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := playingMember(a, "pg")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		c.Put(protectionPath+"/limit", map[string]any{"kind": "loss", "period": "day", "amount": 400}).OK(http.StatusOK)
		limit := func(used, left string) {
			t.Helper()
			if got := c.Get(protectionPath).OK(http.StatusOK); got.At("limits.0.kind") != "loss" ||
				got.At("limits.0.used") != used || got.At("limits.0.left") != left {
				t.Errorf("want %s used and %s left: %s", used, left, got.Text)
			}
		}
		limit("0", "100")
		move := func(from, to string, amount int) apptest.Answer {
			return c.Post("/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": amount})
		}
		refused := move("WALLET", "joker", 101).Refused(http.StatusForbidden, "LIMIT_REACHED")
		if refused.At("params.kind") != "loss" || refused.At("params.limit") != "400" || refused.At("params.left") != "100" {
			t.Errorf("refused: %s", refused.Text)
		}
		c.Post("/api/wallet/transferAll", map[string]any{"to": "joker"}).Refused(http.StatusForbidden, "LIMIT_REACHED")
		if got := c.Balance(); got != 700*money.Baht {
			t.Errorf("a refusal moved money: %s", got)
		}
		move("pg", "joker", 300).OK(http.StatusOK) // from game to game nothing more is at stake
		move("WALLET", "joker", 100).OK(http.StatusOK)
		limit("0", "0")
		move("WALLET", "joker", 1).Refused(http.StatusForbidden, "LIMIT_REACHED")
		move("joker", "WALLET", 400).OK(http.StatusOK)
		limit("0", "400")
		booksWhole(t, a)
	})
}

// TestMoneyWaitsForWhoWasAway: after half an hour without a call, whatever is called first, money moves out of the wallet and
// the games once the password was given; a call that was answered before is answered again. The demo's content does not ask.
func TestMoneyWaitsForWhoWasAway(t *testing.T) {
	t.Parallel()
	for name, asks := range map[string]bool{"Production": true, "Demo": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := apptest.Options{Limits: true}
			if asks {
				o.Content = func(d content.Document) { d["protection"] = json.RawMessage(`{}`) }
			}
			apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
				c := a.Member()
				a.Deposit(c, "1000")
				c.Get("/api/wallet/activate/pg").OK(http.StatusOK)
				move := func(key string) apptest.Answer {
					return c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "pg", "amount": 100}, "Idempotency-Key", key)
				}
				move("one").OK(http.StatusOK)
				a.Leap(31 * time.Minute)
				c.Get("/api/wallet").OK(http.StatusOK)
				if !asks {
					move("two").OK(http.StatusOK)
					return
				}
				for _, path := range []string{"withdraw", "withdrawAll"} {
					c.Post("/api/wallet/"+path, map[string]any{"amount": 100}).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
				}
				c.Post("/api/wallet/transferAll", map[string]any{"to": "pg"}).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
				move("two").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
				move("one").OK(http.StatusOK)
				c.Post("/api/account/confirm", map[string]any{"password": c.Registered.Password}).OK(http.StatusOK)
				move("two").OK(http.StatusOK)
				a.Leap(10 * time.Minute) // the password counts until the session is left alone again
				move("three").OK(http.StatusOK)
			})
		})
	}
}

// TestWhoOneIsIsAskedAgain where the operator's content does not switch it off: nothing happens before, the right password
// opens for this session, and wrong ones count with wrong logins.
func TestWhoOneIsIsAskedAgain(t *testing.T) {
	t.Parallel()
	strict := func(d content.Document) { d["protection"] = json.RawMessage(`{}`) }
	apptest.Each(t, apptest.Options{Content: strict, Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "1000")
		c.Get("/api/wallet/activate/pg").OK(http.StatusOK)
		const key = "0123456789"
		withdraw := map[string]any{"amount": 100}
		for range 2 {
			c.Post("/api/wallet/withdraw", withdraw, "Idempotency-Key", key).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		}
		c.Post("/api/wallet/withdrawAll", withdraw).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Get("/api/wallet/account/pg").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Put("/api/account/profile", map[string]any{
			"name": "x", "bankCode": c.Registered.Bank, "bankAccountName": c.Registered.AccountName,
			"bankAccountNo": c.Registered.AccountNo,
		}, "Idempotency-Key", key).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		c.Put("/api/account/bankAccountName", map[string]any{"bankCode": c.Registered.Bank, "bankAccountName": "A B"}).
			Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if got := c.Balance(); got != 1000*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		other := a.Client()
		other.Token = other.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
			OK(http.StatusOK).At("token")
		for range 4 {
			c.Post("/api/account/confirm", map[string]any{"password": "nobody's password"}).
				Refused(http.StatusBadRequest, "WRONG_PASSWORD")
		}
		c.Post("/api/account/confirm", map[string]any{"password": c.Registered.Password}).OK(http.StatusOK)
		c.Post("/api/wallet/withdraw", withdraw, "Idempotency-Key", key).OK(http.StatusOK)
		c.Get("/api/wallet/account/pg").OK(http.StatusOK)
		other.Get("/api/wallet/account/pg").Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // another session
		a.Leap(5*time.Minute - 10*time.Second)
		c.Get("/api/wallet/account/pg").OK(http.StatusOK)
		a.Leap(10 * time.Second)
		c.Get("/api/wallet/account/pg").Refused(http.StatusForbidden, "CONFIRM_IDENTITY") // it counted for five minutes
		if got := c.Balance(); got != 900*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		for range 5 {
			other.Post("/api/account/confirm", map[string]any{"password": "nobody's password"})
		}
		other.Post("/api/account/confirm", map[string]any{"password": c.Registered.Password}).
			Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
	})
}
