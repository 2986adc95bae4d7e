// Package providertest is the conformance suite of game.Provider: every adapter runs it over real HTTP against its other
// end in the sandbox, with every fault of SANDBOX.md on every call. Each test is a bubble of testing/synctest with a sandbox
// of its own: a call that hangs takes the product's time for one, and no machine's.
//
// What it demands is RULES.md section 3: an adapter says done or rejected only where that is certain, and what it says
// agrees with what the outside did.
package providertest

import (
	"cmp"
	"encoding/json"
	"errors"
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

// callTime is what one call may take: a line's own time.
const callTime = 10 * time.Second

// nobodyListens is an address on the sandbox's network at which there is nobody.
const nobodyListens = "http://nobody.test"

// Subject is an adapter under test.
type Subject struct {
	// Code is a game of the sandbox that speaks the adapter's protocol.
	Code string
	// New makes the adapter for a sandbox at this address.
	New func(base string, settings outbound.Settings) game.Provider
	// Secrets are texts that no error may hold.
	Secrets []string
	// Pending: the protocol can say that a movement is being worked on.
	Pending bool
	// Voids: the report tells of rounds that were taken back. Forgets: it lists a row only until it is acknowledged.
	Voids, Forgets bool
	// Uncounted: the report does not tell how many rounds it was.
	Uncounted bool
	// Unsure: a refusal of a movement is no certain no by itself; asking later finds out what became of it.
	Unsure bool
	// Nameless: that an account does not exist is refused with no word that could be relied on, and asking proves nothing.
	Nameless bool
	// Orderless: that a reference was applied is told, and not what it was: neither the direction nor the amount.
	Orderless bool
}

// password is what every account of this suite begins with.
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

// player is the bundle's own account, as calls name it.
func (b *bundle) player() game.Player {
	p := b.called(b.user, password)
	if b.Capabilities().NeedsFirst {
		p.First = b.first
	}
	return p
}

// called is an account with the password where calls carry it, so that no adapter uses what it will not have.
func (b *bundle) called(user, password string) game.Player {
	if b.Capabilities().NeedsPassword {
		return game.Player{Username: user, Password: password}
	}
	return game.Player{Username: user}
}

// fresh is an account that was not opened yet, as Ensure names it.
func (b *bundle) fresh() game.Player {
	prefix := b.Capabilities().UsernamePrefix + "k"
	return game.Player{Username: prefix + id.Lower(12-len(prefix)), Password: password}
}

// nobody is an account that does not exist.
func (b *bundle) nobody() game.Player {
	return b.called(b.Capabilities().UsernamePrefix+"nobody0", password)
}

func (s Subject) setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, subject: s, outside: sandboxtest.Start(t, sandboxtest.Options{})}
	b.Provider = s.New(b.outside.URL, b.line(1000))
	account := b.fresh()
	b.user = account.Username
	if err := b.Ensure(t.Context(), account); err != nil {
		t.Fatalf("ensure: %v", err)
	}
	return b
}

// line is one on which so many failures in a row shut a system for long.
func (b *bundle) line(shutAfter int) outbound.Settings {
	settings := b.outside.Outbound(callTime)
	settings.FailureThreshold, settings.OpenFor = shutAfter, time.Hour
	return settings
}

func (b *bundle) fault(op, mode string, delay time.Duration) {
	b.t.Helper()
	b.outside.AddFault(sandboxtest.Fault{
		Target: "game:" + b.subject.Code, Op: op, Mode: mode, DelayMS: int(delay / time.Millisecond),
	})
}

// holds is what the sandbox itself says of the account.
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

// fund brings credits in without a fault.
func (b *bundle) fund(credits money.Credits) {
	b.t.Helper()
	m := b.order(credits)
	if o := b.Move(b.t.Context(), m); o.Kind != game.Done {
		b.t.Fatalf("fund: %+v", o)
	}
	b.first = cmp.Or(b.first, m.Reference)
}

