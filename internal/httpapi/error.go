package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/fault"
	"krapao/internal/patience"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Envelope is every refusal on the wire.
type Envelope struct { //nolint:errname // the name stands in the contract
	Message fault.Code     `json:"message"`
	Detail  string         `json:"detail,omitempty" doc:"For developers; never shown to a member"`
	Params  map[string]any `json:"params,omitempty" doc:"What the text shows: a limit, seconds to wait, the game"`
	// Of a refused spin, as the wheel's page knows it (SPEC.md section 4).
	Success *bool      `json:"success,omitempty" doc:"Of a refused spin: false"`
	Refused fault.Code `json:"error,omitempty" doc:"Of a refused spin: the code again"`

	status     int
	retryAfter int
}

// Code is a fault.Code with its catalogue as the schema's enum.
type Code fault.Code

// Schema lists the catalogue.
func (Code) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, code := range fault.All() {
		s.Enum = append(s.Enum, string(code))
	}
	return s
}

// TransformSchema puts the catalogue on the message.
func (*Envelope) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["message"] = Code("").Schema(r)
	return s
}

// Error makes an envelope a StatusError of huma.
func (e *Envelope) Error() string { return string(e.Message) }

// GetStatus is the answer's status.
func (e *Envelope) GetStatus() int { return e.status }

// GetHeaders tells when to come again, where that is known.
func (e *Envelope) GetHeaders() http.Header {
	h := http.Header{}
	if e.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.retryAfter))
	}
	return h
}

// envelope turns any error into what the client may see. It is the one place where that is decided.
func envelope(err error) *Envelope {
	e := plainEnvelope(err)
	if wheel := (*spinError)(nil); errors.As(err, &wheel) {
		e.Success, e.Refused = new(bool), e.Message
	}
	return e
}

func plainEnvelope(err error) *Envelope {
	f := fault.Of(err)
	if f.Code == fault.INTERNAL_SERVER_ERROR && unsettled(err) {
		// The outcome is not known, or nothing could be done in time: an honest "try again", with the same key.
		return &Envelope{Message: fault.TRY_AGAIN, status: http.StatusServiceUnavailable, retryAfter: 1}
	}
	e := &Envelope{Message: f.Code, Detail: f.Detail, Params: wireParams(f.Params), status: statusOf(f)}
	if f.Code == fault.INTERNAL_SERVER_ERROR {
		e.Detail, e.Params = "", nil
	}
	var fixed *statusError
	if errors.As(err, &fixed) {
		e.status = fixed.status
	}
	if e.status == http.StatusTooManyRequests {
		e.retryAfter = retryAfter(f)
	}
	return e
}

// unsettled: the database was busy, a commit's fate is open, the time was up, this node stops, or the client went away
// (then nobody sees the answer, and the figures don't count it as a failure of ours).
func unsettled(err error) bool {
	err = store.MapError(err) // readings outside a transaction come as the engine said it
	return errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrConflict) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, patience.ErrGone) || errors.Is(err, ledger.ErrClosed)
}

// statusError fixes the status of a code whose status depends on the call.
type statusError struct {
	error
	status int
}

func (e *statusError) Unwrap() error { return e.error }

// wireParams puts amounts and times into the wire's form.
func wireParams(params map[string]any) map[string]any {
	if params == nil {
		return nil
	}
	out := make(map[string]any, len(params))
	for name, value := range params {
		switch v := value.(type) {
		case money.Amount:
			out[name] = Money(v)
		case money.Credits:
			out[name] = Credits(v)
		case json.Number:
			out[name] = json.Number(shortest(v.String()))
		case time.Time:
			out[name] = Time(v)
		default:
			out[name] = v
		}
	}
	return out
}

// retryAfter reads the seconds that the limiter named; a refusal without a number says one minute.
func retryAfter(f *fault.Error) int {
	switch seconds := f.Params[ratelimit.WaitParam].(type) {
	case int:
		return max(seconds, 1)
	case int64:
		return max(int(seconds), 1)
	}
	return 60
}

// refuse writes a refusal outside of huma: before or beside its routes.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := envelope(err)
	logInternal(r.Context(), e, err)
	exchangeOf(r.Context()).code = string(e.Message)
	writeEnvelope(w, e)
}

func writeEnvelope(w http.ResponseWriter, e *Envelope) {
	for name, values := range e.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(e.status)
	_ = json.NewEncoder(w).Encode(e) // the client is gone: nobody is left to tell
}

// logInternal keeps the cause of a 5xx for us; members and clients only ever see the code.
func logInternal(ctx context.Context, e *Envelope, err error) {
	log := exchangeOf(ctx).logger()
	switch {
	case errors.Is(err, context.Canceled):
		log.InfoContext(ctx, "the client went away", "error", err)
	case e.Message == fault.INTERNAL_SERVER_ERROR:
		log.ErrorContext(ctx, "internal error", "error", err)
	case e.status >= http.StatusInternalServerError:
		log.WarnContext(ctx, "refused", "code", e.Message, "error", err)
	}
}

// humaError is huma's hook: what its own checks find, and what a handler returned.
func humaError(ctx huma.Context, status int, text string, errs ...error) huma.StatusError {
	if status == http.StatusInternalServerError && len(errs) > 0 {
		e := envelope(errors.Join(errs...))
		if ctx != nil {
			logInternal(ctx.Context(), e, errors.Join(errs...))
		}
		return e
	}
	if status >= http.StatusInternalServerError || status == 0 {
		e := envelope(fault.New(fault.INTERNAL_SERVER_ERROR, ""))
		if ctx != nil {
			logInternal(ctx.Context(), e, fmt.Errorf("huma: %d %s: %w", status, text, errors.Join(errs...)))
		}
		return e
	}
	code, detail := fault.INVALID_INPUT, ""
	for _, err := range errs {
		text := err.Error()
		var d *huma.ErrorDetail
		if errors.As(err, &d) {
			text = strings.TrimPrefix(d.Location+": "+d.Message, ": ") // never the value: it may be a password
		}
		if strings.Contains(text, errAmount.Error()) {
			code = fault.INVALID_AMOUNT
		}
		detail = strings.TrimPrefix(detail+"; "+text, "; ")
	}
	return envelope(fault.New(code, "%s", detail))
}

//nolint:gochecknoinits // huma's hooks are variables of its package: they are set once, before any route exists
func init() {
	huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
		return humaError(nil, status, msg, errs...)
	}
	huma.NewErrorWithContext = humaError
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
}

// isCode tells whether a written refusal has this code.
func isCode(body []byte, code fault.Code) bool { return codeOf(body) == code }

// codeOf is the code of a refusal's body; empty where it is none.
func codeOf(body []byte) fault.Code {
	var e Envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return ""
	}
	return e.Message
}
