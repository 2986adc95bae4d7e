package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// One abuser at a time (RULES.md sections 7 to 10): each tries to leave with money of the house's, and leaves with no more
// than it brought and won.

// strictLinks: holders of one name are linked, as in production.
func strictLinks(d content.Document) { d["links"] = json.RawMessage(`{"holder": true}`) }

// abuser is a member who is counted.
type abuser struct {
	*apptest.Client
	a *apptest.App
	t *testing.T
	// users are its accounts by game.
	users map[string]string
	// paid is what it brought, won what it won in rounds.
	paid, won money.Amount
}

func newAbuser(t *testing.T, a *apptest.App) *abuser {
	t.Helper()
	return &abuser{Client: a.Member(), a: a, t: t, users: map[string]string{}}
}

func (m *abuser) deposit(baht int64) {
	m.t.Helper()
	m.a.Deposit(m.Client, fmt.Sprint(baht))
	m.paid += money.Amount(baht) * money.Baht
}

func (m *abuser) into(game string, baht int64) {
	m.t.Helper()
	m.user(game)
	m.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": game, "amount": baht}).OK(http.StatusOK)
}

func (m *abuser) home(game string, baht int64) {
	m.t.Helper()
	m.Post("/api/wallet/transfer", map[string]any{"from": game, "to": "WALLET", "amount": baht}).OK(http.StatusOK)
}

func (m *abuser) user(game string) string {
	m.t.Helper()
	if m.users[game] == "" {
		m.Get("/api/wallet/activate/" + game).OK(http.StatusOK)
		m.users[game] = m.Get("/api/wallet/account/" + game).OK(http.StatusOK).At("username")
	}
	return m.users[game]
}

// round plays one; win is all that comes back.
func (m *abuser) round(game string, bet, win int64) {
	m.t.Helper()
	m.a.Sandbox.Round(game, m.user(game), json.Number(fmt.Sprint(bet)), json.Number(fmt.Sprint(win)))
	m.won += money.Amount(win-bet) * money.Baht
}

// take activates a bonus.
func (m *abuser) take(code string) apptest.Answer { return m.Get("/api/bonus/activate/" + code) }

// active reports whether a condition lasts.
func (m *abuser) active() bool {
	m.t.Helper()
	return m.Get("/api/bonus/check/active").OK(http.StatusOK).At("status") == "true"
}

// has is what the member has now, wherever it is.
func (m *abuser) has() money.Amount {
	m.t.Helper()
	sum := m.Balance()
	for game, user := range m.users {
		account := m.a.Sandbox.Account(game, user)
		for _, part := range []json.Number{account.Balance, account.Outstanding} {
			if part != "" {
				sum += apptest.Baht(m.t, part.String())
			}
		}
	}
	for _, p := range m.a.Sandbox.Payouts() {
		if p.AccountNo == m.Registered.AccountNo && p.State != "failed" {
			sum += apptest.Baht(m.t, p.Amount.String())
		}
	}
	return sum
}

// gain is what it has beyond what it brought and won.
func (m *abuser) gain() money.Amount {
	m.t.Helper()
	return m.has() - m.paid - m.won
}

// gainsNothing ends an abuser's test: it leaves with nothing of the house's, and the books are whole.
func (m *abuser) gainsNothing() {
	m.t.Helper()
	if got := m.gain(); got > 0 {
		m.t.Errorf("the abuser leaves with %s of the house's", got)
	}
	booksWhole(m.t, m.a)
}

func booksWhole(t *testing.T, a *apptest.App) {
	t.Helper()
	r, err := verify.Check(t.Context(), a.Store, "")
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() {
		t.Errorf("the books: %q", r.Breaks)
	}
}

// TestAbuserWaitsForExpiry (1): it wins with the credit and lets the time run out. The credit goes back, out of the game.
func TestAbuserWaitsForExpiry(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(500)
		m.take("WELCOME100").OK(http.StatusOK)
		m.into("joker", 1000)
		m.round("joker", 100, 500)
		a.Pass(13 * 24 * time.Hour)
		m.Again()
		if !m.active() {
			t.Fatal("it ended before its time")
		}
		a.Pass(2 * 24 * time.Hour)
		m.Again()
		apptest.Eventually(t, "it expires", func() bool { return !m.active() })
		if got, want := m.has(), 900*money.Baht; got != want {
			t.Errorf("it has %s, want its own %s", got, want)
		}
		m.gainsNothing()
	})
}

