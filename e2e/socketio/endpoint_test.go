package socketio_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/socketio"
	"krapao/internal/socketio/live"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

const (
	alice, bob           = "0123456789AB", "BA9876543210"
	aliceToken, bobToken = "token-of-alice", "token-of-bob"
	guest                = "9b2f0a4e-6a5c-4a8e-9d6b-0f4a3d1c2b5e"
)

// endpoint is the live connection on a real listener, with members whose sessions a test ends.
type endpoint struct {
	live *live.Live
	bus  *bus.Bus
	url  string // http://127.0.0.1:port
	// entered counts the requests that have reached the server.
	entered atomic.Int64

	mu     sync.Mutex
	tokens map[string]string
	broken error
}

func (e *endpoint) authenticate(_ context.Context, token string) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken != nil {
		return "", e.broken
	}
	if member, ok := e.tokens[token]; ok {
		return member, nil
	}
	return "", fault.New(fault.INVALID_TOKEN, "")
}

func (e *endpoint) begin(token, member string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tokens[token] = member
}

// end ends a session without telling anybody, as another node would.
func (e *endpoint) end(token string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.tokens, token)
}

func (e *endpoint) setBroken(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.broken = err
}

// serve starts an endpoint; adjust may change its settings.
func serve(t *testing.T, adjust func(*live.Settings)) *endpoint {
	t.Helper()
	b, err := bus.Open(storetest.Open(t, store.SQLite), slog.New(slog.DiscardHandler), true)
	if err != nil {
		t.Fatal(err)
	}
	e := &endpoint{bus: b, tokens: map[string]string{aliceToken: alice, bobToken: bob}}
	settings := live.Settings{Prefix: "krapao", Authenticate: e.authenticate, Recheck: 50 * time.Millisecond, Gap: 20 * time.Millisecond}
	settings.Socket.Address = func(r *http.Request) string { return r.Header.Get("X-Test-Address") }
	if adjust != nil {
		adjust(&settings)
	}
	e.live = live.New(b, settings)
	mux := http.NewServeMux()
	mux.HandleFunc("/socket.io/", func(w http.ResponseWriter, r *http.Request) {
		e.entered.Add(1)
		e.live.ServeHTTP(w, r)
	})
	mux.HandleFunc("/control/", e.control)
	server := httptest.NewServer(mux)
	t.Cleanup(func() { e.live.Close(); server.Close(); b.Close() })
	e.url = server.URL
	return e
}

// quick makes heartbeats that a test can wait for.
func quick(s *live.Settings) {
	s.Socket.PingInterval, s.Socket.PingTimeout = 200*time.Millisecond, 600*time.Millisecond
}

// asked lets p ask, and returns when its request waits at the server; the answer is told when it comes.
func (e *endpoint) asked(p *poller) (answer func() reply) {
	before, got := e.entered.Load(), make(chan reply, 1)
	go func() {
		defer close(got)
		got <- p.get()
	}()
	for e.entered.Load() == before && p.t.Context().Err() == nil {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond) // from the server's door to where it waits
	return func() reply { return <-got }
}

func (e *endpoint) stats() socketio.Stats { return e.live.Stats() }

// empty waits until no session is left: what ends must leave nothing behind.
func (e *endpoint) empty(t *testing.T) {
	t.Helper()
	eventually(t, func() bool { return e.stats() == socketio.Stats{} }, "sessions, sockets or rooms are left: %+v", e.stats)
}

func eventually(t *testing.T, ok func() bool, format string, now func() socketio.Stats) {
	t.Helper()
	for range 500 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf(format, now())
}

func ws(url string) string { return "ws" + strings.TrimPrefix(url, "http") }
