package proof

import (
	"context"
	"net/http"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/otp"
)

// OTPRequest asks for a one-time code by SMS.
type OTPRequest struct {
	PhoneNumber string `json:"phoneNumber"`
}

// OTPSent identifies the code that was sent.
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

// otpInput documents the header with a proof that the caller may have already: then no message is sent. The request state has
// read it.
type otpInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"An otpToken that was verified lately; a browser sends its cookie instead"`
	Body     OTPRequest
}

// otpProved is the answer with the proof as a cookie, for a browser that keeps none itself.
type otpProved struct {
	Status    int
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      OTPVerdict
}

// otpAsked is the answer with a cookie by which the browser is recognised from now on, where it needs one.
type otpAsked struct {
	Status    int
	SetCookie string `header:"Set-Cookie"`
	Body      OTPSent
}

type otpCalls struct {
	codes *otp.Service
}

func (c *otpCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/otp/send", ID: "sendOTP", Summary: "Send a one-time code",
	}, c.handleSendOTP)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/otp/verify", ID: "verifyOTP", Summary: "Check a one-time code",
	}, c.handleVerifyOTP)
}

// handleSendOTP answers POST /api/otp/send: it sends a one-time code.
func (c *otpCalls) handleSendOTP(ctx context.Context, in *otpInput) (*otpAsked, error) {
	return askOTP(ctx, c.codes, otp.Register, in.Body.PhoneNumber)
}

// askOTP sends a code. A caller is recognised by its browser's device id, else by a cookie. One that has neither counts for its
// network, and gets the cookie.
func askOTP(ctx context.Context, codes *otp.Service, purpose otp.Purpose, phone string) (*otpAsked, error) {
	state := httpx.StateOf(ctx)
	by := otp.Asker{Address: state.Address, Held: state.Proof}
	asked := askedOf(state)
	var setCookie string
	switch {
	case state.Device != "":
		by.Marks = []string{"device:" + state.Device}
	case asked != "":
		by.Marks = []string{"cookie:" + asked}
	default:
		fresh := id.Secret()
		by.Marks = []string{"network:" + ratelimit.Network(state.Address), "cookie:" + fresh}
		kept := cookie(askedCookie, fresh, askedLife, state.Secure)
		setCookie = kept.String()
	}
	sent, err := codes.Send(ctx, purpose, phone, by)
	if err != nil {
		return nil, err
	}
	return &otpAsked{Status: http.StatusOK, SetCookie: setCookie, Body: OTPSent{sent.Ref, sent.Token, string(sent.Code)}}, nil
}

// askedOf is the value by which a browser that asked for a code before is recognised, or "".
func askedOf(state *httpx.RequestState) string {
	kept := state.Cookie(askedCookie)
	if len(kept) != id.SecretLength {
		return ""
	}
	return httpx.Printable(kept, id.SecretLength)
}

// handleVerifyOTP answers POST /api/otp/verify: it checks a one-time code, and gives the browser its proof as a cookie.
func (c *otpCalls) handleVerifyOTP(ctx context.Context, in *httpx.Body[OTPEntry]) (*otpProved, error) {
	if err := c.codes.Verify(ctx, in.Body.OTPToken, in.Body.OTPCode); err != nil {
		return nil, err
	}
	return &otpProved{
		Status: http.StatusOK, SetCookie: proofFor(in.Body.OTPToken, httpx.StateOf(ctx).Secure),
		Body: OTPVerdict{string(fault.OTP_CODE_VALID)},
	}, nil
}