// TestAbuserBringsTheTarget (2, 2b): own money, brought before or after the grant, is not what reaches the target.
func TestAbuserBringsTheTarget(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		for _, before := range []bool{false, true} {
			m := newAbuser(t, a)
			if before {
				m.deposit(3000)
			}
			m.deposit(500)
			m.take("WELCOME100").OK(http.StatusOK)
			if !before {
				m.deposit(3000)
			}
			if m.Get("/api/bonus/check/minimum").OK(http.StatusOK); !m.active() {
				t.Fatal("own money has reached the target")
			}
			m.Get("/api/bonus/clear").Refused(http.StatusConflict, "BONUS_CONDITION")
			m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
			m.GivesUp()
			if got, want := m.has(), 3500*money.Baht; got != want {
				t.Errorf("before=%v: it has %s, want its own %s", before, got, want)
			}
			m.gainsNothing()
		}
	})
}

// TestAbuserTakesTheDepositFirst (3, 4): a deposit that was withdrawn from, or that went through a game, is not matched.
func TestAbuserTakesTheDepositFirst(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(500)
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 450}).OK(http.StatusOK)
		m.take("WELCOME100").Refused(http.StatusConflict, "BONUS_CONDITION_DEPOSIT")
		a.Pass(30 * time.Second)
		m.gainsNothing()

		m = newAbuser(t, a)
		m.deposit(500)
		m.into("joker", 500)
		m.home("joker", 500)
		m.take("WELCOME100").Refused(http.StatusConflict, "BONUS_CONDITION_DEPOSIT")
		m.gainsNothing()
	})
}

// TestAbuserHidesMoneyInAGame (5): in a game that does not answer, at the grant, when it gives up and at expiry.
func TestAbuserHidesMoneyInAGame(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		down := func() {
			for _, op := range []string{"balance", "move", "check"} {
				a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: op, Mode: "down", Count: 1000})
			}
		}
		m := newAbuser(t, a)
		m.deposit(1000)
		m.into("joker", 1000)
		m.deposit(500)
		down()
		m.take("WELCOME100").Refused(http.StatusServiceUnavailable, "TRY_AGAIN")
		a.Sandbox.ClearFaults()
		m.take("WELCOME100").OK(http.StatusOK)
		m.into("joker", 1000)
		down()
		m.Get("/api/bonus/clear?giveUp=true").Refused(http.StatusServiceUnavailable, "TRY_AGAIN")
		for _, call := range []string{"withdraw", "withdrawAll"} { // what hides there may have reached the target
			waitsFor(t, m.Post("/api/wallet/"+call, map[string]any{"amount": 100}), "joker")
			m.Post("/api/wallet/"+call, map[string]any{"amount": 1}).Refused(http.StatusBadRequest, "WITHDRAW_MINIMUM")
		}
		waitsFor(t, m.take("WEEKLY"), "joker")
		if !m.active() {
			t.Fatal("it ended by what nobody read")
		}
		a.Pass(15 * 24 * time.Hour)
		a.Pass(2 * 24 * time.Hour)
		m.Again() // its time is over: it is ending for certain
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		a.Sandbox.ClearFaults()
		for range 8 { // an outage over 30 minutes is added to the time
			if a.Pass(3 * 24 * time.Hour); !m.lasts() {
				break
			}
		}
		if m.lasts() {
			t.Fatal("it does not end after the game came back")
		}
		m.gainsNothing()
	})
}

