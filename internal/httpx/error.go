package httpx

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"krapao/fault"
	"krapao/internal/httpx/wire"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
)

// unsettled reports whether the error leaves the outcome open or comes from a lack of time: the database was busy, a commit's
// outcome is not known, the time was up, this node stops, or the client went away (then nobody sees the answer, and the
// figures do not count it as a failure of ours).
func unsettled(err error) bool {
	err = store.MapError(err) // reads outside a transaction return the engine's own errors
	return errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrConflict) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, patience.ErrGone) || errors.Is(err, ledger.ErrClosed)
}

// WithStatus fixes the status of a refusal whose code has another one in the table.
func WithStatus(err error, status int) error { return &statusError{err, status} }

// Busy makes TRY_AGAIN of an upload a 503: the node has too many files to read, which says nothing about this one.
func Busy(err error) error {
	if fault.Is(err, fault.TRY_AGAIN) {
		return WithStatus(err, http.StatusServiceUnavailable)
	}
	return err
}

type statusError struct {
	error
	status int
}

func (e *statusError) Unwrap() error { return e.error }

// Unsuccessful adds success: false, and the code again, to a refusal. Err is not nil.
func Unsuccessful(err error) error { return &unsuccessful{err} }

type unsuccessful struct{ error }

func (e *unsuccessful) Unwrap() error { return e.error }

// Refuse writes a refusal outside of huma: before or beside its routes.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := envelope(err)
	logInternal(r.Context(), e, err)
	StateOf(r.Context()).code = string(e.Message)
	writeEnvelope(w, e)
}

// logInternal logs the cause of a 5xx for us. Members and clients only ever see the code.
func logInternal(ctx context.Context, e *Envelope, err error) {
	log := StateOf(ctx).Logger()
	switch {
	case errors.Is(err, context.Canceled):
		log.InfoContext(ctx, "the client went away", "error", err)
	case e.Message == fault.INTERNAL_SERVER_ERROR:
		log.ErrorContext(ctx, "internal error", "error", err)
	case e.status >= http.StatusInternalServerError:
		log.WarnContext(ctx, "refused", "code", e.Message, "error", err)
	}
}

// humaError is huma's hook: for its own checks, and for a handler's error.
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
		if strings.Contains(text, wire.ErrAmount.Error()) {
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
