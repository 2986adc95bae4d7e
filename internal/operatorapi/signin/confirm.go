package signin

import (
	"context"

	"krapao/internal/httpx"
	"krapao/operator/identity"
)

// SignConfirm begins a confirmation.
type SignConfirm struct {
	Decision string `doc:"params.decision of the refusal" json:"decision" maxLength:"64" minLength:"1"`
	Way      string `enum:"passkey,totp,recovery,demo"    json:"way" doc:"demo: a press, by an operator of a demo"`
}

// SignConfirming is a confirmation that has begun.
type SignConfirming struct {
	Ticket  string   `json:"ticket"`
	Options *Options `doc:"By passkey" json:"options,omitempty"`
}

// caller is who makes a call.
func caller(ctx context.Context) identity.Caller {
	state := httpx.StateOf(ctx)
	return identity.Caller{Name: state.Operator, Session: state.Session, Confirmation: state.Confirmation}
}

// handleConfirm answers POST /api/me/confirm.
func (c *Calls) handleConfirm(ctx context.Context, in *httpx.Body[SignConfirm]) (*httpx.Reply[SignConfirming], error) {
	begun, err := c.Identity.Confirm(ctx, caller(ctx), in.Body.Decision, identity.Way(in.Body.Way), origin(ctx))
	if err != nil {
		return nil, err
	}
	answer := SignConfirming{Ticket: begun.Ticket}
	if begun.Options != nil {
		if answer.Options, err = optionsOf(begun); err != nil {
			return nil, err
		}
	}
	return httpx.OK(answer)
}

// SignConfirmBy ends a confirmation.
type SignConfirmBy struct {
	Ticket     string     `json:"ticket"               maxLength:"64"          minLength:"1"`
	Code       string     `json:"code,omitempty"       maxLength:"64" doc:"By passkey and demo there is none"`
	Credential Credential `doc:"By passkey, in place of the code" json:"credential,omitempty"`
}

// SignConfirmed is a confirmation.
type SignConfirmed struct {
	Confirmation string `doc:"For X-Confirmation of that one decision, once, within 2 minutes" json:"confirmation"`
}

// handleConfirmed answers POST /api/me/confirm/finish.
func (c *Calls) handleConfirmed(ctx context.Context, in *httpx.Body[SignConfirmBy]) (*httpx.Reply[SignConfirmed], error) {
	answer, err := in.Body.Credential.text()
	if err != nil {
		return nil, err
	}
	token, err := c.Identity.Confirmed(ctx, caller(ctx), in.Body.Ticket, identity.Proof{Code: in.Body.Code, Credential: answer})
	return httpx.Answer(SignConfirmed{token}, err)
}