// TestWhatAGameHidesIsNotAlwaysNeeded: a condition that ends by turnover goes on until it is reached, whatever a game that can't
// be read holds, as long as the rest is not lost.
func TestWhatAGameHidesIsNotAlwaysNeeded(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(400)
		m.take("DAILY50").OK(http.StatusOK)
		m.into("joker", 400)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		m.take("WEEKLY").Refused(http.StatusConflict, "BONUS_ALREADY_ACTIVE")
		a.Sandbox.ClearFaults()
		m.into("joker", 200)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down", Count: 1000})
		waitsFor(t, m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}), "joker") // all of it may be lost
		a.Sandbox.ClearFaults()
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "BONUS_REMAINING")
		m.GivesUp()
		m.gainsNothing()
	})
}

// lasts is active, after a login.
func (m *abuser) lasts() bool {
	m.t.Helper()
	m.Again()
	return m.active()
}

// TestAbuserLosesATransfer (5c): while nobody knows where money is, nothing is granted.
func TestAbuserLosesATransfer(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(1000)
		m.user("joker")
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "lost_reply"})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 5})
		m.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 500})
		m.deposit(500)
		if got := m.take("WELCOME100"); got.Status == http.StatusOK {
			t.Error("a credit was granted while a transfer is unknown")
		}
		a.Sandbox.ClearFaults()
		a.Pass(2 * time.Minute)
		m.Again()
		m.take("WELCOME100").OK(http.StatusOK)
		m.GivesUp()
		m.gainsNothing()
	})
}

// TestAbuserMovesWhileItIsRead (6): money that travels between games is counted once, and never missed.
func TestAbuserMovesWhileItIsRead(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(1000)
		m.take("WELCOME100").OK(http.StatusOK)
		m.into("joker", 2000)
		m.user("joker2")
		var moving sync.WaitGroup
		over := make(chan struct{})
		moving.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-over:
					return
				default:
				}
				from, to := "joker", "joker2"
				if i%2 == 1 {
					from, to = to, from
				}
				m.Now(http.MethodPost, "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": 2000})
				a.Pass(time.Millisecond) // so that it takes turns with the one that reads
			}
		})
		for range 50 {
			if got := m.Now(http.MethodGet, "/api/bonus/check/minimum", nil); got.Status == http.StatusOK && got.At("total") != "2000" {
				t.Errorf("it was read as %s", got.Text)
			}
			if got := m.Now(http.MethodGet, "/api/bonus/check/active", nil); got.At("status") != "true" {
				t.Errorf("it ended although nothing was won or lost: %s", got.Text)
				break
			}
			a.Pass(time.Millisecond)
		}
		close(over)
		moving.Wait()
		m.GivesUp()
		m.gainsNothing()
	})
}

// TestAbuserOfLosses (8, 8b): a loss is refunded once, not while ahead, not in the next week, and to one of two members of
// one holder.
func TestAbuserOfLosses(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(1000)
		m.into("joker", 1000)
		m.round("joker", 1000, 1500)
		if got := m.Get("/api/refund/receive"); got.Status == http.StatusOK {
			t.Errorf("a member who is ahead is refunded: %s", got.Text)
		}
		m.round("joker", 1500, 0)
		before := m.has()
		m.Get("/api/refund/receive").OK(http.StatusOK)
		if got := m.Get("/api/refund/receive", "Idempotency-Key", "another-one-0001"); got.Status == http.StatusOK {
			t.Errorf("a loss is refunded twice: %s", got.Text)
		}
		a.Pass(7 * 24 * time.Hour)
		m.Again()
		if got := m.Get("/api/refund/receive"); got.Status == http.StatusOK {
			t.Errorf("a loss is refunded again in the next week: %s", got.Text)
		}
		m.Get("/api/refund/addWallet").OK(http.StatusOK)
		if got, want := m.has()-before, 50*money.Baht; got != want {
			t.Errorf("of 1000 lost %s came back, want %s", got, want)
		}
		booksWhole(t, a)

		// One loses what the other wins, and both are one person.
		loser := newAbuser(t, a)
		twin := apptest.NewPerson()
		twin.AccountName = loser.Registered.AccountName
		winner := &abuser{Client: a.Join(twin), a: a, t: t, users: map[string]string{}}
		for _, one := range []*abuser{loser, winner} {
			one.deposit(1000)
			one.into("joker", 1000)
		}
		loser.round("joker", 1000, 0)
		winner.round("joker", 1000, 2000)
		if got := loser.Get("/api/refund/receive"); got.Status == http.StatusOK {
			t.Errorf("a person who lost nothing in all is refunded: %s", got.Text)
		}
		booksWhole(t, a)
	})
}

