package operatortest

import (
	"context"
	"errors"
	"testing"

	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/identity"
)

// Demo are the names of a demo's operators, who sign in and confirm by a press.
func Demo() []string { return []string{Nok, Lek} }

// Press is one of them, signed in.
type Press struct {
	ctx context.Context
	s   *cli.Services
	by  identity.Caller
}

// Presses makes the operators of a demo (Demo) the house's chiefs, and signs one in.
func Presses(t testing.TB, s *cli.Services, name string) Press {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if err := identity.DemoOf(s.Identity).Open(ctx); err != nil {
		t.Fatal(err)
	}
	signed, err := identity.DemoOf(s.Identity).SignIn(ctx, name, identity.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	return Press{ctx, s, identity.Caller{Name: name, Session: signed.Session.ID}}
}

// Decides decides something, and confirms it if it has to be confirmed.
func (p Press) Decides(d operator.Decision, decide func(operator.Decision) (operator.Outcome, error)) (operator.Outcome, error) {
	d.By, d.Session = p.by.Name, p.by.Session
	out, err := decide(d)
	asks, is := errors.AsType[operator.ConfirmError](err)
	if !is {
		return out, err
	}
	begun, err := p.s.Identity.Confirm(p.ctx, p.by, asks.Decision, identity.ByDemo, identity.Origin{})
	if err != nil {
		return out, err
	}
	if d.Confirmation, err = p.s.Identity.Confirmed(p.ctx, p.by, begun.Ticket, identity.Proof{}); err != nil {
		return out, err
	}
	return decide(d)
}
