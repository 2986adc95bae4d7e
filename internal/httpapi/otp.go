package httpapi

import (
	"context"
	"net/http"
	"time"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/otp"
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

// otpInput names the proof that the caller may hold already, of which the exchange knows: then no message is sent.
type otpInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"An otpToken that was verified lately; a browser sends its cookie instead"`
	Body     OTPRequest
}

// otpProved is a verdict with the proof for a browser that keeps none itself.
type otpProved struct {
	Status    int
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      OTPVerdict
}

// otpAsked is the name of a code that was sent, with what the browser is known by from now on.
type otpAsked struct {
	Status    int
	SetCookie string `header:"Set-Cookie"`
	Body      OTPSent
}

const (
	proofCookie = "krapao_otp"
	// askedCookie knows a browser again that asked for a code and tells no X-Device-Id, for as long as the longest limit on asking.
	askedCookie = "krapao_asked"
	askedLife   = 24 * time.Hour
	// proofLife is how long a proof counts (package otp), so how long a browser need keep it.
	proofLife = 30 * time.Minute
)

// proofOf is the token that says a phone is the caller's: the header's, else the one that the browser was given.
func proofOf(r *http.Request) string {
	if given := r.Header.Get("X-Otp-Token"); given != "" {
		return printable(given, 200)
	}
	kept, err := r.Cookie(proofCookie)
	if err != nil {
		return ""
	}
	return printable(kept.Value, 200)
}

// proofFor is the cookie that keeps a proof.
func proofFor(token string, secure bool) http.Cookie {
	return cookie(proofCookie, token, proofLife, secure)
}

// cookie is one that the API keeps in a browser: no script reads it, no other site sends it.
func cookie(name, value string, life time.Duration, secure bool) http.Cookie {
	return http.Cookie{ //nolint:gosec // a wallet that is tried out without TLS has no secure cookies
		Name: name, Value: value, Path: "/api", MaxAge: int(life.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}

func (s *Server) otpRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/otp/send", id: "sendOTP", summary: "Send a one-time code",
	}, s.sendOTP)
	register(s, route{
		method: http.MethodPost, path: "/api/otp/verify", id: "verifyOTP", summary: "Check a one-time code",
	}, s.verifyOTP)
}

func (s *Server) sendOTP(ctx context.Context, in *otpInput) (*otpAsked, error) {
	return s.askOTP(ctx, otp.Register, in.Body.PhoneNumber)
}

// askOTP has a code sent. Who asked is known again by its browser's device id, else by a cookie; where it has neither yet, it is who
// calls from its network, and from now on the cookie.
func (s *Server) askOTP(ctx context.Context, purpose otp.Purpose, phone string) (*otpAsked, error) {
	x := exchangeOf(ctx)
	by := otp.Asker{Address: x.address, Held: x.proof}
	var setCookie string
	switch {
	case x.device != "":
		by.Marks = []string{"device:" + x.device}
	case x.asked != "":
		by.Marks = []string{"cookie:" + x.asked}
	default:
		fresh := id.Secret()
		by.Marks = []string{"network:" + ratelimit.Network(x.address), "cookie:" + fresh}
		kept := cookie(askedCookie, fresh, askedLife, x.secure)
		setCookie = kept.String()
	}
	sent, err := s.OTP.Send(ctx, purpose, phone, by)
	if err != nil {
		return nil, err
	}
	return &otpAsked{Status: http.StatusOK, SetCookie: setCookie, Body: OTPSent{sent.Ref, sent.Token, string(sent.Code)}}, nil
}

// askedOf is what a browser that asked for a code is known by.
func askedOf(r *http.Request) string {
	kept, err := r.Cookie(askedCookie)
	if err != nil || len(kept.Value) != id.SecretLength {
		return ""
	}
	return printable(kept.Value, id.SecretLength)
}

func (s *Server) verifyOTP(ctx context.Context, in *body[OTPEntry]) (*otpProved, error) {
	if err := s.OTP.Verify(ctx, in.Body.OTPToken, in.Body.OTPCode); err != nil {
		return nil, err
	}
	return &otpProved{
		Status: http.StatusOK, SetCookie: proofFor(in.Body.OTPToken, exchangeOf(ctx).secure), Body: OTPVerdict{string(fault.OTP_CODE_VALID)},
	}, nil
}
