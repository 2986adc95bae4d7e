package api

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/memnet"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// settable is a machine whose clock somebody sets; its time passes as the bubble's.
type settable struct{ ahead atomic.Int64 }

// clock is what a node makes of it.
func (m *settable) clock() clock.Clock {
	began := time.Now()
	return clock.SteadyOf(func() (time.Duration, time.Time) {
		now := time.Now()
		return now.Sub(began), now.Add(time.Duration(m.ahead.Load()))
	})
}

// steps of a clock that somebody sets.
var steps = []time.Duration{-time.Hour, time.Hour, -25 * time.Hour, 25 * time.Hour}

// paid waits for a withdrawal to be paid, within a minute.
func paid(t *testing.T, c *apptest.Client, what, reference string) {
	t.Helper()
	for range 60 {
		list := c.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
		if list.At("statements.0.reference") == reference && list.At("statements.0.status") == "SUCCESS" {
			return
		}
		pass(time.Second)
	}
	t.Fatalf("%s: the withdrawal is not paid within a minute", what)
}

// livesOn: a member deposits, plays, withdraws and is paid. Equal calls without a key are movements of their own, the same call
// with its key is one, and nobody is told to come again.
func livesOn(t *testing.T, a *apptest.App, c *apptest.Client, what string) {
	t.Helper()
	a.Deposit(c, "400")
	moved := map[string]bool{}
	for range 2 {
		answer := c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 50}).OK(http.StatusOK)
		moved[answer.At("reference")] = true
	}
	key, references := rand.Text(), map[string]bool{}
	for range 2 {
		answer := c.SetsBy(key, http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
		references[answer.At("reference")] = true
	}
	if len(moved) != 2 || len(references) != 1 {
		t.Errorf("%s: two transfers are %d, one withdrawal is %d", what, len(moved), len(references))
	}
	for reference := range references {
		paid(t, c, what, reference)
	}
	for range 30 { // no brake has gone wrong
		c.Get("/api/wallet").OK(http.StatusOK)
	}
}

// Somebody sets the machine's clock, by an hour or by 25, back and ahead: a member notices nothing, what is under way ends, and a
// code is paid. The operator is told.
func TestAClockThatIsSet(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		machine := &settable{}
		o := apptest.Options{
			Limits: true, Engine: engine, Clock: apptest.JumpingFrom(time.Now()), Net: memnet.New(),
			Database: func(c *store.Config) { c.Clock = machine.clock() },
		}
		a := apptest.Start(t, o)
		c := a.Member()
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		livesOn(t, a, c, "before")
		for _, step := range steps {
			pass(time.Minute) // a member orders ten codes a minute
			a.Deposit(c, "100")
			asked := c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK).At("reference")
			code := c.Sets(http.MethodPost, "/api/qrcode/KBANK",
				map[string]any{"amount": json.Number("7")}).OK(http.StatusOK).At("qrcodeId")
			machine.ahead.Add(int64(step))
			paid(t, c, step.String(), asked)
			before := c.Balance()
			a.Sandbox.Pay(code, sandboxtest.Payer{
				FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
			})
			apptest.Eventually(t, "the code is credited", func() bool { return c.Balance() == before+7*money.Baht })
			livesOn(t, a, c, step.String())
		}
		booksWhole(t, a)
	})
}

// Two nodes whose clocks lie hours apart serve one member by turns: it logs in, reads and proves itself at both, and no brake
// shuts it out.
func TestTwoNodesWhoseClocksDiffer(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		for _, apart := range steps {
			b := a.BesideAt(apptest.JumpingFrom(time.Now().Add(apart)))
			c := a.Member()
			there := b.Client()
			there.Registered = c.Registered
			for range 4 {
				for _, at := range []*apptest.Client{c, there} {
					at.Again()
					for range 20 {
						at.Get("/api/wallet").OK(http.StatusOK)
					}
					at.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
				}
			}
			b.Member()
		}
	})
}

// unknown are operations of a member whose ends nobody knows: a code that is paid and of which no word comes, a transfer that the
// provider makes late and does not know until then, a withdrawal that is paid and whose answer is lost.
type unknown struct {
	*apptest.Client
	code, transfer, withdrawal string
	balance                    money.Amount
}

const (
	lateCode     = 7 * money.Baht
	lateTransfer = 50 * money.Baht
	lateAsked    = 100 * money.Baht
)

// unknownOf begins them. The withdrawal is first: while a transfer is under way nobody knows the member's total.
func unknownOf(t *testing.T, a *apptest.App, c *apptest.Client) *unknown {
	t.Helper()
	u := &unknown{Client: c, balance: c.Balance()}
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "payout", Op: "move", Mode: "lost_reply"})
	u.withdrawal = c.Sets(http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK).At("reference")
	apptest.Eventually(t, "the bank has the withdrawal", func() bool { return payouts(a, u.withdrawal) == 1 })
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "lost_callback"})
	u.code = c.Sets(http.MethodPost, "/api/qrcode/KBANK",
		map[string]any{"amount": json.Number("7")}).OK(http.StatusOK).At("qrcodeId")
	a.Sandbox.Pay(u.code, sandboxtest.Payer{
		FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
	})
	a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "late_apply", DelayMS: 30_000})
	u.transfer = c.Sets(http.MethodPost, "/api/wallet/transfer", map[string]any{
		"from": "WALLET", "to": "joker", "amount": 50,
	}).At("reference")
	return u
}

