package httpapi

import (
	"context"
	"net/http"
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

func (s *Server) otpRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/otp/send", id: "sendOTP", summary: "Send a one-time code",
	}, s.sendOTP)
	register(s, route{
		method: http.MethodPost, path: "/api/otp/verify", id: "verifyOTP", summary: "Check a one-time code",
	}, s.verifyOTP)
}

func (s *Server) sendOTP(context.Context, *body[OTPRequest]) (*reply[OTPSent], error) {
	return nil, errNotWired
}

func (s *Server) verifyOTP(context.Context, *body[OTPEntry]) (*reply[OTPVerdict], error) {
	return nil, errNotWired
}
