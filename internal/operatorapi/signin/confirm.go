package signin

import (
	"context"

	"krapao/internal/httpx"
	"krapao/operator/identity"
)

// SignConfirm begins a confirmation.
type SignConfirm struct {
	Decision string `doc:"params.decision of the refusal" json:"decision" maxLength:"64" minLength:"1"`
	Way      string `enum:"totp,recovery"                 json:"way"`
}

// SignConfirming is a confirmation that has begun.
type SignConfirming struct {
	Ticket string `json:"ticket"`
}

// caller is who makes a call.
func caller(ctx context.Context) identity.Caller {
	state := httpx.StateOf(ctx)
	return identity.Caller{Name: state.Operator, Session: state.Session}
}

// handleConfirm answers POST /api/me/confirm.
func (c *Calls) handleConfirm(ctx context.Context, in *httpx.Body[SignConfirm]) (*httpx.Reply[SignConfirming], error) {
	begun, err := c.Identity.Confirm(ctx, caller(ctx), in.Body.Decision, identity.Way(in.Body.Way), origin(ctx))
	return httpx.Answer(SignConfirming{begun.Ticket}, err)
}

// SignConfirmCode ends a confirmation.
type SignConfirmCode struct {
	Ticket string `json:"ticket" maxLength:"64" minLength:"1"`
	Code   string `json:"code"   maxLength:"64" minLength:"1"`
}

// SignConfirmed is a confirmation.
type SignConfirmed struct {
	Confirmation string `doc:"For X-Confirmation of that one decision, once, within 2 minutes" json:"confirmation"`
}

// handleConfirmed answers POST /api/me/confirm/finish.
func (c *Calls) handleConfirmed(ctx context.Context, in *httpx.Body[SignConfirmCode]) (*httpx.Reply[SignConfirmed], error) {
	token, err := c.Identity.Confirmed(ctx, caller(ctx), in.Body.Ticket, in.Body.Code)
	return httpx.Answer(SignConfirmed{token}, err)
}
