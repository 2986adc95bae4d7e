package proof

import (
	"context"
	"net/http"
	"time"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/member/login"
	"krapao/session"
)

// Confirmation is the member's password, given again, or in its place the code that came to its phone.
type Confirmation struct {
	Password wire.OptionalText `json:"password,omitempty"`
	OTPToken wire.OptionalText `json:"otpToken,omitempty" doc:"With otpCode, in place of the password: that of account/confirm/code"`
	OTPCode  wire.OptionalText `json:"otpCode,omitempty"`
}

// Confirmed says until when the member counts as having just shown who it is.
type Confirmed struct {
	Message string    `json:"message" enum:"SUCCESS"`
	Until   wire.Time `json:"until"`
}

// ConfirmationCode is a code on its way to the member's registered phone.
type ConfirmationCode struct {
	OTPRef   string    `json:"otpRef"`
	OTPToken string    `json:"otpToken"`
	Phone    string    `json:"phone" doc:"The registered number; all but its last four digits are x"`
	Until    wire.Time `json:"until" doc:"Until when the code counts"`
}

type confirmCalls struct {
	logins   *login.Service
	sessions *session.Service
}

func (c *confirmCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/confirm/code", ID: "sendConfirmationCode",
		Summary: "Send a code to the registered phone, to confirm this session in place of the password", Access: httpx.Members,
	}, c.handleSendConfirmationCode)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/confirm", ID: "confirmIdentity",
		Summary: "Give the password once more, or a code, after CONFIRM_IDENTITY; counts for 5 minutes in this session",
		Access:  httpx.Members,
	}, c.handleConfirmIdentity)
}

// Again is a password together with the session in which it was given.
func Again(state *httpx.RequestState, password string) login.Confirmation {
	return login.Confirmation{Password: password, Session: state.Session, Device: state.Device, Address: state.Address}
}

// handleSendConfirmationCode answers POST /api/account/confirm/code: it sends a code to the member's registered phone.
func (c *confirmCalls) handleSendConfirmationCode(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[ConfirmationCode], error) {
	state := httpx.StateOf(ctx)
	sent, shown, err := c.logins.SendCode(ctx, state.Member, state.Session, state.Address)
	return httpx.Answer(ConfirmationCode{sent.Ref, sent.Token, shown, wire.Time(sent.Until)}, err)
}

// handleConfirmIdentity answers POST /api/account/confirm: it takes the password once more, or a code, after CONFIRM_IDENTITY.
func (c *confirmCalls) handleConfirmIdentity(ctx context.Context, in *httpx.Body[Confirmation]) (*httpx.Reply[Confirmed], error) {
	until, err := c.confirm(ctx, in.Body)
	return httpx.Answer(Confirmed{"SUCCESS", wire.Time(until)}, err)
}

// confirm takes one of the two ways.
func (c *confirmCalls) confirm(ctx context.Context, by Confirmation) (until time.Time, err error) {
	state := httpx.StateOf(ctx)
	password, token, code := by.Password.Pointer(), by.OTPToken.Pointer(), by.OTPCode.Pointer()
	switch {
	case password != nil && token == nil && code == nil:
		if err := c.logins.ConfirmPassword(ctx, state.Member, Again(state, *password)); err != nil {
			return until, err
		}
		return c.sessions.Confirm(ctx, session.Member, state.Member, state.Session)
	case password == nil && token != nil && code != nil:
		return c.logins.ConfirmCode(ctx, state.Member, login.CodeEntry{Session: state.Session, Token: *token, Code: *code})
	}
	return until, fault.New(fault.INVALID_INPUT, "either the password, or otpToken and otpCode")
}
