package socketio

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// upgradePoll is how long a GET waits while a WebSocket is being probed: the client switches only when none is under way.
const upgradePoll = 100 * time.Millisecond

// writeMargin is how long sending an answer may take, beyond the longest wait for a packet.
const writeMargin = 10 * time.Second

func (s *Server) servePolling(w http.ResponseWriter, r *http.Request, c *session) {
	switch {
	case r.Method == http.MethodGet && c == nil:
		s.openPolling(w, r)
	case r.Method == http.MethodGet:
		c.get(w, r)
	case r.Method == http.MethodPost && c != nil:
		c.post(w, r)
	default:
		badHandshakeMethod.write(w)
	}
}

func (s *Server) openPolling(w http.ResponseWriter, r *http.Request) {
	c, refused := s.open(r, polling)
	if refused != nil {
		refused.write(w)
		return
	}
	writeText(w, openPacket(s.settings, c.id, []string{"websocket"}))
}

func writeText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	_, _ = io.WriteString(w, text) // the heartbeat notices a client that has gone
}

// get answers with the packets that wait for the client, as soon as there are some.
func (c *session) get(w http.ResponseWriter, r *http.Request) {
	if !c.begin(&c.getting) {
		badRequest.write(w)
		return
	}
	defer c.end(&c.getting)
	// The server's own write deadline is for answers that are given at once.
	longest := c.server.settings.PingInterval + c.server.settings.PingTimeout + writeMargin
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest))
	packets, gone := c.wait(r)
	if gone {
		c.close(errTransport)
		return
	}
	writeText(w, joinPayload(packets))
}

// wait returns the packets for one GET: at least one, or gone where the client has left.
func (c *session) wait(r *http.Request) (packets []string, gone bool) {
	noop := []string{string(engineNoop)}
	for {
		var hurry <-chan time.Time
		switch c.carriedBy() {
		case onWebSocket:
			return noop, false
		case upgrading:
			hurry = time.After(upgradePoll)
		case polling:
		}
		select {
		case <-c.out.ready:
			if c.carriedBy() == onWebSocket {
				c.out.signal() // these packets are for the WebSocket
				return noop, false
			}
			if packets := c.out.take(); len(packets) > 0 {
				return packets, false
			}
		case <-hurry:
			return noop, false
		case <-c.done:
			return append(c.out.take(), c.farewell()), false
		case <-r.Context().Done():
			return nil, true
		}
	}
}

// farewell is the last packet of a session. A client that closed the session itself needs no close packet.
func (c *session) farewell() string {
	if errors.Is(c.why, errClosedByClient) {
		return string(engineNoop)
	}
	return string(engineClose)
}

// post takes packets from the client.
func (c *session) post(w http.ResponseWriter, r *http.Request) {
	if !c.begin(&c.posting) {
		badRequest.write(w)
		return
	}
	defer c.end(&c.posting)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, c.server.settings.MaxPayload))
	if err != nil {
		c.close(errTransport)
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			tooLarge.write(w)
		} else {
			badRequest.write(w)
		}
		return
	}
	packets, err := splitPayload(string(body))
	for _, p := range packets {
		if err = c.receive(p); err != nil {
			break
		}
	}
	if err != nil {
		c.close(err)
	}
	if err != nil && !errors.Is(err, errClosedByClient) {
		badRequest.write(w)
		return
	}
	writeText(w, "ok")
}

// begin marks a GET or a POST as under way, and reports whether it may go on. A second one of its kind means that two clients use
// one sid, or that the client is broken: the session ends. Neither is allowed once a WebSocket carries the session.
func (c *session) begin(underWay *bool) bool {
	c.mu.Lock()
	overlap, ok := *underWay, !*underWay && !c.closed && c.transport != onWebSocket
	if ok {
		*underWay = true
	}
	c.mu.Unlock()
	if overlap {
		c.close(errOverlap)
	}
	return ok
}

func (c *session) end(underWay *bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*underWay = false
}
