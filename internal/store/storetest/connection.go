package storetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// serverConn is a connection to PostgreSQL that stays open for the next test. A new one costs the server a process with empty
// caches, which was most of its processor time.
type serverConn struct {
	net.Conn
	// parameters are those of its startup message; only a client with the same ones may reuse it.
	parameters string
	// reply is the server's reply to the startup message. Each client that reuses the connection gets it again.
	reply []byte
	// reusable is false for a cancel request and for a refused session.
	reusable bool
}

// resetTime bounds a reset; a connection that takes longer is closed.
const resetTime = 10 * time.Second

// reset ends the session's state: an unfinished message, the transaction, and then settings, statements, locks and channels.
// It reports whether the next client may have the connection.
func (l *serverConn) reset() bool {
	if l.SetDeadline(time.Now().Add(resetTime)) != nil {
		return false
	}
	talk := pgproto3.NewFrontend(l, l)
	talk.Send(&pgproto3.Sync{})
	for _, statement := range []string{"ROLLBACK", "DISCARD ALL", "SELECT '" + resetDone + "'"} {
		talk.Send(&pgproto3.Query{String: statement})
	}
	if talk.Flush() != nil || !drain(talk) {
		return false
	}
	return l.SetDeadline(time.Time{}) == nil
}

// resetDone marks the end of a reset in what the server sends.
const resetDone = "reset done"

// drain reads what the server still sends to the last client, up to the answer to the reset's last statement.
func drain(talk *pgproto3.Frontend) bool {
	for last := false; ; {
		message, err := talk.Receive()
		if err != nil {
			return false
		}
		switch m := message.(type) {
		case *pgproto3.DataRow:
			last = last || len(m.Values) == 1 && string(m.Values[0]) == resetDone
		case *pgproto3.ReadyForQuery:
			if last {
				return m.TxStatus == 'I'
			}
		}
	}
}

// alive reports whether the server has kept the idle connection open.
func (l *serverConn) alive() bool {
	socket, ok := l.Conn.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	var look error
	err = raw.Read(func(fd uintptr) bool {
		_, _, look = syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		return true
	})
	return err == nil && errors.Is(look, syscall.EAGAIN) // neither an end nor a word
}

// connect opens a connection with a client's first message. A cancel request gets no reply; a refused session gets an error.
// Neither is reusable. A message through the server's own socket costs both sides half of what one through TCP does.
func connect(network, address string, first []byte) (*serverConn, error) {
	if socket != "" {
		network, address = "unix", socket
	}
	conn, err := (&net.Dialer{}).DialContext(context.Background(), network, address)
	if err != nil {
		return nil, err
	}
	l := &serverConn{Conn: conn}
	_, err = conn.Write(first)
	parameters, session := startupParameters(first)
	if err == nil && session {
		l.reply, l.reusable, err = startupReply(conn)
		l.parameters = parameters
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

// startupReply reads until the server is ready for a query, or refuses.
func startupReply(conn net.Conn) (reply []byte, ready bool, err error) {
	var all bytes.Buffer
	for {
		var head [5]byte // the message type, and the length of the rest with these four bytes
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			return nil, false, err
		}
		all.Write(head[:])
		if _, err := io.CopyN(&all, conn, int64(binary.BigEndian.Uint32(head[1:]))-4); err != nil {
			return nil, false, err
		}
		if head[0] == 'E' || head[0] == 'Z' {
			return all.Bytes(), head[0] == 'Z', nil
		}
	}
}

// clientConn is the connection that pgx holds. It attaches to a server connection on its first message, whose parameters say
// which one fits, and gives it back when it is closed.
type clientConn struct {
	database         *database
	network, address string
	// attached is closed when there is a server connection, or the client has closed before.
	attached chan struct{}

	mu          sync.Mutex
	server      *serverConn
	unread      []byte    // of the startup reply
	read, write time.Time // deadlines
	broken      bool
	terminated  bool
	closed      bool
}

// terminate is the message with which a client ends its session. The server never sees it.
var terminate, _ = (&pgproto3.Terminate{}).Encode(nil)

func (w *clientConn) Write(p []byte) (int, error) {
	w.mu.Lock()
	l := w.server
	w.terminated = w.terminated || bytes.Equal(p, terminate)
	terminated := w.terminated
	w.mu.Unlock()
	switch {
	case terminated:
		return len(p), nil
	case l == nil:
		return w.attach(p)
	}
	n, err := l.Write(p)
	w.note(err)
	return n, err
}

func (w *clientConn) attach(first []byte) (int, error) {
	l, err := w.database.acquireConn(w.network, w.address, first)
	if err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		w.database.releaseConn(l, false)
		return 0, net.ErrClosed
	}
	w.server, w.unread = l, l.reply
	close(w.attached)
	return len(first), errors.Join(l.SetReadDeadline(w.read), l.SetWriteDeadline(w.write))
}

func (w *clientConn) Read(p []byte) (int, error) {
	<-w.attached
	w.mu.Lock()
	l, n := w.server, copy(p, w.unread)
	w.unread = w.unread[n:]
	ended := w.terminated || w.closed
	w.mu.Unlock()
	switch {
	case n > 0:
		return n, nil
	case ended:
		return 0, io.EOF // a server closes when it is told to terminate
	}
	n, err := l.Read(p)
	w.note(err)
	return n, err
}

// note marks the connection as broken after an error. A passed deadline is none: reset drains a late answer.
func (w *clientConn) note(err error) {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
}

// Close gives the server connection back. Without a terminate message, or after an error, it is closed instead.
func (w *clientConn) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return net.ErrClosed
	}
	w.closed = true
	if w.server == nil {
		close(w.attached)
		return nil
	}
	w.database.releaseConn(w.server, w.terminated && !w.broken)
	return nil
}

func (w *clientConn) LocalAddr() net.Addr { return serverAddr{w} }

// RemoteAddr is where pgx sends a cancel request.
func (w *clientConn) RemoteAddr() net.Addr { return serverAddr{w} }

type serverAddr struct{ *clientConn }

func (p serverAddr) Network() string { return p.network }
func (p serverAddr) String() string  { return p.address }

func (w *clientConn) SetDeadline(t time.Time) error {
	return errors.Join(w.SetReadDeadline(t), w.SetWriteDeadline(t))
}

func (w *clientConn) SetReadDeadline(t time.Time) error {
	return w.until(&w.read, t, (*serverConn).SetReadDeadline)
}

func (w *clientConn) SetWriteDeadline(t time.Time) error {
	return w.until(&w.write, t, (*serverConn).SetWriteDeadline)
}

// until keeps a deadline for attach, and sets it on the server connection where there is one.
func (w *clientConn) until(kept *time.Time, t time.Time, set func(*serverConn, time.Time) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	*kept = t
	if w.server == nil || w.closed {
		return nil
	}
	return set(w.server, t)
}

// startupParameters reads the parameters of a startup message, in one order. Another first message (a cancel request) begins no
// session.
func startupParameters(first []byte) (parameters string, session bool) {
	var m pgproto3.StartupMessage
	if len(first) < 8 || m.Decode(first[4:]) != nil {
		return "", false
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		fmt.Fprintf(&b, "%s=%s\n", name, m.Parameters[name])
	}
	return b.String(), true
}
