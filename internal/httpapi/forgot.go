package httpapi

import (
	"context"
	"net/http"

	"krapao/member"
	"krapao/otp"
)

// PasswordReset sets a forgotten password anew.
type PasswordReset struct {
	PhoneNumber string `json:"phoneNumber"`
	NewPassword string `json:"newPassword"`
}

// resetInput names the proof that the phone is the caller's, of which the exchange knows.
type resetInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"The otpToken of account/forgot, once its code was verified; a browser sends its cookie instead"`
	Body     PasswordReset
}

func (s *Server) forgotRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/account/forgot", id: "forgotPassword",
		summary: "Send a code to set a forgotten password anew; the same for a phone that nobody registered",
	}, s.forgot)
	register(s, route{
		method: http.MethodPost, path: "/api/account/forgot/reset", id: "resetPassword",
		summary: "Set a forgotten password anew; all sessions end", memory: keyed,
	}, s.reset)
}

func (s *Server) forgot(ctx context.Context, in *otpInput) (*otpAsked, error) {
	return s.askOTP(ctx, otp.Reset, in.Body.PhoneNumber)
}

func (s *Server) reset(ctx context.Context, in *resetInput) (*reply[Message], error) {
	x := exchangeOf(ctx)
	return done(s.Members.ResetPassword(ctx, member.Forgotten{
		Phone: in.Body.PhoneNumber, Password: in.Body.NewPassword, Token: x.proof, Address: x.address,
	}))
}
