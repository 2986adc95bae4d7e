package httpx

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/telemetry"
)

// Observe is the outermost layer: it names the request, catches panics, and writes one line and one measurement when the
// request is answered. Paths are logged as the contract writes them: a real one may hold a user name or a password.
func (f *Frame) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		state := f.stateOf(r)
		ctx, span := telemetry.StartServer(context.WithValue(r.Context(), stateKey{}, state), r)
		ctx = telemetry.WithRequest(ctx, state.ID)
		seen := &statusWriter{ResponseWriter: w}
		seen.Header().Set("X-Request-Id", state.ID)
		defer func() {
			if p := recover(); p != nil {
				recovered(ctx, seen, p)
			}
			took := time.Since(began)
			shown := f.shown(state, r)
			span.End(shown, seen.status, state.code)
			f.config.Metrics.Request(shown, r.Method, seen.status, state.code, took)
			state.Logger().LogAttrs(ctx, levelOf(shown), "request",
				slog.String("method", r.Method), slog.String("route", shown), slog.Int("status", seen.status),
				slog.String("code", state.code), slog.Duration("took", took), state.whose(),
				slog.String("address", state.Address), slog.Bool("replayed", state.Replayed))
		}()
		next.ServeHTTP(seen, r.WithContext(ctx))
	})
}

// stateOf is the state of a request that has just arrived.
func (f *Frame) stateOf(r *http.Request) *RequestState {
	state := &RequestState{
		ID: requestID(r), Address: f.config.Proxies.Address(r), Agent: Printable(r.UserAgent(), 200), Device: deviceID(r),
		Secure: f.config.Proxies.Secure(r), Accept: r.Header.Get("Accept-Language"), original: r, log: f.config.Log,
	}
	if f.config.Proof != nil {
		state.Proof = f.config.Proof(r)
	}
	return state
}

// recovered answers a panic with the code alone. Its stack goes into our log.
func recovered(ctx context.Context, w *statusWriter, p any) {
	if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it the same way
		panic(p)
	}
	StateOf(ctx).Logger().ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if w.status == 0 {
		writeEnvelope(w, envelope(fault.New(fault.INTERNAL_SERVER_ERROR, "")))
	}
}

// whose names the caller in the log.
func (s *RequestState) whose() slog.Attr {
	if s.Operator != "" {
		return slog.String("operator", s.Operator)
	}
	return slog.String("member", s.Member)
}

func levelOf(route string) slog.Level {
	if route == "asset" || route == "/healthz" || route == "/readyz" {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// shown is the call as the contract names it, so that neither logs nor figures hold a secret of a path.
func (f *Frame) shown(state *RequestState, r *http.Request) string {
	if state.route.Path != "" {
		return f.config.About.Shown + state.route.Path
	}
	if strings.HasPrefix(r.URL.Path, "/api") {
		return f.config.About.Shown + "/api/?"
	}
	if m, found := f.mountOf(r.URL.Path); found {
		return m.Shown
	}
	return "asset"
}

var goodID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// requestID is a proxy's id where it gave a harmless one, else a new one.
func requestID(r *http.Request) string {
	if given := r.Header.Get("X-Request-Id"); given != "" && goodID.MatchString(given) {
		return given
	}
	return id.Lower(20)
}

// deviceID is the browser's own UUID, or "".
func deviceID(r *http.Request) string {
	given := r.Header.Get("X-Device-Id")
	if len(given) != 36 {
		return ""
	}
	parsed, err := uuid.Parse(given)
	if err != nil {
		return ""
	}
	return parsed.String()
}

// Printable returns the printable ASCII characters of a text, at most so many.
func Printable(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, text)
	return text[:min(len(text), longest)]
}

// statusWriter remembers the status, and lets the socket take the connection over.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the first final status.
func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK || status == http.StatusSwitchingProtocols {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implies 200.
func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p) //nolint:wrapcheck // the writer's own error
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
