package httpapi

import (
	"context"

	"krapao/fault"
	"krapao/member"
	"krapao/money"
	"krapao/session"
)

// Where a session alone is not enough (RULES.md section 12): whoever has a member's telephone in its hand, or its token, does
// not have the password.

// largeWithdrawal is what may be withdrawn from a known browser without being asked again.
const largeWithdrawal = 5_000 * money.Baht

func (s *Server) confirmIdentity(ctx context.Context, in *body[Confirmation]) (*reply[Confirmed], error) {
	x := exchangeOf(ctx)
	if err := s.Members.ConfirmPassword(ctx, x.member, x.identity(in.Body.Password)); err != nil {
		return nil, err
	}
	until, err := s.Sessions.Confirm(ctx, session.Member, x.member, x.session)
	return answered(Confirmed{"SUCCESS", Time(until)}, err)
}

// identity is who gives a password within this session.
func (x *exchange) identity(password string) member.Identity {
	return member.Identity{Password: password, Session: x.session, Device: x.device, Address: x.address}
}

// recognised refuses with CONFIRM_IDENTITY unless the session's owner showed in the last minutes who it is, or the operator
// does not ask for it.
func (s *Server) recognised(ctx context.Context) error {
	asked, err := s.Protection.ConfirmsIdentity(ctx)
	if err != nil || !asked {
		return err
	}
	x := exchangeOf(ctx)
	owner, err := s.Sessions.Owner(ctx, session.Member, x.member, x.session)
	if err != nil || s.Store.Now().Before(owner.Until) {
		return err
	}
	return fault.New(fault.CONFIRM_IDENTITY, "give the password again: POST /api/account/confirm")
}

// recognisedAwake asks it before money moves out of a session that nothing was heard of for half an hour: who comes back to it
// may be somebody else. One that was answered before is answered again without.
func (s *Server) recognisedAwake(ctx context.Context) error {
	x := exchangeOf(ctx)
	if !x.quiet {
		return nil
	}
	if owner, err := s.Sessions.Owner(ctx, session.Member, x.member, x.session); err != nil || !owner.Quiet {
		return err
	}
	if known, err := s.ledgerKnows(ctx, x); err != nil || known {
		return err
	}
	return s.recognised(ctx)
}

// recognisedFor asks it of a withdrawal that is large, or the first from this browser. One that was answered before is
// answered again without.
func (s *Server) recognisedFor(ctx context.Context, amount money.Amount) error {
	x := exchangeOf(ctx)
	if amount <= largeWithdrawal {
		known, err := s.Members.Withdrew(ctx, x.member, x.device)
		if err != nil || known {
			return err
		}
	}
	if known, err := s.ledgerKnows(ctx, x); err != nil || known {
		return err
	}
	return s.recognised(ctx)
}

// withdrew remembers the browser that a withdrawal came from. That it could not is no reason to refuse what has happened.
func (s *Server) withdrew(ctx context.Context) {
	x := exchangeOf(ctx)
	if err := s.Members.NoteWithdrawal(ctx, x.member, x.device); err != nil {
		x.logger().Warn("httpapi: a withdrawal's browser was not remembered", "error", err)
	}
}
