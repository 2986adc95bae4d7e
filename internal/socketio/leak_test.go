package socketio

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"krapao/internal/testkit/memnet"
)

// anybody admits every socket into one room.
type anybody struct{}

func (anybody) Connect(context.Context, *Socket, json.RawMessage) ([]string, error) {
	return []string{"all"}, nil
}

func (anybody) Event(context.Context, *Socket, string, []json.RawMessage) any { return "ok" }

func (anybody) Disconnect(*Socket) {}

// visitor calls a server on a network without sockets.
type visitor struct {
	t    *testing.T
	http *http.Client
}

// serve starts a server with the product's settings, which ends with the test, and a visitor of it.
func serve(t *testing.T, h Handler) (*Server, visitor) {
	t.Helper()
	s := New(h, Settings{})
	net := memnet.New()
	server := net.Server("socket.test", s)
	t.Cleanup(func() { s.Close(); server.Close() })
	return s, visitor{t, &http.Client{Transport: &http.Transport{DialContext: net.Dial, DisableKeepAlives: true}}}
}

func (v visitor) get(query string) string {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, "http://socket.test:80/?EIO=4&"+query, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	res, err := v.http.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return string(text)
}

func (v visitor) dial(query string) *websocket.Conn {
	v.t.Helper()
	ws, _, err := websocket.Dial( //nolint:bodyclose // the library closes it
		v.t.Context(), "ws://socket.test:80/?EIO=4&transport=websocket"+query, &websocket.DialOptions{HTTPClient: v.http})
	if err != nil {
		v.t.Fatal(err)
	}
	return ws
}

// open returns a connection whose open packet was read, so that the network holds nothing unread.
func (v visitor) open() *websocket.Conn {
	v.t.Helper()
	ws := v.dial("")
	v.hear(ws, string(engineOpen))
	return ws
}

func (v visitor) send(ws *websocket.Conn, text string) {
	v.t.Helper()
	if err := ws.Write(v.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		v.t.Fatal(err)
	}
}

// hear waits for the next frame, which must begin with start.
func (v visitor) hear(ws *websocket.Conn, start string) {
	v.t.Helper()
	if _, text, err := ws.Read(v.t.Context()); err != nil || !strings.HasPrefix(string(text), start) {
		v.t.Fatalf("heard %q, %v; want %s", text, err, start)
	}
}

// TestNothingIsLeftBehind: however clients leave, nothing of theirs stays when their time is over: no room, no goroutine and no
// timer. A bubble ends only when there is none.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, v := serve(t, anybody{})
		for range 5 {
			v.get("transport=polling") // opens and never comes back
			ws := v.open()
			v.send(ws, "40")
			if err := s.Emit("all", "x"); err != nil {
				t.Fatal(err)
			}
			_ = ws.CloseNow() // cut
			_ = v.open().Close(websocket.StatusNormalClosure, "")
			sid := strings.Split(v.get("transport=polling"), `"`)[3]
			half := v.dial("&sid=" + sid) // begins an upgrade and stops
			defer func() { _ = half.CloseNow() }()
		}
		if now := s.Stats(); now.Polling == 0 {
			t.Errorf("at once: %+v", now)
		}
		time.Sleep(time.Minute) // longer than a client that does not answer may stay
		if now := s.Stats(); now != (Stats{}) {
			t.Errorf("left: %+v", now)
		}
		stays := v.open()
		s.Close()
		_ = stays.CloseNow()
	})
}
