package httpx

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"krapao/internal/clock"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
)

// smallest is a frame with a call that only says something, as `krapao serve` has it: limits, figures and a log.
func smallest(tb testing.TB) *Frame {
	tb.Helper()
	f, err := New(tb.Context(), Config{
		About: About{Client: "tester"},
		Store: storetest.Open(tb, store.SQLite), Index: func(kind, value string) string { return kind + value },
		Running: func(context.Context) (bool, error) { return true, nil },
		Calls:   ratelimit.New(ratelimit.NewMemory(), clock.System{}),
		Limits:  ratelimit.Limits{Address: ratelimit.Limit{Name: "address", Count: 1 << 19, Per: 1 << 40, Burst: 1 << 30}},
		Metrics: telemetry.NewMetrics(), Log: telemetry.NewLogger(io.Discard, slog.LevelInfo),
	}, func(f *Frame) {
		Register(f, Route{Method: http.MethodGet, Path: "/api/lookup/info", ID: "getInfo", Tagged: true},
			func(context.Context, *Empty) (*Reply[Message], error) { return OK(Message{"SUCCESS"}) })
	})
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// nowhere takes an answer as net/http's writer does, and keeps nothing of it.
type nowhere struct {
	header http.Header
	status int
}

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) WriteHeader(status int)      { w.status = status }
func (w *nowhere) Write(p []byte) (int, error) { return len(p), nil }

func ask(f *Frame) func() int {
	r := httptest.NewRequest(http.MethodGet, "/api/lookup/info", http.NoBody)
	r.Header.Set("X-Requested-With", "tester")
	return func() int {
		w := &nowhere{header: http.Header{}}
		f.Handler().ServeHTTP(w, r)
		return w.status
	}
}

func BenchmarkTheSmallestCall(b *testing.B) {
	once := ask(smallest(b))
	b.ReportAllocs()
	for b.Loop() {
		if status := once(); status != http.StatusOK {
			b.Fatal(status)
		}
	}
}

// TestTheSmallestCallAllocatesLittle: every call costs what the smallest one does. It allocated 182 times while each line of the
// log was searched by expressions, and the mux was asked twice. With the race detector there are some more.
func TestTheSmallestCallAllocatesLittle(t *testing.T) { //nolint:paralleltest // it counts what the process allocates
	once := ask(smallest(t))
	const most = 65
	if n := testing.AllocsPerRun(100, func() {
		if status := once(); status != http.StatusOK {
			t.Error(status)
		}
	}); n > most {
		t.Errorf("%.0f allocations, at most %d", n, most)
	}
}
