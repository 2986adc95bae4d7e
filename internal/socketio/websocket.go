package socketio

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// writeTimeout is how long writing one frame may take. A client that does not take it by then has gone.
const writeTimeout = 10 * time.Second

func (s *Server) serveWebSocket(w http.ResponseWriter, r *http.Request, c *session) {
	if r.Method != http.MethodGet {
		badHandshakeMethod.write(w)
		return
	}
	fresh := c == nil
	if fresh {
		var refused *refusal
		if c, refused = s.open(r, onWebSocket); refused != nil {
			refused.write(w)
			return
		}
	}
	// The origin is checked already, by our own rules (allowOrigin).
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		if fresh {
			c.close(errTransport)
		}
		return // Accept has answered
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(s.settings.MaxPayload)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if fresh {
		err = writeFrame(ctx, ws, openPacket(s.settings, c.id, nil))
	} else if err = c.upgrade(ctx, ws); err != nil {
		return // the session goes on polling
	}
	if err != nil {
		c.close(errTransport)
		return
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx, ws)
	}()
	c.close(c.read(ctx, ws))
	<-written
}

// upgrade moves a polling session onto the WebSocket.
func (c *session) upgrade(ctx context.Context, ws *websocket.Conn) error {
	if !c.beginUpgrade() {
		return errors.New("socketio: already upgraded")
	}
	ctx, cancel := context.WithTimeout(ctx, c.server.settings.UpgradeTimeout)
	defer cancel()
	if err := probe(ctx, ws); err != nil {
		c.endUpgrade(polling)
		return err
	}
	c.endUpgrade(onWebSocket)
	return nil
}

// probe exchanges the packets before the switch. The state upgrading releases a waiting GET (see wait).
func probe(ctx context.Context, ws *websocket.Conn) error {
	if text, err := readFrame(ctx, ws); err != nil || text != "2probe" {
		return errors.Join(errMalformed, err)
	}
	if err := writeFrame(ctx, ws, "3probe"); err != nil {
		return err
	}
	if text, err := readFrame(ctx, ws); err != nil || text != string(engineUpgrade) {
		return errors.Join(errMalformed, err)
	}
	return nil
}

// read handles the client's frames until one is wrong or the connection ends.
func (c *session) read(ctx context.Context, ws *websocket.Conn) error {
	for {
		text, err := readFrame(ctx, ws)
		if errors.Is(err, errMalformed) {
			return err
		}
		if err != nil {
			return errTransport
		}
		if err := c.receive(text); err != nil {
			return err
		}
	}
}

// write sends waiting packets until the session ends, and then the rest and a close frame.
func (c *session) write(ctx context.Context, ws *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.out.ready:
			if c.writeWaiting(ctx, ws) != nil {
				c.close(errTransport)
				return
			}
		case <-c.done:
			ctx, cancel := context.WithTimeout(ctx, writeTimeout)
			defer cancel()
			for _, p := range c.out.take() {
				if writeFrame(ctx, ws, p) != nil {
					break
				}
			}
			_ = ws.Close(websocket.StatusNormalClosure, "")
			return
		}
	}
}

// writeWaiting sends the waiting packets frame by frame. Packets that were taken before an expulsion are not sent after it.
func (c *session) writeWaiting(ctx context.Context, ws *websocket.Conn) error {
	packets, last := c.out.drain()
	for _, p := range packets {
		if !last && c.out.ended() {
			return nil
		}
		if err := writeFrame(ctx, ws, p); err != nil {
			return err
		}
	}
	return nil
}

func writeFrame(ctx context.Context, ws *websocket.Conn, text string) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return ws.Write(ctx, websocket.MessageText, []byte(text))
}

func readFrame(ctx context.Context, ws *websocket.Conn) (string, error) {
	kind, data, err := ws.Read(ctx)
	if err != nil {
		return "", err
	}
	if kind != websocket.MessageText {
		return "", errMalformed
	}
	return string(data), nil
}
