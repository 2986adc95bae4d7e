package line_test

import (
	"bufio"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"krapao/connect/line"
)

// cutting answers the first request of a connection and keeps it; the next request on it is read, and then the
// connection is cut. It counts the requests that arrived.
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

// A GET that moves money arrives once per call, whatever happens to connections. Without Settings.Once the transport
// repeats it by itself, as the second half shows: the test would not notice a change of that otherwise.
func TestOnce(t *testing.T) {
	t.Parallel()
	for once, want := range map[bool]int64{true: 2, false: 3} {
		address, arrived := cutting(t)
		l := line.New(line.Settings{Once: once})
		for range 2 {
			if _, err := l.Do(t.Context(), line.Request{Method: http.MethodGet, URL: address}); err != nil {
				t.Fatal(err)
			}
		}
		if got := arrived.Load(); got != want {
			t.Errorf("once=%t: two calls arrived %d times, want %d", once, got, want)
		}
	}
}
