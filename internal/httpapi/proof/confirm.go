package proof

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/member/login"
	"krapao/session"
)

// Confirmation is the member's password, given again.
type Confirmation struct {
	Password string `json:"password"`
}

// Confirmed says until when the member counts as having just given its password.
type Confirmed struct {
	Message string    `json:"message" enum:"SUCCESS"`
	Until   wire.Time `json:"until"`
}

type confirmCalls struct {
	logins   *login.Service
	sessions *session.Service
}

func (c *confirmCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/confirm", ID: "confirmIdentity",
		Summary: "Give the password once more, after CONFIRM_IDENTITY; counts for 5 minutes in this session", Access: httpx.Members,
	}, c.handleConfirmIdentity)
}

// Again is a password together with the session in which it was given.
func Again(state *httpx.RequestState, password string) login.Confirmation {
	return login.Confirmation{Password: password, Session: state.Session, Device: state.Device, Address: state.Address}
}

// handleConfirmIdentity answers POST /api/account/confirm: it takes the password once more, after CONFIRM_IDENTITY.
func (c *confirmCalls) handleConfirmIdentity(ctx context.Context, in *httpx.Body[Confirmation]) (*httpx.Reply[Confirmed], error) {
	state := httpx.StateOf(ctx)
	if err := c.logins.ConfirmPassword(ctx, state.Member, Again(state, in.Body.Password)); err != nil {
		return nil, err
	}
	until, err := c.sessions.Confirm(ctx, session.Member, state.Member, state.Session)
	return httpx.Answer(Confirmed{"SUCCESS", wire.Time(until)}, err)
}
