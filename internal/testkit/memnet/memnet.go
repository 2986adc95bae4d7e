// Package memnet is a network inside one process, without sockets: a goroutine that waits for a connection or for bytes waits
// for another goroutine of the process. So a program, its outside and its clients can run in one bubble of testing/synctest,
// where time passes only when everybody waits; with a real socket it never would.
package memnet

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// Net is such a network. Its hosts have names with a port.
type Net struct {
	mu    sync.Mutex
	hosts map[string]*listener
}

// New makes an empty network.
func New() *Net { return &Net{hosts: map[string]*listener{}} }

// Listen opens a host. It takes over a name that is in use.
func (n *Net) Listen(host string) net.Listener {
	l := &listener{host: host, in: make(chan net.Conn), closed: make(chan struct{})}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hosts[host] = l
	return l
}

// Dial connects to a host. A missing or closed host refuses.
func (n *Net) Dial(ctx context.Context, _, host string) (net.Conn, error) {
	n.mu.Lock()
	l := n.hosts[host]
	n.mu.Unlock()
	if l == nil {
		return nil, refused(host)
	}
	here, there := net.Pipe()
	select {
	case l.in <- local{there}:
		return here, nil
	case <-l.closed:
		return nil, refused(host)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// local is a connection whose other end is on this machine, according to its address.
type local struct{ net.Conn }

// RemoteAddr implements net.Conn.
func (local) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// refused is the machine's error where nobody listens.
func refused(host string) error {
	return &net.OpError{Op: "dial", Net: "tcp", Addr: address(host), Err: fmt.Errorf("nobody listens at %s", host)}
}

// Server serves a handler at a host's port 80.
func (n *Net) Server(host string, h http.Handler) *httptest.Server {
	server := &httptest.Server{
		Listener: n.Listen(host + ":80"), Config: &http.Server{Handler: h, ReadHeaderTimeout: time.Minute},
	}
	server.Start()
	return server
}

// Transport sends HTTP over the network.
func (n *Net) Transport() *http.Transport {
	return &http.Transport{DialContext: n.Dial, IdleConnTimeout: time.Minute}
}

type listener struct {
	host   string
	in     chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.in:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr implements net.Listener.
func (l *listener) Addr() net.Addr { return address(l.host) }

type address string

// Network implements net.Addr.
func (address) Network() string { return "memory" }

// String implements net.Addr.
func (a address) String() string { return string(a) }
