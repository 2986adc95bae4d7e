// Package steady closes connections whose client does not read.
//
// Promises: an answer may take any time while it makes progress, so that a video reaches a phone on a weak network. A client
// that reads nothing for a while loses the connection, and the answer's memory here is freed. Hijacked connections (WebSockets)
// have their own deadlines.
package steady

import (
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	// Within is how long the client may take for one piece of an answer.
	Within = 30 * time.Second
	// piece is the size of a piece, in bytes: half a kilobyte a second, less than any network that can show pages.
	piece = 16 << 10
)

// Serve runs a server on a listener with these deadlines. It returns what http.Server.Serve returns.
func Serve(s *http.Server, l net.Listener) error {
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if own, ok := c.(*conn); ok && state == http.StateHijacked {
			own.taken.Store(true)
			_ = own.SetWriteDeadline(time.Time{}) // if it fails, the connection is closed already
		}
	}
	return s.Serve(listener{l})
}

type listener struct{ net.Listener }

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c}, nil
}

type conn struct {
	net.Conn
	taken atomic.Bool
}

// Write sends piece by piece, each with its own deadline.
func (c *conn) Write(p []byte) (sent int, err error) {
	for {
		if c.taken.Load() {
			n, err := c.Conn.Write(p[sent:])
			return sent + n, err
		}
		if err := c.SetWriteDeadline(time.Now().Add(Within)); err != nil {
			return sent, err
		}
		n, err := c.Conn.Write(p[sent:min(sent+piece, len(p))])
		if sent += n; err != nil || sent == len(p) {
			return sent, err
		}
	}
}
