// Package telemetry makes a running node observable: structured logs without secrets, metrics, traces.
//
// Promises:
//   - No password, token, one-time code, game credential or bank number is written, whoever logs it and however it is nested.
//   - Every line of a request has its id.
//   - Traces are off unless an OTLP address is configured.
package telemetry

import (
	"context"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

type requestKey struct{}

// WithRequest adds the request's id to every line that is logged with the context.
func WithRequest(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// NewLogger writes JSON lines to w, redacted.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(&handler{slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: redact})})
}

// handler adds the request's id.
type handler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		r = r.Clone()
		r.AddAttrs(slog.String("request", id))
	}
	r.Message = scrub(r.Message)
	return h.Handler.Handle(ctx, r) //nolint:wrapcheck // the handler's own error
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler { return &handler{h.Handler.WithGroup(name)} }

// secretNames are parts of attribute names whose values are never written.
var secretNames = []string{
	"password", "token", "secret", "authorization", "cookie", "credential", "otp", "pin", "accountno", "account_no",
	"apikey", "api_key", "signature", "link",
}

// secretWords are whole names: as parts of names they would also match harmless ones ("platform").
var secretWords = []string{"form", "fields"}

// redact is slog's hook for every attribute, nested ones too.
func redact(_ []string, a slog.Attr) slog.Attr {
	name := strings.ToLower(a.Key)
	if slices.Contains(secretWords, name) {
		return slog.String(a.Key, "(redacted)")
	}
	for _, part := range secretNames {
		// Short names are part of harmless words ("spinner"), so they count only at the start.
		if strings.HasPrefix(name, part) || len(part) > 3 && strings.Contains(name, part) {
			return slog.String(a.Key, "(redacted)")
		}
	}
	switch a.Value.Kind() { //nolint:exhaustive // the others are written as they are
	case slog.KindString:
		return slog.String(a.Key, scrub(a.Value.String()))
	case slog.KindDuration:
		return slog.String(a.Key, a.Value.Duration().String()) // with its unit: slog itself writes nanoseconds without one
	}
	if err, ok := a.Value.Any().(error); ok {
		return slog.String(a.Key, scrub(err.Error()))
	}
	return a
}

// Texts may hold secrets under any name: a database address with its password, a bearer token, a telephone number.
var (
	bearerToken = regexp.MustCompile(`(?i)(bearer\s+)[A-Za-z0-9._~+/=-]{8,}`)
	longToken   = regexp.MustCompile(`\b[0-9a-hjkmnp-tv-z]{52}\b`)
	phone       = regexp.MustCompile(`\b(0\d|66\d|856\d)\d{4,8}(\d{3})\b`)
)

// scrub hides the secrets in a text. An expression costs much more than a look, and most texts can't hold what it looks for.
func scrub(text string) string {
	text = WithoutPassword(text)
	if mentions(text, "bearer") {
		text = bearerToken.ReplaceAllString(text, "$1***")
	}
	if len(text) >= 52 {
		text = longToken.ReplaceAllString(text, "***")
	}
	if digitsInRow(text) >= 9 {
		text = phone.ReplaceAllString(text, "$1***$2")
	}
	return text
}

// mentions reports whether a text may hold a word (in lower case), in whatever case. Of a text that is not ASCII it always
// says so.
func mentions(text, word string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true
		}
		if text[i]|0x20 == word[0] && len(text)-i >= len(word) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// digitsInRow is the length of the longest number in a text.
func digitsInRow(text string) int {
	longest, row := 0, 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			row = 0
			continue
		}
		row++
		longest = max(longest, row)
	}
	return longest
}
