package socketio_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/socketio"
	"krapao/internal/socketio/live"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/memnet"
	"krapao/internal/testkit/programtest"
)

const (
	alice, bob           = "0123456789AB", "BA9876543210"
	aliceToken, bobToken = "token-of-alice", "token-of-bob"
	guest                = "9b2f0a4e-6a5c-4a8e-9d6b-0f4a3d1c2b5e"
)

// endpoint is the live connection on a listener, with members whose sessions a test ends.
type endpoint struct {
	live *live.Live
	bus  *bus.Bus
	url  string // http://HOST:PORT
	http *http.Client
	// virtual: it is in a bubble, on a network without sockets.
	virtual bool

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

// each runs a test of an endpoint in a bubble of testing/synctest, where time passes when everybody waits for it. The settings
// are the product's, unless adjust changes them.
func each(t *testing.T, adjust func(*live.Settings), test func(t *testing.T, e *endpoint)) {
	t.Helper()
	storetest.On(t, store.SQLite, func(t *testing.T, _ store.Engine) {
		lines := memnet.New()
		e := serve(t, lines.Listen("socket.test:8080"), adjust)
		transport := lines.Transport()
		t.Cleanup(transport.CloseIdleConnections)
		e.http, e.virtual = &http.Client{Transport: transport}, true
		test(t, e)
	})
}

// serve starts an endpoint on a listener.
func serve(t *testing.T, l net.Listener, adjust func(*live.Settings)) *endpoint {
	t.Helper()
	b := bus.Open(storetest.Open(t, store.SQLite), slog.New(slog.DiscardHandler), true)
	e := &endpoint{bus: b, tokens: map[string]string{aliceToken: alice, bobToken: bob}, http: http.DefaultClient}
	settings := live.Settings{Prefix: "krapao", Authenticate: e.authenticate}
	settings.Socket.Address = func(r *http.Request) string { return r.Header.Get("X-Test-Address") }
	if adjust != nil {
		adjust(&settings)
	}
	e.live = live.New(b, settings)
	mux := http.NewServeMux()
	mux.HandleFunc("/socket.io/", e.live.ServeHTTP)
	mux.HandleFunc("/control/", e.control)
	server := &httptest.Server{Listener: l, Config: &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}}
	server.Start()
	t.Cleanup(func() { e.live.Close(); server.CloseClientConnections(); server.Close(); b.Close() })
	e.url = server.URL
	return e
}

// asked lets p ask, and returns when its request waits at the server; the answer is told when it comes.
func (e *endpoint) asked(p *poller) (answer func() reply) {
	got := make(chan reply, 1)
	go func() {
		defer close(got)
		got <- p.get()
	}()
	synctest.Wait()
	return func() reply { return <-got }
}

func (e *endpoint) stats() socketio.Stats { return e.live.Stats() }

// empty waits until no session is left: what ends must leave nothing behind.
func (e *endpoint) empty(t *testing.T) {
	t.Helper()
	gone := func() bool { return e.stats() == socketio.Stats{} }
	if !e.virtual {
		programtest.Until(t, "no session, socket or room is left", gone)
		return
	}
	for end := time.Now().Add(patience); !gone(); time.Sleep(time.Second) {
		if time.Now().After(end) {
			t.Fatalf("left: %+v", e.stats())
		}
	}
}

func ws(url string) string { return "ws" + strings.TrimPrefix(url, "http") }
