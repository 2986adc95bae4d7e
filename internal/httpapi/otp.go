package httpapi

import (
	"context"
	"net/http"

	"krapao/fault"
)

// OTPRequest asks for a one-time code by SMS.
type OTPRequest struct {
	PhoneNumber string `json:"phoneNumber"`
}

// OTPSent names the code that was sent.
type OTPSent struct {
	OTPRef   string `json:"otpRef"`
	OTPToken string `json:"otpToken"`
	Code     string `json:"code" enum:"OK,OTP_VERIFIED"`
}

// OTPEntry is what the member typed.
type OTPEntry struct {
	OTPToken string `json:"otpToken"`
	OTPCode  string `json:"otpCode"`
}

// OTPVerdict says that the code was right.
type OTPVerdict struct {
	Code string `json:"code" enum:"OTP_CODE_VALID"`
}

// otpInput carries a proof that the caller may hold already: then no message is sent.
type otpInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"An otpToken that was verified lately"`
	Body     OTPRequest
}

func (s *Server) otpRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/otp/send", id: "sendOTP", summary: "Send a one-time code",
	}, s.sendOTP)
	register(s, route{
		method: http.MethodPost, path: "/api/otp/verify", id: "verifyOTP", summary: "Check a one-time code",
	}, s.verifyOTP)
}

func (s *Server) sendOTP(ctx context.Context, in *otpInput) (*reply[OTPSent], error) {
	sent, err := s.OTP.Send(ctx, in.Body.PhoneNumber, exchangeOf(ctx).address, printable(in.OTPToken, 200))
	return answered(OTPSent{sent.Ref, sent.Token, string(sent.Code)}, err)
}

func (s *Server) verifyOTP(ctx context.Context, in *body[OTPEntry]) (*reply[OTPVerdict], error) {
	err := s.OTP.Verify(ctx, in.Body.OTPToken, in.Body.OTPCode, exchangeOf(ctx).address)
	return answered(OTPVerdict{string(fault.OTP_CODE_VALID)}, err)
}
