package proof

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/member/login"
	"krapao/otp"
)

// PasswordReset replaces a forgotten password.
type PasswordReset struct {
	PhoneNumber string `json:"phoneNumber"`
	NewPassword string `json:"newPassword"`
}

// resetInput documents the header with the proof that the phone is the caller's. The request state has read it.
type resetInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"The otpToken of account/forgot, once its code was verified; a browser sends its cookie instead"`
	Body     PasswordReset
}

type forgotCalls struct {
	logins *login.Service
	codes  *otp.Service
}

func (c *forgotCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/forgot", ID: "forgotPassword",
		Summary: "Send a code to set a forgotten password anew; the same for a phone that nobody registered",
	}, c.handleForgot)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/forgot/reset", ID: "resetPassword",
		Summary: "Set a forgotten password anew; all sessions end", Memory: httpx.Keyed,
	}, c.handleReset)
}

// handleForgot answers POST /api/account/forgot: it sends a code. The answer is the same for a phone that nobody registered.
func (c *forgotCalls) handleForgot(ctx context.Context, in *otpInput) (*otpAsked, error) {
	return askOTP(ctx, c.codes, otp.Reset, in.Body.PhoneNumber)
}

// handleReset answers POST /api/account/forgot/reset: it sets a new password and ends all sessions.
func (c *forgotCalls) handleReset(ctx context.Context, in *resetInput) (*httpx.Success, error) {
	state := httpx.StateOf(ctx)
	return httpx.Done(c.logins.ResetPassword(ctx, login.Forgotten{
		Phone: in.Body.PhoneNumber, Password: in.Body.NewPassword, Token: state.Proof, Address: state.Address,
	}))
}
