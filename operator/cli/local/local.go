// Package local is the socket by which a node takes operators' commands: only the owner of its directory can open it.
package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Listen opens the socket. From then on commands may come; Answer takes them. The socket belongs to the node's own system
// user: whoever can open it could also open the database. Listen never takes a socket from a node that answers on it.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	if answers(ctx, path) {
		return nil, fmt.Errorf("the operators' socket %s is another node's, which is running: "+
			"give this node a data directory of its own", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, cannotOpen(path, err)
	}
	near, done, err := shortened(path)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	defer done()
	opened, err := (&net.ListenConfig{}).Listen(ctx, "unix", near)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	if u, ok := opened.(*net.UnixListener); ok {
		u.SetUnlinkOnClose(false) // near is no longer valid then
	}
	l := &socket{Listener: opened, path: path}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(cannotOpen(path, err), l.Close())
	}
	return l, nil
}

// Host is how the node that listens on a socket is called, and Peer how it sees whoever calls: no address is written so.
const (
	Host = "node"
	Peer = "node"
)

// caller is a connection over the socket.
type caller struct{ net.Conn }

// RemoteAddr says that it is over the socket: only the owner of its directory can have opened it.
func (caller) RemoteAddr() net.Addr { return peer{} }

type peer struct{}

// Network implements net.Addr.
func (peer) Network() string { return "unix" }

// String implements net.Addr.
func (peer) String() string { return Peer }

// Accept implements net.Listener.
func (s *socket) Accept() (net.Conn, error) {
	conn, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return caller{conn}, nil
}

// socket removes its file when it is closed, once: the next node may have made a new one since.
type socket struct {
	net.Listener
	path   string
	closed sync.Once
}

// Close implements net.Listener.
func (s *socket) Close() error {
	var removed error
	s.closed.Do(func() {
		if removed = os.Remove(s.path); errors.Is(removed, os.ErrNotExist) {
			removed = nil
		}
	})
	return errors.Join(removed, s.Listener.Close())
}

// answers reports whether a node listens on the socket. A socket that a killed node left behind does not answer.
func answers(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	conn, err := Dial(ctx, path)
	if err != nil {
		return errors.Is(err, context.DeadlineExceeded) // a node that is too busy to answer
	}
	_ = conn.Close()
	return true
}

// Dial connects to a node's socket.
func Dial(ctx context.Context, path string) (net.Conn, error) {
	near, done, err := shortened(path)
	if err != nil {
		return nil, err
	}
	defer done()
	return (&net.Dialer{}).DialContext(ctx, "unix", near)
}

// longest is the longest path of a socket: the kernel's limit, less the zero at its end.
const longest = 107

// shortened returns a path to the same socket that the kernel accepts, also where path is too long: through the open
// directory.
func shortened(path string) (near string, done func(), err error) {
	if len(path) <= longest {
		return path, func() {}, nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)), func() { _ = dir.Close() }, nil
}

// cannotOpen returns an error of one line with the system's own reason. That reason names the path already.
func cannotOpen(path string, err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = number
	}
	return fmt.Errorf("the operators' socket %s cannot be opened: %w", path, err)
}
