package steady_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"krapao/internal/steady"
	"krapao/internal/testkit/memnet"
)

const size = 200_000

// serving is a server that answers with so many bytes and reports the result, and a client connection to it.
func serving(t *testing.T, h func(w http.ResponseWriter, r *http.Request) error) (client net.Conn, ended chan error) {
	t.Helper()
	n := memnet.New()
	ended = make(chan error, 10)
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ended <- h(w, r)
	})}
	l := n.Listen("wallet.test:80")
	go func() { _ = steady.Serve(server, l) }()
	t.Cleanup(func() { _ = server.Close() })
	client, err := n.Dial(t.Context(), "tcp", "wallet.test:80")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client, ended
}

func answer(w http.ResponseWriter, _ *http.Request) error {
	_, err := w.Write(make([]byte, size))
	return err
}

func ask(t *testing.T, c net.Conn) *bufio.Reader {
	t.Helper()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return bufio.NewReaderSize(c, 16)
}

// TestWhoTakesNothingIsLetGo: although nobody closes the connection.
func TestWhoTakesNothingIsLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, ended := serving(t, answer)
		ask(t, client)
		began := time.Now()
		if err := <-ended; err == nil {
			t.Error("all was sent to nobody")
		}
		if took := time.Since(began); took > steady.Within+time.Second {
			t.Errorf("held for %s", took)
		}
	})
}

// TestASlowReaderGetsAll: although all of it takes many times as long as a piece may, and the connection serves another request
// after a long pause.
func TestASlowReaderGetsAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, ended := serving(t, answer)
		began := time.Now()
		for range 2 {
			in := ask(t, client)
			got, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for buf := make([]byte, 1000); err == nil; {
				<-time.After(time.Second) // a kilobyte a second
				var more int
				more, err = got.Body.Read(buf)
				n += more
			}
			_ = got.Body.Close()
			if n != size || !errors.Is(err, io.EOF) || <-ended != nil {
				t.Errorf("%d bytes, %v", n, err)
			}
			<-time.After(2 * steady.Within)
		}
		if took := time.Since(began); took < 6*steady.Within {
			t.Errorf("it took %s: too little to prove anything", took)
		}
	})
}

// TestATakenConnectionKeepsItsOwnTime: as a WebSocket does.
func TestATakenConnectionKeepsItsOwnTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, ended := serving(t, func(w http.ResponseWriter, _ *http.Request) error {
			c, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return err
			}
			<-time.After(2 * steady.Within)
			_, err = c.Write(make([]byte, size))
			return errors.Join(err, c.Close())
		})
		in := ask(t, client)
		<-time.After(5 * steady.Within)
		if n, err := io.Copy(io.Discard, in); n != size || err != nil || <-ended != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
	})
}
