package api

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// code is the member's invitation.
func (m *abuser) code() string {
	m.t.Helper()
	return "PR" + m.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
}

// invites registers somebody by the member's code.
func (m *abuser) invites(p apptest.Person) *abuser {
	m.t.Helper()
	c := m.a.Client()
	r := p.Registration()
	r["inviteCode"] = m.code()
	c.Post("/api/account", r, "X-Otp-Token", m.a.Prove(c, p.Phone)).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(http.StatusOK).At("token")
	c.Registered = p
	return &abuser{Client: c, a: m.a, t: m.t, users: map[string]string{}}
}

// earned is what lies in the purse once all that an invitee played is known: its rounds are reported, and its games read.
func (m *abuser) earned(of *abuser) money.Amount {
	m.t.Helper()
	const looked = 8 * time.Second // each job that reports or looks has, in the demo
	m.a.Pass(looked)
	of.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	m.a.Pass(looked)
	return apptest.Baht(m.t, m.Get("/api/wallet").OK(http.StatusOK).At("invite.amount"))
}

// turned is what the game has reported of it.
func (m *abuser) turned(game string) (sum money.Credits) {
	m.t.Helper()
	now := m.a.Store.Now()
	list, err := m.a.Games.Reports.Played(m.t.Context(), memberID(m.t, m.a, m.Client), now.Add(-24*time.Hour), now.Add(time.Hour))
	if err != nil {
		m.t.Fatal(err)
	}
	for _, p := range list {
		if p.Provider == game {
			sum += p.Turnover
		}
	}
	return sum
}

// washed ends a test of two: together they leave with nothing of the house's.
func washed(t *testing.T, one, two *abuser) {
	t.Helper()
	if got := one.gain() + two.gain(); got > 0 {
		t.Errorf("together they leave with %s of the house's", got)
	}
	booksWhole(t, one.a)
}

// TestAbuserInvitesItself (9): inviter and invitee bet against each other, take turns at winning, play with a bonus's money
// or send money round and round. One person of two names earns nothing. Two strangers earn a part of what the house has
// won of the invitee, once, under a condition.
func TestAbuserInvitesItself(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Content: strictLinks}, func(t *testing.T, a *apptest.App) {
		inviter := newAbuser(t, a)
		twin := apptest.NewPerson()
		twin.AccountName = inviter.Registered.AccountName
		itself := inviter.invites(twin)
		for _, one := range []*abuser{inviter, itself} {
			one.deposit(1000)
			one.into("joker", 1000)
		}
		itself.round("joker", 1000, 0)
		inviter.round("joker", 1000, 2000)
		if got := inviter.earned(itself); got != 0 {
			t.Errorf("one person under two names earned %s", got)
		}
		if got := inviter.Get("/api/invite/bonus"); got.Status == http.StatusOK {
			t.Errorf("and received it: %s", got.Text)
		}
		washed(t, inviter, itself)

		stranger := inviter.invites(apptest.NewPerson())
		stranger.deposit(1000)
		for range 3 {
			stranger.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(http.StatusOK)
			a.Pass(time.Minute)
			stranger.deposit(1000)
		}
		if got := inviter.earned(stranger); got != 0 {
			t.Errorf("money that goes round and round earned %s", got)
		}
		stranger.into("joker", 1000)
		for turn := range 3 { // what is won back and lost again is not lost twice
			stranger.round("joker", 400, 0)
			inviter.round("joker", 400, 800)
			if got := inviter.earned(stranger); got != 40*money.Baht {
				t.Errorf("turn %d: %s were earned, want 40", turn, got)
			}
			stranger.round("joker", 400, 800)
			inviter.round("joker", 400, 0)
			if got := inviter.earned(stranger); got != 40*money.Baht {
				t.Errorf("turn %d, won back: %s were earned, want 40", turn, got)
			}
		}
		inviter.home("joker", 2000)
		inviter.Get("/api/invite/bonus").OK(http.StatusOK)
		inviter.Post("/api/wallet/withdraw", map[string]any{"amount": 2040}).Refused(http.StatusConflict, "BONUS_REMAINING")
		inviter.GivesUp()
		washed(t, inviter, stranger)

		// What is lost under a condition earns nothing, also not later.
		credited := inviter.invites(apptest.NewPerson())
		credited.deposit(500)
		credited.take("WELCOME100").OK(http.StatusOK)
		credited.into("joker", 1000)
		credited.round("joker", 900, 0)
		if got := inviter.earned(credited); got != 0 {
			t.Errorf("what was lost under a bonus earned %s", got)
		}
		credited.GivesUp()
		apptest.Eventually(t, "it ends", func() bool { return !credited.active() })
		if got := inviter.earned(credited); got != 0 {
			t.Errorf("what was lost under a bonus earned %s after it", got)
		}
		if got := credited.has(); got > credited.paid || inviter.gain() > 0 {
			t.Errorf("%s are left of %s, and the inviter has %s of the house's", got, credited.paid, inviter.gain())
		}
		booksWhole(t, a)
	})
}

// TestAbuserTurnsOverForItsInviter (9, by turnover): rounds that lose nothing earn nothing, however many; what is lost earns
// by what was turned over, and never more than a fifth of it.
func TestAbuserTurnsOverForItsInviter(t *testing.T) {
	t.Parallel()
	byTurnover := func(d content.Document) {
		strictLinks(d)
		d["invite"] = json.RawMessage(`{"on": true, "rate": 10, "basis": "turnover", "ripenDays": 0}`)
	}
	apptest.Each(t, apptest.Options{Content: byTurnover}, func(t *testing.T, a *apptest.App) {
		inviter := newAbuser(t, a)
		twin := apptest.NewPerson()
		twin.AccountName = inviter.Registered.AccountName
		itself, stranger := inviter.invites(twin), inviter.invites(apptest.NewPerson())
		for _, one := range []*abuser{itself, stranger} {
			one.deposit(1000)
			one.into("joker", 1000)
			for range 20 {
				one.round("joker", 100, 100)
			}
		}
		inviter.earned(itself)
		if got := inviter.earned(stranger); got != 0 {
			t.Errorf("rounds that lose nothing earned %s", got)
		}
		if got := stranger.turned("joker"); got != 2000*money.Credit {
			t.Fatalf("%v were reported as turned over, want 2000", got)
		}
		itself.round("joker", 100, 0)
		if got := inviter.earned(itself); got != 0 {
			t.Errorf("one person under two names earned %s", got)
		}
		stranger.round("joker", 100, 0) // a tenth of 2100 would be 210; a fifth of what was lost is 20
		if got := inviter.earned(stranger); got != 20*money.Baht {
			t.Errorf("%s were earned of a loss of 100, want 20", got)
		}
		stranger.round("joker", 50, 0) // turned over since: 50
		if got := inviter.earned(stranger); got != 25*money.Baht {
			t.Errorf("%s were earned of another 50, want 25 in all", got)
		}
		stranger.round("joker", 150, 300)
		for range 10 {
			stranger.round("joker", 100, 100)
		}
		stranger.round("joker", 150, 0)
		if got := inviter.earned(stranger); got != 25*money.Baht {
			t.Errorf("%s were earned of what was won back and lost again, want 25 in all", got)
		}
		inviter.Get("/api/invite/bonus").OK(http.StatusOK)
		inviter.GivesUp()
		washed(t, inviter, stranger)
		washed(t, inviter, itself)
	})
}
