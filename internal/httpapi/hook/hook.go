// Package hook takes the callbacks of gateways: POST /hooks/{gateway}. They are no part of the contract.
package hook

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/withdraw/payout"
)

const path = "/hooks/"

type hooks struct {
	codes   *qr.Service
	payouts *payout.Service
	rests   Rests
	frame   *httpx.Frame
}

// Rests reports whether a system of the outside is in quarantine. What it tells is not asked about then: a gateway that gets no
// 2xx calls again.
type Rests func(ctx context.Context, system string) (bool, error)

// Mount adds the path to the member listener.
func Mount(f *httpx.Frame, codes *qr.Service, payouts *payout.Service, rests Rests) {
	h := &hooks{codes, payouts, rests, f}
	f.Mount(httpx.Mount{Path: path, Shown: path + "{gateway}", Timed: true, Handler: http.HandlerFunc(h.handleHook)})
}

// handleHook answers POST /hooks/{gateway}, where gateways call back. A callback is a hint: the area asks the gateway itself. The
// answer is 2xx only after the commit, so a gateway that gets none calls again. A forged or old callback is 401 and has no
// effect.
func (h *hooks) handleHook(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodPost {
		httpx.MethodNotAllowed(w, r, http.MethodPost)
		return
	}
	over := h.frame.LimitAddress(r)
	if over != nil {
		if r.ContentLength > mostOver { // it is not even read
			httpx.Refuse(w, r, over)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostOver)
	}
	raw, err := httpx.ReadCallback(w, r)
	if over != nil && (err != nil || !h.ours(r, raw)) {
		err = over
	}
	if err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	httpx.Working(h.hint(raw)).ServeHTTP(w, r)
}

// mostOver is how many bytes of a callback are read from an address that has used up its allowance.
const mostOver = 4 << 10

// ours reports whether a callback is about a code of ours. An evening's deposits come by one gateway, and so from one address:
// its honest callbacks count by their references instead.
func (h *hooks) ours(r *http.Request, raw []byte) bool {
	code, known := gateways[strings.TrimPrefix(r.URL.Path, path)]
	return known && h.codes.Ours(r.Context(), code, r.Header, raw)
}

// hint does what a callback is for.
func (h *hooks) hint(raw []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch err := h.callback(r, raw); {
		case err == nil:
			writeDone(w)
		case errors.Is(err, qr.ErrForged), errors.Is(err, payout.ErrForged):
			refused := fault.Wrap(err, fault.UNAUTHORIZED, "the callback's proof is missing, wrong or old")
			httpx.Refuse(w, r, httpx.WithStatus(refused, http.StatusUnauthorized))
		case fault.Is(err, fault.NO_BANK):
			httpx.Refuse(w, r, httpx.WithStatus(err, http.StatusNotFound))
		default:
			httpx.Refuse(w, r, err)
		}
	}
}

// gateways are the names in /hooks/{gateway}, with the codes of their deposit accounts.
var gateways = map[string]string{"kbank": "KBANK", "ww": "WW", "fp": "FP", "payonex": "PAYONEX"}

func (h *hooks) callback(r *http.Request, raw []byte) error {
	ctx, name := r.Context(), strings.TrimPrefix(r.URL.Path, path)
	if name == "payout" {
		if err := h.checked(ctx, "payouts"); err != nil {
			return err
		}
		return h.payouts.Callback(ctx, r.Header, raw)
	}
	code, known := gateways[name]
	if !known {
		return fault.New(fault.NO_DATA, "no such gateway")
	}
	if err := h.checked(ctx, "gateway:"+code); err != nil {
		return err
	}
	return h.codes.Callback(ctx, code, r.Header, raw)
}

// checked refuses the callback of a system that is in quarantine with BEING_CHECKED.
func (h *hooks) checked(ctx context.Context, system string) error {
	rests, err := h.rests(ctx, system)
	if err == nil && rests {
		err = fault.New(fault.BEING_CHECKED, "%s is being checked", system).With("system", system)
	}
	return err
}

func writeDone(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	// KBank repeats its callback until it reads its own status code, and PayOneX's clients answer with its envelope. The
	// others look at the status alone.
	const done = `{"message":"SUCCESS","statusCode":"00","errorCode":null,"errorDesc":null,"success":true,"code":"20000"}` + "\n"
	_, _ = w.Write([]byte(done)) // an error means that the gateway has gone: it will call again
}
