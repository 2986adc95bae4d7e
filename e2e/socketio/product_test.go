package socketio_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// The live connection in the whole product: real members, sessions, money and nodes.

// at looks at a running node as at any endpoint.
func at(a *apptest.App) *endpoint {
	return &endpoint{url: a.URL, live: a.Live, bus: a.Bus, http: a.HTTP(), virtual: a.Sandbox.Net != nil}
}

// roomOf is the member's own room.
func roomOf(c *apptest.Client) string {
	return "krapao-" + c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
}

// hears waits for both hints, in the least words.
func (w *wire) hears() {
	w.t.Helper()
	w.expect(`42["wallet","changed"]`)
	w.expect(`42["statement","changed"]`)
}

// endsWithin waits for the disconnect that tells the standard client not to come back; how soon it comes is told in a bubble.
func (w *wire) endsWithin(limit time.Duration) {
	w.t.Helper()
	began := time.Now()
	before, _ := w.closed()
	if took := time.Since(began); len(before) == 0 || before[len(before)-1] != "41" || w.e.virtual && took > limit {
		w.t.Errorf("closed after %s, frames %q", took, before)
	}
}

func TestAMembersMoneyIsHeardOf(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Node: func(n *config.Node) { n.Chat = false }}, func(t *testing.T, a *apptest.App) {
		c, stranger := a.Member(), a.Member()
		w, p, other := open(t, at(a)), poll(t, at(a)), open(t, at(a))
		w.connect(c.Token)
		p.connect(c.Token)
		other.connect(stranger.Token)
		w.send(`421["join","` + roomOf(c) + `"]`)
		w.expect(`431[{"ok":true}]`)
		other.send(`421["join","` + roomOf(c) + `"]`)
		other.expect(`431[{"ok":false,"message":"UNAUTHORIZED"}]`)
		a.Deposit(c, "500")
		w.hears()
		p.expect(`42["wallet","changed"]`)
		p.expect(`42["statement","changed"]`)
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 300}).OK(http.StatusOK)
		w.hears()
		other.silent()
	})
}

func TestALoggedOutMembersSocketsEnd(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		phone := a.Client()
		phone.Token = phone.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
			OK(http.StatusOK).At("token")
		here, there := open(t, at(a)), open(t, at(a))
		here.connect(c.Token)
		there.connect(phone.Token)
		phone.Post("/api/logout", nil).OK(http.StatusOK)
		there.endsWithin(time.Second) // at once on its own node
		here.send(`421["join","` + roomOf(c) + `"]`)
		here.expect(`431[{"ok":true}]`)
		late := open(t, at(a))
		late.send("40" + authOf(phone.Token))
		late.expect(`44{"message":"invalid-token"}`)
	})
}

func TestAChangedPasswordEndsTheOtherSockets(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, phone := a.Member(), a.Client()
		phone.Token = phone.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password}).
			OK(http.StatusOK).At("token")
		here, there := open(t, at(a)), open(t, at(a))
		here.connect(c.Token)
		there.connect(phone.Token)
		c.Put("/api/account/changepwd", map[string]any{"oldPassword": c.Registered.Password, "newPassword": "another-Password-1"}).
			OK(http.StatusOK)
		there.endsWithin(5 * time.Second)
		here.send(`421["join","` + roomOf(c) + `"]`)
		here.expect(`431[{"ok":true}]`)
	})
}

// TestNodesHearOfEachOther by PostgreSQL, which is on a real network.
func TestNodesHearOfEachOther(t *testing.T) {
	t.Parallel()
	a := apptest.Start(t, apptest.Options{Engine: store.Postgres})
	b := a.Beside()
	hearing(t, a, b)
	c := a.Member()
	w := open(t, at(b))
	w.connect(c.Token)
	a.Deposit(c, "100")
	w.hears()
	c.Post("/api/logout", nil).OK(http.StatusOK)
	w.endsWithin(5 * time.Second)
}

func TestARestartTakesTheSocketsDownAndServesThemAgain(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		w := open(t, at(a))
		w.connect(c.Token)
		began := time.Now()
		a.Restart()
		if took := time.Since(began); took > 25*time.Second {
			t.Errorf("a restart with an open socket took %s", took)
		}
		if before, _ := w.closed(); len(before) != 0 {
			t.Errorf("frames %q: the standard client would stay away", before)
		}
		again := open(t, at(a))
		again.connect(c.Token)
	})
}

// Where the provider's answer is lost, the request answers 202; the worker learns the truth, and the socket tells.
func TestAnOutcomeThatIsKnownLaterIsToldLater(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "500")
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		// The move is done but its answer is none, and for a while nobody can be asked either.
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "garbage", Count: 1})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1000})
		moved := c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 200}).OK(http.StatusAccepted)
		status := func() string {
			return c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK).At("statements.0.status")
		}
		if moved.At("message") != "TRANSFER_PENDING" || status() != "IN_PROGRESS" {
			t.Fatalf("transfer: %s, statement %s", moved.Text, status())
		}
		w := open(t, at(a))
		w.connect(c.Token)
		a.Sandbox.ClearFaults()
		w.hears()
		apptest.Eventually(t, "the statement says so", func() bool { return status() == "SUCCESS" })
		if got := c.Get("/api/wallet").At("wallet.amount"); got != "300" {
			t.Errorf("wallet %s; want 300", got)
		}
	})
}
