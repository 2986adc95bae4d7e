package httpapi

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

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/telemetry"
)

// observe is the outermost layer: it names the request, catches panics, and writes one line and one measurement when it
// is answered. Paths are logged as the contract writes them: a real one may hold a user name or a password.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		x := &exchange{
			id: requestID(r), address: s.Proxies.Address(r), agent: printable(r.UserAgent(), 200), device: deviceID(r),
			proof: proofOf(r), asked: askedOf(r), secure: s.Proxies.Secure(r), accept: r.Header.Get("Accept-Language"), log: s.Log,
		}
		ctx, span := telemetry.StartServer(context.WithValue(r.Context(), exchangeKey{}, x), r)
		ctx = telemetry.WithRequest(ctx, x.id)
		seen := &statusWriter{ResponseWriter: w}
		seen.Header().Set("X-Request-Id", x.id)
		defer func() {
			if p := recover(); p != nil {
				s.recovered(ctx, seen, p)
			}
			took := time.Since(began)
			shown := shownRoute(x, r)
			span.End(shown, seen.status, x.code)
			s.Metrics.Request(shown, r.Method, seen.status, x.code, took)
			x.logger().LogAttrs(ctx, levelOf(shown), "request",
				slog.String("method", r.Method), slog.String("route", shown), slog.Int("status", seen.status),
				slog.String("code", x.code), slog.Duration("took", took), slog.String("member", x.member),
				slog.String("address", x.address), slog.Bool("replayed", x.replayed))
		}()
		next.ServeHTTP(seen, r.WithContext(ctx))
	})
}

// recovered answers a panic with the code alone; its stack stays with us.
func (s *Server) recovered(ctx context.Context, w *statusWriter, p any) {
	if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it the same way
		panic(p)
	}
	exchangeOf(ctx).logger().ErrorContext(ctx, "panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	if w.status == 0 {
		writeEnvelope(w, envelope(fault.New(fault.INTERNAL_SERVER_ERROR, "")))
	}
}

func levelOf(route string) slog.Level {
	if route == "asset" || route == "/healthz" || route == "/readyz" {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// shownRoute is the call as the contract names it, so that neither logs nor metrics hold what a path may tell.
func shownRoute(x *exchange, r *http.Request) string {
	switch {
	case x.route.path != "":
		return x.route.path
	case strings.HasPrefix(r.URL.Path, "/api"):
		return "/api/?"
	case strings.HasPrefix(r.URL.Path, chat.MediaPath):
		return chat.MediaPath + "{path}"
	case strings.HasPrefix(r.URL.Path, "/hooks/"):
		return "/hooks/{gateway}"
	case strings.HasPrefix(r.URL.Path, "/socket.io"):
		return "/socket.io/"
	case r.URL.Path == "/healthz", r.URL.Path == "/readyz", r.URL.Path == "/config.json":
		return r.URL.Path
	}
	return "asset"
}

var goodID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// requestID takes a proxy's id where it gave a harmless one.
func requestID(r *http.Request) string {
	if given := r.Header.Get("X-Request-Id"); goodID.MatchString(given) {
		return given
	}
	return id.Lower(20)
}

// deviceID is the browser's own UUID, or nothing.
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

func printable(text string, longest int) string {
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
	return w.ResponseWriter.Write(p) //nolint:wrapcheck // the writer's own word
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
