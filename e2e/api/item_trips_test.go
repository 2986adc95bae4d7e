package api

import (
	"math"
	"net/http"
	"net/url"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/app"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// details are the kinds of the queue, each with how often its detail asks the database where it was looked at before. Each has
// who is signed in, whether it may look, that it has looked, and the claim. A member takes its own row, its money, what it
// did, those that are linked to it, all whom the detail names in one statement and their flags in another, and its conditions.
// A withdrawal takes its member's devices, too; what proves its account comes with its own row.
var details = []struct {
	kind string
	cost map[store.Engine]int64
}{
	{"withdrawal", both(23)},
	{"payout", both(19)},
	{"slip", both(28)},
	{"declared", both(20)},
	{"unmatched", both(11)},
	{"held", both(19)},
	{"link", both(18)},
	{"line", both(6)},
	{"unsettled", both(26)},
	{"case", both(22)},
	{"receivable", both(18)},
	{"reversal", both(5)},
	{"holder", both(18)},
	{"import", both(18)},
	{"erasure", map[store.Engine]int64{store.SQLite: 25, store.Postgres: 24}},
	{"proposal", both(10)},
}

// both is a cost that both engines have.
func both(n int64) map[store.Engine]int64 {
	return map[store.Engine]int64{store.SQLite: n, store.Postgres: n}
}

// calls are the calls that open an item of a kind whose name is another.
var calls = map[string]string{
	"payout": "withdrawal", "unmatched": "arrival", "held": "arrival", "unsettled": "case", "import": "quarantine/case",
	"erasure": "proposal",
}

// TestWhatLookingAtAnItemCosts holds how often the detail of each kind of the queue asks the database.
func TestWhatLookingAtAnItemCosts(t *testing.T) {
	t.Parallel()
	o := apptest.Options{Before: func(a *app.App) { a.Withdrawals.Wake = func() {} }}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		c, other := rich(t, a), rich(t, a)
		for _, by := range []*apptest.Client{c, other} {
			by.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK)
		}
		write(t, a, `UPDATE withdrawal SET state = 'review', in_hand = 1`)
		aPast(t, a, c)
		write(t, a, `UPDATE wallet_link SET due_at = %d`, math.MaxInt64) // nobody asks its issuer, so it becomes a person's
		a.Leap(25 * time.Hour)
		dao, _ := desks(t, a)
		oneOfEach(t, a, dao, c, other)
		for _, of := range details {
			list := dao.Get("/api/queue?kind=" + of.kind).OK(http.StatusOK)
			id := list.At("items.0.id")
			if id == "" {
				t.Errorf("no %s waits: %s", of.kind, list.Text)
				continue
			}
			call, named := calls[of.kind]
			if !named {
				call = of.kind
			}
			took, got := costOf(a, dao, "/api/"+call+"/"+url.PathEscape(id))
			if kind := got.At("kind"); kind != "" && kind != of.kind {
				t.Errorf("%s %s is opened as %s", of.kind, id, kind)
			}
			if want := of.cost[a.Store.Engine()]; took != want {
				t.Errorf("a detail of %s takes %d statements; it was %d", of.kind, took, want)
			}
		}
	})
}

// costOf is how often the detail of an item asks the database, and the detail.
func costOf(a *apptest.App, dao desk, path string) (took int64, got apptest.Answer) {
	took = math.MaxInt64
	for range 5 { // the first one is in the audit log; a job of the program may ask beside one of them
		before := a.Store.Statements()
		got = dao.Now(http.MethodGet, path, nil).OK(http.StatusOK)
		took = min(took, a.Store.Statements()-before)
	}
	return took, got
}

// TestWhatLookingAtANewWithdrawalCosts holds the same of one that was just asked for, whose member has done nothing else.
func TestWhatLookingAtANewWithdrawalCosts(t *testing.T) {
	t.Parallel()
	const cost = 19
	o := apptest.Options{Before: func(a *app.App) { a.Withdrawals.Wake = func() {} }}
	apptest.Each(t, o, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c := rich(t, a)
		reference := c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK).At("reference")
		if took, _ := costOf(a, dao, "/api/withdrawal/"+reference); took != cost {
			t.Errorf("a detail takes %d statements; it was %d", took, cost)
		}
	})
}

// oneOfEach makes something of every other kind wait for a person. Most are about one member, who has done a little of
// everything.
func oneOfEach(t *testing.T, a *apptest.App, dao desk, c, other *apptest.Client) {
	t.Helper()
	slip := upload(t, c, a.Sandbox.Slip(pay(a, c, "20").Slip)).OK(http.StatusOK).At("slip.reference")
	fate(t, c, slip)
	write(t, a, `UPDATE slip SET state = 'review', reason = 'NOT_MATCH' WHERE id = '%s'`, slip)
	declare(c, "77").OK(http.StatusOK)
	code := c.Post("/api/qrcode/WW", map[string]any{"amount": 150}).OK(http.StatusOK).At("qrcodeId")
	a.Sandbox.Pay(code, sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "MALEE SUKJAI"})
	apptest.Eventually(t, "money is held", func() bool { return c.Get("/api/wallet").OK(http.StatusOK).At("wallet.held") == "150" })
	booked, err := a.Deposits.Book(t.Context(), deposit.Arrival{
		Account: "SCB1", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
			Source: "line 1", Amount: 700_00, PaidAt: a.Store.Now(),
			Payer: deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"},
		},
	})
	if err != nil || !booked {
		t.Fatal(booked, err)
	}
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "lost_reply"})
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1_000_000})
	other.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 10})
	write(t, a, `UPDATE game_doubt SET state = 'case'`)
	now := int64(clock.MicrosOf(a.Store.Now()))
	write(t, a, `INSERT INTO quarantine_row (import, number, raw_sealed, amount, outcome) VALUES ('i', 1, '', 100, 'case')`)
	write(t, a, `INSERT INTO quarantine_case (id, system, source, import, number, kind, reference, member, amount, state, books,
		found_at, decided_by, decided_at) VALUES ('q', 'payouts', 'x', 'i', 1, 'payout.lost', '', '%s', 100, 'open', '', %d, '', 0)`,
		memberID(t, a, c), now)
	gone := memberID(t, a, a.Member())
	dao.decides("/member/" + gone + "/close").OK(http.StatusOK)
	dao.decides("/member/"+gone+"/erase", map[string]any{"evidence": "it asked in its chat"}).OK(http.StatusAccepted)
	dao.decides("/adjustment", map[string]any{"member": memberID(t, a, other), "way": "give", "amount": 5, "evidence": "a mistake"}).
		OK(http.StatusAccepted)
	write(t, a, `UPDATE withdrawal SET state = 'sending', send_by = 1 WHERE member = '%s'`, memberID(t, a, other))
}