// quiet demands that an error names no secret and no address.
func (b *bundle) quiet(text string) {
	b.t.Helper()
	for _, s := range append([]string{b.outside.URL, "Signature=", "http://", "12345"}, b.subject.Secrets...) {
		if strings.Contains(text, s) {
			b.t.Errorf("an error tells %q: %s", s, text)
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

// moment lets the least time pass that systems tell apart: between calls that wait for nothing a bubble's time stands still.
func moment() { pass(time.Millisecond) }

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// silent are the modes after which nobody knows what a call did.
var silent = []string{"down", "timeout", "lost_reply", "garbage"}

func ensure(b *bundle) {
	ctx := b.t.Context()
	if err := b.Ensure(ctx, game.Player{Username: b.user, Password: password}); err != nil {
		b.t.Errorf("an account that exists is fine: %v", err)
	}
	b.fault("create", "refuse", 0)
	if err := b.Ensure(ctx, b.fresh()); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %v", err)
	}
	for _, mode := range silent {
		b.fault("create", mode, 0)
		account := b.fresh()
		err := b.Ensure(ctx, account)
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %v is not unknown", mode, err)
			continue
		}
		b.quiet(err.Error())
		if err := b.Ensure(ctx, account); err != nil {
			b.t.Errorf("again after %s: %v", mode, err)
		}
	}
}

func balance(b *bundle) {
	ctx := b.t.Context()
	b.fund(123 * money.Credit)
	b.outside.Round(b.subject.Code, b.user, "1", "0.1234")
	got, err := b.Balance(ctx, b.player())
	if err != nil || got.Credits != b.holds() || got.Credits != 122*money.Credit+1234 {
		b.t.Errorf("%+v, %v", got, err)
	}
	if _, err := b.Balance(ctx, b.nobody()); err == nil {
		b.t.Error("an account that does not exist has a balance")
	}
	for _, mode := range append(silent, "refuse") {
		b.fault("balance", mode, 0)
		got, err := b.Balance(ctx, b.player())
		if err == nil {
			b.t.Errorf("%s: read %+v", mode, got)
			continue
		}
		b.quiet(err.Error())
	}
}

func moveFaults(b *bundle) {
	b.fund(1000 * money.Credit)
	for _, credits := range []money.Credits{10 * money.Credit, -10 * money.Credit} {
		for mode, want := range map[string]game.Kind{
			"refuse": b.subject.refused(), "down": game.Unknown, "timeout": game.Unknown, "lost_reply": game.Unknown,
			"garbage": game.Unknown, "late_apply": game.Unknown, "slow": game.Done, "": game.Done,
		} {
			before := b.holds()
			if mode != "" {
				b.fault("move", mode, 100*time.Millisecond)
			}
			o := b.Move(b.t.Context(), b.order(credits))
			b.quiet(o.Reason)
			if o.Kind != want {
				b.t.Errorf("%s of %s: %q (%s), want %q", mode, credits, o.Kind, o.Reason, want)
			}
			change := b.holds() - before
			switch {
			case o.Kind == game.Done && (change != credits || o.Moved != credits):
				b.t.Errorf("%s: it says done, and %s of %s moved", mode, change, credits)
			case o.Kind == game.Done && o.After != nil && o.After.Credits != b.holds():
				b.t.Errorf("%s: it says %s is left, and it is %s", mode, o.After.Credits, b.holds())
			case o.Kind == game.Rejected && change != 0:
				b.t.Errorf("%s: it says rejected, and %s moved", mode, change)
			}
		}
	}
}

// refused is what a refusal of a movement comes to.
func (s Subject) refused() game.Kind {
	if s.Unsure {
		return game.Unknown
	}
	return game.Rejected
}

func moveRefused(b *bundle) {
	b.fund(5 * money.Credit)
	if o := b.Move(b.t.Context(), b.order(-5*money.Credit-100)); o.Kind != b.subject.refused() || o.Reason != game.ReasonNotEnough {
		b.t.Errorf("more than there is: %+v", o)
	}
	nobody := b.order(money.Credit)
	nobody.Player = b.nobody()
	if o := b.Move(b.t.Context(), nobody); (o.Kind == game.Rejected) == b.subject.Nameless || o.Kind == game.Done {
		b.t.Errorf("an account that does not exist: %+v", o)
	}
	if b.holds() != 5*money.Credit {
		b.t.Errorf("the account has %s", b.holds())
	}
}

// tooLate: after the last moment of sending nothing goes on the wire, and that is certain; so is a connection that never
// stood.
func tooLate(b *bundle) {
	m := b.order(money.Credit)
	m.SendBy = time.Now().Add(-time.Second)
	if o := b.Move(b.t.Context(), m); o.Kind != game.Rejected || o.Reason != game.ReasonTooLate || b.holds() != 0 {
		b.t.Errorf("%+v, and the account has %s", o, b.holds())
	}
	nowhere := b.subject.New(nobodyListens, b.line(2))
	for n := range 3 {
		o := nowhere.Move(b.t.Context(), b.order(money.Credit))
		b.quiet(o.Reason)
		if o.Kind != game.Rejected || n == 2 && o.Reason != game.ReasonBreaker {
			b.t.Errorf("nobody listens, call %d: %+v", n, o)
		}
	}
}

func check(b *bundle) {
	ctx := b.t.Context()
	m := b.order(7 * money.Credit)
	if !b.Capabilities().CheckByReference {
		if o := b.Check(ctx, m); o.Kind != game.Unknown {
			b.t.Errorf("nobody can be asked, and it says %+v", o)
		}
		return
	}
	if o := b.Check(ctx, m); o.Kind != game.NotFound {
		b.t.Errorf("before the move: %+v", o)
	}
	b.Move(ctx, m)
	if o := b.Check(ctx, m); o.Kind != game.Done || o.Moved != m.Credits {
		b.t.Errorf("after the move: %+v", o)
	}
	out := b.order(-2 * money.Credit)
	b.Move(ctx, out)
	if o := b.Check(ctx, out); o.Kind != game.Done || o.Moved != out.Credits {
		b.t.Errorf("after the move out: %+v", o)
	}
	// What the answer says must agree in account and direction.
	stranger, turned := m, m
	stranger.Player, turned.Credits = b.nobody(), -m.Credits
	for name, wrong := range map[string]game.Move{"account": stranger, "direction": turned} {
		if b.subject.Orderless && name == "direction" {
			continue // a reference stands for one order of ours
		}
		if o := b.Check(ctx, wrong); o.Kind != game.Unknown {
			b.t.Errorf("another %s: %+v", name, o)
		}
	}
}

func checkFaults(b *bundle) {
	if !b.Capabilities().CheckByReference {
		b.t.SkipNow() // the protocol has no such call: what it says is tested above
	}
	m := b.order(7 * money.Credit)
	b.Move(b.t.Context(), m)
	for _, mode := range append(silent, "refuse") {
		b.fault("check", mode, 0)
		o := b.Check(b.t.Context(), m)
		b.quiet(o.Reason)
		if o.Kind != game.Unknown {
			b.t.Errorf("%s: %+v", mode, o)
		}
	}
	b.fault("check", "not_found", 100*time.Millisecond)
	if o := b.Check(b.t.Context(), m); o.Kind != game.NotFound {
		b.t.Errorf("not_found: %+v", o)
	}
}

func launch(b *bundle) {
	page, err := b.Launch(b.t.Context(), game.Visit{Player: b.player(), Mobile: true, Lang: "th"})
	if err != nil {
		b.t.Fatal(err)
	}
	if !b.plays(page.URL) {
		b.t.Error("what was launched is not open")
	}
	visit := game.Visit{Player: b.player(), Lang: "en"}
	b.fault("launch", "refuse", 0)
	if page, err := b.Launch(b.t.Context(), visit); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %+v, %v", page, err)
	} else {
		b.quiet(err.Error())
	}
	for _, mode := range silent {
		b.fault("launch", mode, 0)
		page, err := b.Launch(b.t.Context(), visit)
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %+v, %v is not unknown", mode, page, err)
			continue
		}
		b.quiet(err.Error())
	}
}