// payouts is how many payouts the bank has of a reference.
func payouts(a *apptest.App, reference string) (n int) {
	for _, p := range a.Sandbox.Payouts() {
		if p.Ref == reference {
			n++
		}
	}
	return n
}

// failed is the first of them that was ended as one that did not happen; "" where none was.
func (u *unknown) failed() string {
	for reference, status := range u.statuses() {
		if status != "SUCCESS" && status != "IN_PROGRESS" {
			return reference + " is " + status
		}
	}
	return ""
}

func (u *unknown) statuses() map[string]string {
	u.T.Helper()
	list := u.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
	var told struct {
		Statements []struct{ Reference, Status string }
	}
	if err := json.Unmarshal([]byte(list.Text), &told); err != nil {
		u.T.Fatal(err)
	}
	all := map[string]string{}
	for _, s := range told.Statements {
		if s.Reference == u.transfer || s.Reference == u.withdrawal {
			all[s.Reference] = s.Status
		}
	}
	return all
}

// end waits until all three are at the right end, each once, within two minutes.
func (u *unknown) end(t *testing.T, a *apptest.App, what string) {
	t.Helper()
	want := u.balance + lateCode - lateTransfer - lateAsked
	for range 120 {
		now := u.statuses()
		if why := u.failed(); why != "" {
			t.Fatalf("%s: %s", what, why)
		}
		if now[u.transfer] == "SUCCESS" && now[u.withdrawal] == "SUCCESS" && u.Balance() == want {
			if n := payouts(a, u.withdrawal); n != 1 {
				t.Errorf("%s: the bank has %d payouts", what, n)
			}
			return
		}
		pass(time.Second)
	}
	t.Fatalf("%s: after two minutes %v, balance %s and not %s", what, u.statuses(), u.Balance(), want)
}

// Nodes whose machines' clocks are hours apart, either way, end each other's unknown operations, at the right end and without
// waiting for the difference.
func TestUnknownOutcomesOfNodesWhoseClocksDiffer(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		for _, apart := range steps {
			b := a.BesideAt(apptest.JumpingFrom(time.Now().Add(apart)))
			c := a.Member()
			c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
			a.Deposit(c, "1000")
			there := b.Client()
			there.Registered = c.Registered
			there.Again()
			for which, at := range []*apptest.Client{c, there} {
				what := fmt.Sprintf("clocks %s apart, at node %d", apart, which)
				a.Sandbox.SetWalletURL([]string{b.URL, a.URL}[which]) // callbacks come to the other
				a.Deposit(at, "10")
				unknownOf(t, a, at).end(t, a, what)
			}
		}
		booksWhole(t, a)
	})
}

// wrong is a machine whose clock is off by what somebody made it; a node that starts takes it.
type wrong struct{ settable }

func (m *wrong) Now() time.Time {
	return time.Now().UTC().Add(time.Duration(m.ahead.Load())).Truncate(time.Microsecond)
}

// A node is started again with a clock that is hours off, back or ahead, while operations are unknown. The outside refuses what a
// wrong clock signed: nothing is decided by that. Started with the right one it ends them without waiting for the difference.
func TestUnknownOutcomesOfARestartWithAnotherClock(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		machine := &wrong{}
		o := apptest.Options{
			Engine: engine, Clock: apptest.JumpingFrom(time.Now()), Net: memnet.New(),
			Database: func(c *store.Config) { c.Clock = machine },
		}
		a := apptest.Start(t, o)
		c := a.Member()
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		a.Deposit(c, "1000")
		for _, step := range steps {
			set := func(d time.Duration) {
				a.RestartAfter(func() { machine.ahead.Store(int64(d)) })
				c.Again()
			}
			u := unknownOf(t, a, c)
			set(step)
			pass(20 * time.Second)
			if why := u.failed(); why != "" {
				t.Fatalf("with a clock %s off: %s", step, why)
			}
			set(0)
			u.end(t, a, fmt.Sprintf("after a clock %s off", step))
		}
		booksWhole(t, a)
	})
}

// A node that starts with a clock that is hours ahead, as after a long time, believes no "not found" of a transfer that was sent
// a moment ago: it may still arrive, and does.
func TestAnAgeByAnotherClockGivesNoMoneyBack(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		a.Deposit(c, "1000")
		for _, step := range []time.Duration{time.Hour, 25 * time.Hour} {
			u := unknownOf(t, a, c)
			a.RestartAfter(func() { a.Step(step) })
			c.Again()
			u.end(t, a, fmt.Sprintf("after a start %s later", step))
		}
		booksWhole(t, a)
	})
}
