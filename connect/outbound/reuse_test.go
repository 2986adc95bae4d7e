package outbound_test

import (
	"bufio"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"krapao/connect/outbound"
)

// cutting answers the first request of a connection and keeps the connection. It reads the next request, and then cuts the
// connection. It counts the requests that arrived.
func cutting(t *testing.T) (address string, arrived *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	arrived = &atomic.Int64{}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				requests := bufio.NewReader(conn)
				if _, err := http.ReadRequest(requests); err != nil {
					return
				}
				arrived.Add(1)
				_, _ = conn.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
				if _, err := http.ReadRequest(requests); err == nil {
					arrived.Add(1)
				}
			}()
		}
	}()
	return "http://" + listener.Addr().String(), arrived
}

// With NoReuse a GET that moves money arrives once per call, whatever happens to connections. Without it the transport
// repeats the GET by itself. The test checks that too, so that it notices when Go's behaviour changes.
func TestNoReuse(t *testing.T) {
	t.Parallel()
	for noReuse, want := range map[bool]int64{true: 2, false: 3} {
		address, arrived := cutting(t)
		c := outbound.New(outbound.Settings{NoReuse: noReuse})
		for range 2 {
			if _, err := c.Do(t.Context(), outbound.Request{Method: http.MethodGet, URL: address}); err != nil {
				t.Fatal(err)
			}
		}
		if got := arrived.Load(); got != want {
			t.Errorf("NoReuse=%t: two calls arrived %d times, want %d", noReuse, got, want)
		}
	}
}
