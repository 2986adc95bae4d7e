package socketio

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"
)

// anybody admits every socket into one room.
type anybody struct{}

func (anybody) Connect(context.Context, *Socket, json.RawMessage) ([]string, error) {
	return []string{"all"}, nil
}

func (anybody) Event(context.Context, *Socket, string, []json.RawMessage) any { return "ok" }

func (anybody) Disconnect(*Socket) {}

// TestNothingIsLeftBehind: however clients go, no goroutine, timer or room of theirs stays.
func TestNothingIsLeftBehind(t *testing.T) { //nolint:paralleltest // counts the process's goroutines
	before := goleak.IgnoreCurrent()
	s := New(anybody{}, Settings{PingInterval: 50 * time.Millisecond, PingTimeout: 50 * time.Millisecond, UpgradeTimeout: 50 * time.Millisecond})
	server := httptest.NewServer(s)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	get := func(query string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/?EIO=4&"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	dial := func(query string) *websocket.Conn {
		ws, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/?EIO=4&transport=websocket"+query, nil) //nolint:bodyclose // the library closes it
		if err != nil {
			t.Fatal(err)
		}
		return ws
	}
	for range 5 {
		get("transport=polling") // opens and never comes back
		ws := dial("")
		if err := ws.Write(t.Context(), websocket.MessageText, []byte("40")); err != nil {
			t.Fatal(err)
		}
		if err := s.Emit("all", "x"); err != nil {
			t.Fatal(err)
		}
		_ = ws.CloseNow() // cut
		_ = dial("").Close(websocket.StatusNormalClosure, "")
		sid := strings.Split(get("transport=polling"), `"`)[3]
		half := dial("&sid=" + sid) // begins an upgrade and stops
		defer func() { _ = half.CloseNow() }()
	}
	for range 200 {
		if s.Stats() == (Stats{}) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if now := s.Stats(); now != (Stats{}) {
		t.Errorf("left: %+v", now)
	}
	stays := dial("")
	s.Close()
	_ = stays.CloseNow()
	client.CloseIdleConnections()
	server.Close()
	goleak.VerifyNone(t, before)
}
