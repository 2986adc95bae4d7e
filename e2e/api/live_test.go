package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// dialLive opens the live connection with a token and returns its packets; the channel ends with the connection.
func dialLive(t *testing.T, a *apptest.App, token string, header http.Header) (<-chan string, error) {
	t.Helper()
	return dialSocket(t, a, a.URL, `{"token":"`+token+`"}`, header)
}

// dialSocket opens the live connection of a listener with a handshake, and sends what is given once it is connected.
func dialSocket(
	t *testing.T, a *apptest.App, url, handshake string, header http.Header, then ...string,
) (<-chan string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	conn, r, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/socket.io/?EIO=4&transport=websocket",
		&websocket.DialOptions{HTTPHeader: header, HTTPClient: a.HTTP()})
	if r != nil && r.Body != nil {
		_ = r.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	packets := make(chan string, 100)
	go func() {
		defer close(packets)
		for {
			_, packet, err := conn.Read(ctx)
			if err != nil {
				return
			}
			switch text := string(packet); {
			case strings.HasPrefix(text, "0{"):
				_ = conn.Write(ctx, websocket.MessageText, []byte("40"+handshake))
			case text == "2":
				_ = conn.Write(ctx, websocket.MessageText, []byte("3"))
			default:
				if packets <- text; strings.HasPrefix(text, "40") {
					for _, packet := range then {
						_ = conn.Write(ctx, websocket.MessageText, []byte(packet))
					}
				}
			}
		}
	}()
	return packets, nil
}

// hear waits for a packet that begins so, or for the end where it is "".
func hear(t *testing.T, packets <-chan string, begins string, within time.Duration) {
	t.Helper()
	timeout := time.After(within)
	for {
		select {
		case packet, open := <-packets:
			if !open && begins == "" || open && begins != "" && strings.HasPrefix(packet, begins) {
				return
			}
			if !open {
				t.Fatalf("the connection ended before %s", begins)
			}
		case <-timeout:
			t.Fatalf("not within %s: %q", within, begins)
		}
	}
}

// TestTheLiveConnection: a change of money is told to its member alone, on every node, without an amount; a logout ends
// the socket within 5 seconds.
func TestTheLiveConnection(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		other := a
		if a.Store.Engine() == store.Postgres {
			other = a.Beside()
			a.Sandbox.SetWalletURL(a.URL)
		}
		c, stranger := a.Member(), a.Member()
		mine, err := dialLive(t, other, c.Token, nil)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := dialLive(t, a, stranger.Token, nil)
		if err != nil {
			t.Fatal(err)
		}
		hear(t, mine, "40", 5*time.Second)
		hear(t, theirs, "40", 5*time.Second)
		a.Deposit(c, "10")
		hear(t, mine, `42["wallet","changed"]`, 5*time.Second)
		hear(t, mine, `42["statement","changed"]`, 5*time.Second)
		c.Post("/api/logout", nil).OK(http.StatusOK)
		hear(t, mine, "", 5*time.Second)
		for len(theirs) > 0 {
			if packet := <-theirs; strings.HasPrefix(packet, "42") {
				t.Errorf("a stranger heard %s", packet)
			}
		}
		wrong, err := dialLive(t, a, "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		hear(t, wrong, `44{"message":"invalid-token"`, 5*time.Second)
		if _, err := dialLive(t, a, stranger.Token, http.Header{"Origin": {"https://evil.example.com"}}); err == nil {
			t.Error("a foreign Origin was let in")
		}
	})
}

// TestEachSideSeesThatTheOtherOneWrites on every node, and nobody else does: a customer is told that the house writes, not who,
// the operators who have the conversation open that the customer does and not what.
func TestEachSideSeesThatTheOtherOneWrites(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		other := a
		if a.Store.Engine() == store.Postgres {
			other = a.Beside()
		}
		c, stranger := a.Member(), a.Member()
		me := chatting(c)
		me.says("agent please").OK(http.StatusOK)
		conversation := ids(dao.Get("/api/chat?show=waiting").OK(http.StatusOK))[0]
		room := `"krapao-` + fmt.Sprint(me.who["userId"]) + `"`
		typing := `42["typing",` + room + `]`
		open := watches(t, a, "", byCookie(lek.Token), `["chat:`+conversation+`"]`)
		mine, err := dialSocket(t, other, other.URL, `{"token":"`+c.Token+`"}`, nil, `421["join",`+room+`]`, typing, typing)
		if err != nil {
			t.Fatal(err)
		}
		hear(t, mine, `431[{"ok":true}]`, 5*time.Second)
		hear(t, open, `42["chat",{"id":"`+conversation+`","change":"typing","by":""}]`, 5*time.Second)
		theirs, err := dialSocket(t, other, other.URL, `{"token":"`+stranger.Token+`"}`, nil, `421["typing",`+room+`]`)
		if err != nil {
			t.Fatal(err)
		}
		hear(t, theirs, `431[{"ok":false,"message":"UNAUTHORIZED"}]`, 5*time.Second)
		dao.Post("/api/chat/"+conversation+"/typing", nil).OK(http.StatusOK)
		hear(t, mine, `42["typing","other"]`, 5*time.Second)
		for len(theirs) > 0 {
			if packet := <-theirs; strings.HasPrefix(packet, "42") {
				t.Errorf("a stranger heard %s", packet)
			}
		}
	})
}
