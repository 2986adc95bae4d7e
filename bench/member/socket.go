package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// socket is a member's live connection, as its app keeps it while it waits for money: Engine.IO 4 over WebSocket, with a token
// (API.md, Chat, Realtime).
type socket struct {
	conn *websocket.Conn
	// hints gets one for each word that something changed.
	hints chan struct{}
}

// listen opens a member's socket.
func listen(ctx context.Context, address string, m *person) (*socket, error) {
	conn, answer, err := websocket.Dial(ctx, "ws://"+address+"/socket.io/?EIO=4&transport=websocket",
		&websocket.DialOptions{HTTPHeader: http.Header{"X-Forwarded-For": {m.address}}})
	if err != nil {
		return nil, fmt.Errorf("socket: %w", err)
	}
	if answer.Body != nil {
		_ = answer.Body.Close()
	}
	s := &socket{conn: conn, hints: make(chan struct{}, 64)}
	if _, _, err := conn.Read(ctx); err != nil { // the opening: 0{...}
		return nil, fmt.Errorf("socket: %w", err)
	}
	if err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `40{"token":%q}`, m.token)); err != nil {
		return nil, fmt.Errorf("socket: %w", err)
	}
	if _, word, err := conn.Read(ctx); err != nil || !strings.HasPrefix(string(word), "40") {
		return nil, fmt.Errorf("socket: %s: %w", word, err)
	}
	go s.read(ctx)
	return s, nil
}

// read answers pings, and passes on hints, until the connection ends.
func (s *socket) read(ctx context.Context) {
	for {
		_, word, err := s.conn.Read(ctx)
		switch {
		case err != nil:
			return
		case string(word) == "2":
			if s.conn.Write(ctx, websocket.MessageText, []byte("3")) != nil {
				return
			}
		case strings.HasPrefix(string(word), "42"):
			select {
			case s.hints <- struct{}{}:
			default: // there are hints enough
			}
		}
	}
}

// beside is how often an app asks by itself while it waits for money (web/src/features/wallet/queries.ts).
const beside = 4 * time.Second

// until asks after each hint whether what was waited for has come.
func (s *socket) until(ctx context.Context, come func() (bool, error)) error {
	for {
		select {
		case <-s.hints:
		case <-time.After(beside):
		case <-ctx.Done():
			return ctx.Err()
		}
		if done, err := come(); done || err != nil {
			return err
		}
	}
}

func (s *socket) close() { _ = s.conn.CloseNow() }