func passwords(b *bundle) {
	ctx := b.t.Context()
	old := game.Player{Username: b.user, Password: password}
	if !b.Capabilities().SetPassword {
		if err := b.SetPassword(ctx, old, "Another12345"); !errors.Is(err, game.ErrUnsupported) {
			b.t.Errorf("%v", err)
		}
		return
	}
	if got := b.outside.Account(b.subject.Code, b.user).Password; got != password {
		b.t.Errorf("after Ensure the password is %q", got)
	}
	if err := b.SetPassword(ctx, old, "Another12345"); err != nil {
		b.t.Fatal(err)
	}
	if got := b.outside.Account(b.subject.Code, b.user).Password; got != "Another12345" {
		b.t.Errorf("the password is %q", got)
	}
	old.Password = "Another12345"
	b.fault("password", "refuse", 0)
	if err := b.SetPassword(ctx, old, "Third12345"); !errors.Is(err, game.ErrRefused) {
		b.t.Errorf("refused: %v", err)
	}
	for _, mode := range silent {
		b.fault("password", mode, 0)
		err := b.SetPassword(ctx, old, "Fourth12345")
		if err == nil || errors.Is(err, game.ErrRefused) {
			b.t.Errorf("%s: %v is not unknown", mode, err)
			continue
		}
		b.quiet(err.Error())
	}
}

func rounds(b *bundle) {
	ctx := b.t.Context()
	b.fund(100 * money.Credit)
	since := time.Now().Add(-time.Minute)
	if !b.Capabilities().Rounds {
		if _, err := b.Rounds(ctx, b.player(), since, time.Now()); !errors.Is(err, game.ErrUnsupported) {
			b.t.Errorf("%v", err)
		}
		return
	}
	for _, win := range []json.Number{"0", "2.5", "20"} {
		b.outside.Round(b.subject.Code, b.user, "10", win)
	}
	got, err := b.Rounds(ctx, b.player(), since, time.Now().Add(time.Minute))
	want := game.Play{Rounds: 3, Turnover: 30 * money.Credit, Net: -7*money.Credit - 5000}
	if err != nil || got != want {
		b.t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if got, err := b.Rounds(ctx, b.player(), since.Add(-time.Hour), since); err != nil || got != (game.Play{}) {
		b.t.Errorf("before: %+v, %v", got, err)
	}
	moment()
	b.outside.Stake(b.subject.Code, b.user, "4")
	moment()
	open := time.Now()
	b.outside.Settle(b.subject.Code, b.user, "1")
	want = game.Play{Rounds: 1, Earlier: 1, Turnover: 4 * money.Credit, Net: -3 * money.Credit}
	if got, err := b.Rounds(ctx, b.player(), open, time.Now().Add(time.Minute)); err != nil || got != want {
		b.t.Errorf("open before: %+v, %v; want %+v", got, err, want)
	}
}