// TestAbuserCircles (10): money that goes in and out earns no coin, where coins have to be played for.
func TestAbuserCircles(t *testing.T) {
	t.Parallel()
	strict := func(d content.Document) {
		strictLinks(d)
		d["coins"] = json.RawMessage(`{}`)
	}
	apptest.Each(t, apptest.Options{Content: strict}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		for range 5 {
			m.deposit(1000)
			m.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(http.StatusOK)
			a.Pass(time.Minute)
		}
		w := m.Get("/api/wallet").OK(http.StatusOK)
		if w.At("profile.coin") != "0" || w.At("profile.pendingCoin") != "0" {
			t.Errorf("circles earned coins: %s and %s", w.At("profile.coin"), w.At("profile.pendingCoin"))
		}
		m.Post("/api/spinwheel/spin", map[string]any{}).OK(http.StatusConflict)
		m.gainsNothing()
	})
}

// TestAbuserOfTurnover (11): play from before the grant does not count, and a round that is void after SUCCESS gives
// nothing more.
func TestAbuserOfTurnover(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(5000)
		m.into("joker", 5000)
		m.round("joker", 5000, 5000)
		m.deposit(100)
		m.take("DAILY50").OK(http.StatusOK) // 50 baht; 750 have to be played
		a.Pass(30 * time.Second)
		m.Get("/api/bonus/check/minimum").OK(http.StatusOK)
		if got := m.Get("/api/bonus/check/active").At("turnover.done"); !m.active() || got != "0" {
			t.Fatalf("what was played before the grant counts: %s", got)
		}
		m.round("joker", 749, 749)
		a.Pass(30 * time.Second)
		if m.Get("/api/bonus/check/minimum"); !m.active() {
			t.Fatal("it ended one baht early")
		}
		m.round("joker", 1, 1)
		a.Pass(30 * time.Second)
		if m.Get("/api/bonus/check/minimum").OK(http.StatusOK); m.active() {
			t.Fatal("it does not end although all was played")
		}
		before := m.has()
		a.Sandbox.Void("joker", m.user("joker"))
		a.Pass(time.Minute)
		if m.active() || m.has() != before {
			t.Errorf("a void round after SUCCESS changed something: %s, %s", m.has(), before)
		}
		booksWhole(t, a)
	})
}

// TestAbuserGivesUpAfterWinning (12): what was won with the credit is its own, the credit is not.
func TestAbuserGivesUpAfterWinning(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(500)
		m.take("WELCOME100").OK(http.StatusOK)
		m.into("joker", 1000)
		m.round("joker", 1000, 2500)
		m.Get("/api/bonus/check/minimum").OK(http.StatusOK)
		preview := m.Get("/api/bonus/check/active").OK(http.StatusOK)
		if preview.At("giveUp.returned") != "500" || preview.At("giveUp.kept") != "2000" {
			t.Errorf("the preview: %s", preview.Text)
		}
		m.Get("/api/bonus/clear?giveUp=true")
		apptest.Eventually(t, "it ends", func() bool { return !m.active() })
		if got, want := m.has(), 2000*money.Baht; got != want {
			t.Errorf("it has %s, want %s", got, want)
		}
		m.gainsNothing()
	})
}

// TestAbuserReusesAKey (14): one key takes one thing.
func TestAbuserReusesAKey(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		m := newAbuser(t, a)
		m.deposit(500)
		const key = "one-key-for-two-1"
		m.Get("/api/bonus/activate/WELCOME100", "Idempotency-Key", key).OK(http.StatusOK)
		m.GivesUp()
		got := m.Get("/api/bonus/activate/WEEKLY", "Idempotency-Key", key)
		if got.Status == http.StatusOK || !strings.Contains(got.Text, "IDEMPOTENCY_MISMATCH") {
			t.Errorf("the key took a second one: %d %s", got.Status, got.Text)
		}
		m.gainsNothing()
	})
}
