package api

import (
	"context"
	"net/http"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/quarantine"
)

// at is the same person, with the same session, at another node.
func (d desk) at(a *apptest.App) desk {
	c := *d.Client
	c.URL = func() string { return a.OperatorURL }
	d.Client = &c
	return d
}

// severed are two nodes that tell each other nothing. dao is at the one, and lek at the other.
type severed struct {
	t        *testing.T
	a, b     *apptest.App
	dao, lek desk
	// here and there are the same member at each.
	here, there *apptest.Client
}

// TestNodesWhoseBusIsCut: a node obeys what persons did at another one that tells it nothing: who has an item of the queue, what
// is stopped, and what is in quarantine. It reads it.
func TestNodesWhoseBusIsCut(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		x := severed{t: t, a: a, b: a.Beside()}
		dao, lek := desks(t, a)
		x.dao, x.lek = dao, lek.at(x.b)
		x.claims()
		x.brakes()
		x.quarantine()
		agreed(t, a)
	})
}

// claims: what one has at its node nobody else takes, is given next or decides at the other, until it lets go of it.
func (x *severed) claims() {
	c, id := waiting(x.t, x.a, x.dao.Client)
	there := *c
	there.URL = func() string { return x.b.URL }
	x.here, x.there = c, &there
	item, next := "/api/queue/withdrawal/"+id, map[string]any{"kinds": []string{}, "skip": []string{}}
	x.dao.Post(item+"/claim", map[string]any{}).OK(http.StatusOK)
	x.lek.Post(item+"/claim", map[string]any{}).Refused(http.StatusConflict, "CLAIMED")
	if got := x.lek.Post("/api/queue/next", next).OK(http.StatusOK); got.At("item.id") == id {
		x.t.Errorf("the next is another's: %s", got.Text)
	}
	x.lek.decides("/withdrawal/"+id+"/approve").Refused(http.StatusConflict, "CLAIMED")
	x.dao.Post(item+"/release", nil).OK(http.StatusOK)
	if got := x.lek.Post("/api/queue/next", next).OK(http.StatusOK); got.At("item.id") != id || got.At("item.claim.by") != "lek" {
		x.t.Errorf("the next is %s", got.Text)
	}
	x.dao.decides("/withdrawal/"+id+"/approve").Refused(http.StatusConflict, "CLAIMED")
	x.lek.decides("/withdrawal/" + id + "/approve").OK(http.StatusOK)
	apptest.Eventually(x.t, "it is paid", func() bool { return len(x.a.Sandbox.Payouts()) == 1 })
	if got := x.dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK); got.Value("items.0") != nil {
		x.t.Errorf("it still waits: %s", got.Text)
	}
}

// brakes: what one stops at a node is stopped at the other from then on, for members and for jobs. It goes on there once two have
// said so, each at a node.
func (x *severed) brakes() {
	resume := func(by, other desk, system string) {
		id := by.decides("/brake/"+system+"/resume", map[string]any{"evidence": "its list"}).OK(http.StatusAccepted).At("proposal.id")
		other.decides("/proposal/"+id+"/approve", map[string]any{"evidence": "the same"}).OK(http.StatusOK)
	}
	resume(x.dao, x.lek, "payouts") // waiting has stopped them
	x.moves(http.StatusOK)
	x.lek.decides("/brake/provider:joker/stop").OK(http.StatusOK)
	x.moves(http.StatusServiceUnavailable)
	resume(x.lek, x.dao, "provider:joker")
	x.moves(http.StatusOK)

	x.lek.decides("/brake/payouts/stop").OK(http.StatusOK)
	x.here.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
	id := ""
	apptest.Eventually(x.t, "it waits for a person", func() bool {
		id = x.dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK).At("items.0.id")
		return id != ""
	})
	resume(x.lek, x.dao, "payouts")
	x.dao.decides("/withdrawal/" + id + "/approve").OK(http.StatusOK)
	apptest.Eventually(x.t, "it is paid, too", func() bool { return len(x.a.Sandbox.Payouts()) == 2 })
}

// moves has the member move money at each node.
func (x *severed) moves(want int) {
	x.t.Helper()
	for _, at := range []*apptest.Client{x.here, x.there} {
		got := at.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 10}).OK(want)
		if want != http.StatusOK && got.At("message") != "BEING_CHECKED" {
			x.t.Errorf("it is answered %s", got.Text)
		}
	}
}

// quarantine: both nodes start on a restored store. A list that is brought at one is booked once. Its case is decided by one at
// each, and so are systems lifted; then both go on.
func (x *severed) quarantine() {
	const lost = "zz0000000000lost"
	x.b.RestartAfter(func() {
		x.a.RestartOn(func(s *store.Store) error {
			paidBefore(x.t, x.a, x.here, lost, 300*money.Baht)
			return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
		})
	})
	had := x.here.Balance()
	x.moves(http.StatusServiceUnavailable)
	p := x.here.Registered
	line := "B1," + x.a.Store.Now().Format(time.RFC3339) + ",300," + lost + "," + p.Bank + "," + p.AccountNo + "," + p.AccountName
	at, here := &hours{t: x.t, a: x.a, c: x.here, dao: x.dao, lek: x.lek}, &hours{t: x.t, a: x.b, c: x.there, dao: x.lek, lek: x.dao}
	if got := at.brings("payouts", payments, []string{line}); got != "1/0/0/1" {
		x.t.Errorf("brought at the one: %s", got)
	}
	at.together("payouts", "payout.lost", "withdrawal")
	if got := here.brings("payouts", payments, []string{line}); got != "1/1/0/0" {
		x.t.Errorf("brought at the other: %s", got)
	}
	if got := x.there.Balance(); got != had-300*money.Baht {
		x.t.Errorf("the member has %s, and had %s", got, had)
	}
	waiting := systemsIn(x.lek)
	for n, system := range waiting {
		x.moves(http.StatusServiceUnavailable)
		if n%2 == 0 {
			lift(x.dao, x.lek, system)
		} else {
			lift(x.lek, x.dao, system)
		}
	}
	x.moves(http.StatusOK)
}
