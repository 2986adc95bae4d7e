package httpapi

import (
	"errors"
	"io"
	"net/http"

	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/patience"
	"krapao/withdraw"
)

// hook is where gateways call back. What they say is a hint: the area asks the gateway itself, and the answer is 2xx only
// after the commit, so that a gateway that hears nothing calls again. A forged or old callback is 401 and has no effect.
func (s *Server) hook(w http.ResponseWriter, r *http.Request, gateway string) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodPost {
		methodNotAllowed(w, r, http.MethodPost)
		return
	}
	if err := s.limitAddress(r); err != nil {
		refuse(w, r, err)
		return
	}
	bodyUntil(w, patience.By(r.Context()))
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		refuse(w, r, &statusError{fault.New(fault.INVALID_INPUT, "the callback is larger than 64 KiB"), http.StatusRequestEntityTooLarge})
		return
	}
	bodyIsIn(w)
	working(w, r, func(w http.ResponseWriter, r *http.Request) { s.hint(w, r, gateway, raw) })
}

// hint does what a callback is for.
func (s *Server) hint(w http.ResponseWriter, r *http.Request, gateway string, raw []byte) {
	switch err := s.callback(r, gateway, raw); {
	case err == nil:
		writeDone(w)
	case errors.Is(err, qr.ErrForged), errors.Is(err, withdraw.ErrForged):
		refuse(w, r, &statusError{fault.Wrap(err, fault.UNAUTHORIZED, "the callback's proof is missing, wrong or old"), http.StatusUnauthorized})
	default:
		refuse(w, r, qrStatus(err))
	}
}

// gateways are the names in /hooks/{gateway} and the deposit accounts they speak of.
var gateways = map[string]string{"kbank": "KBANK", "ww": "WW", "fp": "FP", "payonex": "PAYONEX"}

func (s *Server) callback(r *http.Request, name string, raw []byte) error {
	ctx := r.Context()
	if name == "payout" {
		return s.Withdrawals.Callback(ctx, r.Header, raw)
	}
	code, known := gateways[name]
	if !known {
		return fault.New(fault.NO_DATA, "no such gateway")
	}
	return s.Codes.Callback(ctx, code, r.Header, raw)
}

func writeDone(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// KBank repeats its callback until it reads its own status code, and PayOneX's clients answer with its envelope; the
	// others look at the status alone.
	const done = `{"message":"SUCCESS","statusCode":"00","errorCode":null,"errorDesc":null,"success":true,"code":"20000"}` + "\n"
	_, _ = w.Write([]byte(done)) // the gateway is gone: it will call again
}
