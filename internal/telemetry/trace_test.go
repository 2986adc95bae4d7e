package telemetry

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// TestTracesHaveTheCallAndNotThePath: a path may hold a user name or a password.
func TestTracesHaveTheCallAndNotThePath(t *testing.T) { //nolint:paralleltest // the exporter is configured by the environment
	var mu sync.Mutex
	var sent strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		sent.Write(raw)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	stop, err := StartTraces(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/api/autoLogin/pgslot/canary-user/canary-password?x=canary-query", nil)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	r.Header.Set("Authorization", "Bearer canary-token")
	_, span := StartServer(r.Context(), r)
	span.End("/api/autoLogin/{provider}/{user}/{password}", http.StatusBadGateway, "TRY_AGAIN")
	if err := stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	text := sent.String()
	if !strings.Contains(text, "/api/autoLogin/{provider}/{user}/{password}") || !strings.Contains(text, "TRY_AGAIN") ||
		!strings.Contains(text, "\x0a\xf7\x65\x19\x16\xcd\x43\xdd\x84\x48\xeb\x21\x1c\x80\x31\x9c") {
		t.Errorf("the trace does not have the call, or is not the caller's: %q", text)
	}
	if strings.Contains(text, "canary") {
		t.Errorf("the trace holds the path: %q", text)
	}
}
