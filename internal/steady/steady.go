// Package steady ends connections on which nobody takes what is sent.
//
// Promises: an answer may take as long as it likes while it gets on, so that a film reaches a telephone on a weak network; who
// takes nothing for a while loses the connection, and with it what the answer holds here. Connections that a handler has taken
// over (WebSockets) keep their own time.
package steady

import (
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	// Within is how long one piece of an answer may take to leave.
	Within = 30 * time.Second
	// piece is what has to leave in that time: half a kilobyte a second, less than any network that shows pages.
	piece = 16 << 10
)

// Serve has a server answer on a listener, steadily. It returns what http.Server.Serve does.
func Serve(s *http.Server, l net.Listener) error {
	s.ConnState = func(c net.Conn, state http.ConnState) {
		if own, ok := c.(*conn); ok && state == http.StateHijacked {
			own.taken.Store(true)
			_ = own.SetWriteDeadline(time.Time{}) // one that fails is closed already
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

// Write sends piece by piece, each in its time.
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
