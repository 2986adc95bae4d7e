package api

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/apptest"
	"krapao/internal/clock"
	"krapao/internal/memnet"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
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
		o := apptest.Options{Limits: true, Engine: engine, Clock: apptest.JumpingFrom(time.Now()), Net: memnet.New(), Database: func(c *store.Config) {
			c.Clock = machine.clock()
		}}
		a := apptest.Start(t, o)
		c := a.Member()
		c.Get("/api/wallet/activate/joker").OK(http.StatusOK)
		livesOn(t, a, c, "before")
		for _, step := range steps {
			pass(time.Minute) // a member orders ten codes a minute
			a.Deposit(c, "100")
			asked := c.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK).At("reference")
			code := c.Sets(http.MethodPost, "/api/qrcode/KBANK", map[string]any{"amount": json.Number("7")}).OK(http.StatusOK).At("qrcodeId")
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
