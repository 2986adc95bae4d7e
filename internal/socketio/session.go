package socketio

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// transport is how a session's packets travel now.
type transport int

const (
	polling transport = iota
	// upgrading: a WebSocket is being probed, and packets still travel by polling.
	upgrading
	onWebSocket
)

// Why a session ended.
var (
	errClosedByClient = errors.New("closed by the client")
	errTransport      = errors.New("transport closed")
	errPingTimeout    = errors.New("ping timeout")
	errTooSlow        = errors.New("outgoing queue full")
	errTooMany        = errors.New("too many packets")
	errNotConnected   = errors.New("namespace not joined in time")
	errOverlap        = errors.New("two requests of one kind at once")
	errStopping       = errors.New("server stopping")
	errDisconnected   = errors.New("disconnected by the server")
)

// session is one Engine.IO session: a client's connection, by either transport.
type session struct {
	id     string
	server *Server
	peer   Peer
	out    *queue
	// done is closed when the session ends. Why is set before that.
	done chan struct{}
	why  error

	mu        sync.Mutex
	closed    bool
	transport transport
	getting   bool
	posting   bool
	// pinged: a ping was sent, and no pong has come.
	pinged bool
	beat   *time.Timer
	joinBy *time.Timer
	socket *Socket
}

func newSession(s *Server, peer Peer, t transport) *session {
	c := &session{id: rand.Text(), server: s, peer: peer, out: newQueue(), done: make(chan struct{}), transport: t}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beat = time.AfterFunc(s.settings.PingInterval, c.heartbeat)
	c.joinBy = time.AfterFunc(s.settings.ConnectTimeout, func() {
		if c.current() == nil {
			c.close(errNotConnected)
		}
	})
	return c
}

// heartbeat sends a ping, and ends the session if the last one was not answered.
func (c *session) heartbeat() {
	c.mu.Lock()
	late := c.pinged
	if !late && !c.closed {
		c.pinged = true
		c.beat.Reset(c.server.settings.PingTimeout)
	}
	c.mu.Unlock()
	if late {
		c.close(errPingTimeout)
		return
	}
	c.send(string(enginePing), false)
}

func (c *session) pong() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pinged && !c.closed {
		c.pinged = false
		c.beat.Reset(c.server.settings.PingInterval)
	}
}

// send queues a packet. A client that does not take its packets is disconnected: it polls the truth when it is back.
func (c *session) send(p string, once bool) {
	if !c.queue(p, once) {
		c.close(errTooSlow)
	}
}

// queue adds a packet and reports whether there was room. If not, its caller ends the session.
func (c *session) queue(p string, once bool) bool {
	return c.out.push(p, once, c.server.settings.MaxQueue, c.server.settings.MaxQueueBytes)
}

// close ends the session; the first reason counts.
func (c *session) close(why error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	c.why = why
	c.beat.Stop()
	c.joinBy.Stop()
	socket := c.socket
	c.socket = nil
	c.mu.Unlock()
	close(c.done)
	c.server.forget(c)
	if socket != nil {
		socket.left()
	}
	c.server.settings.Log.Debug("socketio: session ended", "reason", why.Error())
}

// current is the session's socket, nil while the namespace is not joined.
func (c *session) current() *Socket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.socket
}

// setSocket joins the namespace, or leaves it with nil. It returns false where the session has ended meanwhile.
func (c *session) setSocket(s *Socket) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.socket = s
	return true
}

// receive handles one Engine.IO packet of the client; an error ends the session.
func (c *session) receive(text string) error {
	if !c.server.mayReceive(c) {
		return errTooMany
	}
	switch {
	case text == string(enginePong):
		c.pong()
		return nil
	case text == string(engineClose):
		return errClosedByClient
	case strings.HasPrefix(text, string(engineMessage)) && utf8.ValidString(text):
		p, err := parsePacket(text[1:])
		if err != nil {
			return err
		}
		return c.handle(p)
	}
	return errMalformed
}

// beginUpgrade starts the session's only upgrade; endUpgrade ends it with the transport that carries the session from then on.
func (c *session) beginUpgrade() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.transport != polling {
		return false
	}
	c.transport = upgrading
	c.out.signal() // the waiting GET has to end soon
	return true
}

func (c *session) endUpgrade(to transport) {
	c.mu.Lock()
	c.transport = to
	c.mu.Unlock()
	c.out.signal() // a GET that still waits has nothing to wait for
}

func (c *session) carriedBy() transport {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.transport
}
