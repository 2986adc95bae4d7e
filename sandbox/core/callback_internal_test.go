package core

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestCallbacksKeepTheirConnections: callbacks that go out at once take as many connections, and the next ones take the same.
func TestCallbacksKeepTheirConnections(t *testing.T) {
	t.Parallel()
	const atOnce = 64
	var opened atomic.Int64
	var together sync.WaitGroup
	wallet := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		together.Done()
		together.Wait()
	}))
	wallet.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	wallet.Start()
	defer wallet.Close()
	f, err := Open(t.Context(), Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	f.SetWallet(wallet.URL)
	for range 3 {
		var calling sync.WaitGroup
		together.Add(atOnce)
		for range atOnce {
			calling.Go(func() {
				if _, ok := f.post(t.Context(), Callback{Path: "/hooks/payout"}, JSONPayload(time.Now())); !ok {
					t.Error("a callback was not accepted")
				}
			})
		}
		calling.Wait()
	}
	// On a slow machine net/http now and then takes a connection for unusable that is not.
	if got := opened.Load(); got > atOnce*3/2 {
		t.Errorf("%d connections were opened", got)
	}
}
