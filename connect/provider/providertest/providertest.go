// Package providertest is the conformance suite of game.Provider: every adapter runs it over real HTTP against the
// sandbox's side of its protocol, with every fault of SANDBOX.md on every call. Each test runs in virtual time
// (testing/synctest) with a sandbox of its own: a call that hangs takes the product's whole timeout, and no real time.
//
// It demands RULES.md section 3: an adapter says done or rejected only where that is certain, and its outcome is what
// the provider did.
package providertest

import (
	"cmp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// callTime is what one call may take: the client's timeout.
const callTime = 10 * time.Second

// nobodyListens is an address on the sandbox's network without a server.
const nobodyListens = "http://nobody.test"

// Subject is an adapter under test.
type Subject struct {
	// Code is a game of the sandbox that speaks the adapter's protocol.
	Code string
	// New makes the adapter for a sandbox at this address.
	New func(base string, settings outbound.Settings) game.Provider
	// Secrets are texts that no error may contain.
	Secrets []string
	// Pending: the protocol can say that a movement is in progress.
	Pending bool
	// Voids: the report contains rounds that were taken back. Forgets: it lists a row only until it is acknowledged.
	Voids, Forgets bool
	// Uncounted: the report does not contain the number of rounds.
	Uncounted bool
	// Unsure: a refused movement is not a definitive rejection by itself; a later inquiry finds the outcome.
	Unsure bool
	// Nameless: a missing account is refused without any reliable code, and an inquiry proves nothing.
	Nameless bool
	// Orderless: the inquiry says that a reference was applied, but neither the direction nor the amount.
	Orderless bool
}

// password is the first password of every account of this suite.
const password = "Secret12345"

// bundle is one test's sandbox, adapter and account.
type bundle struct {
	game.Provider
	t       *testing.T
	subject Subject
	outside *sandboxtest.Sandbox
	user    string
	first   string // the first transfer into the account that was applied
}

// player returns the bundle's own account, as calls identify it.
func (b *bundle) player() game.Player {
	p := b.called(b.user, password)
	if b.Capabilities().NeedsFirst {
		p.First = b.first
	}
	return p
}

// called returns an account with its password only where calls carry it, so that no adapter uses what it will not have.
func (b *bundle) called(user, password string) game.Player {
	if b.Capabilities().NeedsPassword {
		return game.Player{Username: user, Password: password}
	}
	return game.Player{Username: user}
}

// fresh returns a new account that was not opened yet, as Ensure needs it.
func (b *bundle) fresh() game.Player {
	prefix := b.Capabilities().UsernamePrefix + "k"
	return game.Player{Username: prefix + id.Lower(12-len(prefix)), Password: password}
}

// nobody returns an account that does not exist.
func (b *bundle) nobody() game.Player {
	return b.called(b.Capabilities().UsernamePrefix+"nobody0", password)
}

func (s Subject) setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, subject: s, outside: sandboxtest.Start(t, sandboxtest.Options{})}
	b.Provider = s.New(b.outside.URL, b.settings(1000))
	account := b.fresh()
	b.user = account.Username
	if err := b.Ensure(t.Context(), account); err != nil {
		t.Fatalf("ensure: %v", err)
	}
	return b
}

// settings configures a client whose circuit breaker opens for long after so many failures in a row.
func (b *bundle) settings(threshold int) outbound.Settings {
	settings := b.outside.Outbound(callTime)
	settings.FailureThreshold, settings.OpenFor = threshold, time.Hour
	return settings
}

func (b *bundle) fault(op, mode string, delay time.Duration) {
	b.t.Helper()
	b.outside.AddFault(sandboxtest.Fault{
		Target: "game:" + b.subject.Code, Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond),
	})
}

// holds returns the account's balance by the sandbox itself.
func (b *bundle) holds() money.Credits {
	b.t.Helper()
	c, err := money.ParseCredits(b.outside.Account(b.subject.Code, b.user).Balance.String())
	if err != nil {
		b.t.Fatal(err)
	}
	return c
}

func (b *bundle) order(credits money.Credits) game.Move {
	return game.Move{Reference: id.Lower(15), Player: b.player(), Credits: credits, SendBy: time.Now().Add(10 * time.Second)}
}

// fund moves credits in without a fault.
func (b *bundle) fund(credits money.Credits) {
	b.t.Helper()
	m := b.order(credits)
	if o := b.Move(b.t.Context(), m); o.Kind != game.Done {
		b.t.Fatalf("fund: %+v", o)
	}
	b.first = cmp.Or(b.first, m.Reference)
}

// quiet demands that an error contains no secret and no address.
func (b *bundle) quiet(text string) {
	b.t.Helper()
	for _, s := range append([]string{b.outside.URL, "Signature=", "http://", "12345"}, b.subject.Secrets...) {
		if strings.Contains(text, s) {
			b.t.Errorf("an error contains %q: %s", s, text)
		}
	}
}

// Exercise runs the suite.
func Exercise(t *testing.T, s Subject) {
	t.Helper()
	for name, test := range map[string]func(*bundle){
		"Ensure":       ensure,
		"Balance":      balance,
		"MoveFaults":   moveFaults,
		"MoveRefused":  moveRefused,
		"TooLate":      tooLate,
		"Unknowns":     unknownsSettle,
		"Again":        again,
		"Repeated":     repeated,
		"Check":        check,
		"CheckFaults":  checkFaults,
		"Launch":       launch,
		"Kick":         kick,
		"Password":     passwords,
		"Rounds":       rounds,
		"Report":       report,
		"List":         list,
		"ReportFaults": reportFaults,
		"ReportLate":   reportLate,
		"ReportApart":  reportApart,
		"Strangers":    strangers,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { test(s.setup(t)) })
		})
	}
}

// moment lets the shortest time pass that systems distinguish: virtual time does not pass by itself between calls.
func moment() { pass(time.Millisecond) }

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// silent are the modes after which nobody knows what a call did.
var silent = []string{"down", "timeout", "lost_reply", "garbage"}
