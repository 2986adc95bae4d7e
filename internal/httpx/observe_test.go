package httpx

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/internal/telemetry"
)

// TestAPanicIsTheCodeAlone: the client gets the code, and the stack goes into our log.
func TestAPanicIsTheCodeAlone(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	f := &Frame{config: Config{Metrics: telemetry.NewMetrics(), Log: telemetry.NewLogger(&log, slog.LevelInfo)}}
	h := f.Observe(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret of the inside") }))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/wallet", nil))
	got := strings.TrimSpace(w.Body.String())
	if w.Code != http.StatusInternalServerError || got != `{"message":"INTERNAL_SERVER_ERROR"}` {
		t.Errorf("%d %s", w.Code, got)
	}
	if text := log.String(); !strings.Contains(text, "secret of the inside") || !strings.Contains(text, "observe_test.go") ||
		!strings.Contains(text, `"request":"`+w.Header().Get("X-Request-Id")) {
		t.Errorf("the log does not have it: %s", text)
	}
}
