package api

import (
	"context"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// longWait is longer than the time that a body has to come in by huma's own default, five seconds: it once went on while
// the call worked, and when it passed, every later GET on the connection failed with a 500.
const longWait = 7 * time.Second

// A call that waits long for its turn to write harms nothing that its browser asks afterwards on the same connection. What it
// waits for makes no difference; who waited for PostgreSQL's lock would hold the bubble's time.
func TestACallThatWaitsLeavesItsConnectionWhole(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		dials := onOneConnection(t, a, c)
		c.Get("/api/wallet").OK(http.StatusOK)
		release := holdWriters(t, a.Store)
		time.AfterFunc(longWait, release)
		login := c.Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password})
		if login.Status != http.StatusOK && login.Status != http.StatusServiceUnavailable {
			t.Errorf("login: %d %s", login.Status, login.Text)
		}
		for range 3 {
			c.Get("/api/wallet").OK(http.StatusOK)
		}
		if n := dials.Load(); n != 1 {
			t.Errorf("%d connections: what was to be shown was not met", n)
		}
	})
}

// onOneConnection has a client make all its calls on one connection, and counts how many it was.
func onOneConnection(t *testing.T, a *apptest.App, c *apptest.Client) *atomic.Int64 {
	t.Helper()
	var dials atomic.Int64
	transport := &http.Transport{
		MaxConnsPerHost: 1,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dials.Add(1)
			return a.Dial(ctx, network, address)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	c.Transport = transport
	return &dials
}

// holdWriters keeps a store on SQLite from being written until release is called.
func holdWriters(t *testing.T, s *store.Store) (release func()) {
	t.Helper()
	ctx, release := context.WithCancel(context.Background())
	held, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		held <- s.Write(context.Background(), func(*store.Tx) error {
			held <- nil
			<-ctx.Done()
			return nil
		})
	}()
	t.Cleanup(func() { release(); <-done })
	if err := <-held; err != nil {
		t.Fatal(err)
	}
	return release
}
