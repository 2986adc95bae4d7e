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

// line is a connection of the server that outlives who used it. A connection costs the server a process with empty caches,
// and that was most of what it computed for a test.
type line struct {
	net.Conn
	// settings are those that its session began with; it serves only who wants the same.
	settings string
	// greeting is the server's answer to who connected, repeated to each that takes the line.
	greeting []byte
	// lasts is a session that may be left to the next one.
	lasts bool
}

// patience is how long a line that was left may take to be as new; past it, the line is closed as any connection would be.
const patience = 10 * time.Second

// asNew ends what the last one left open, in the order in which the server takes it: what was half said, a transaction, and
// the session's settings, statements, locks and channels. It reports whether that worked.
func (l *line) asNew() bool {
	if l.SetDeadline(time.Now().Add(patience)) != nil {
		return false
	}
	talk := pgproto3.NewFrontend(l, l)
	talk.Send(&pgproto3.Sync{})
	for _, statement := range []string{"ROLLBACK", "DISCARD ALL", "SELECT 'as new'"} {
		talk.Send(&pgproto3.Query{String: statement})
	}
	if talk.Flush() != nil || !heard(talk) {
		return false
	}
	return l.SetDeadline(time.Time{}) == nil
}

// heard reads what the server still had to say to the last one, up to the answer to asNew's last statement.
func heard(talk *pgproto3.Frontend) bool {
	for last := false; ; {
		message, err := talk.Receive()
		if err != nil {
			return false
		}
		switch m := message.(type) {
		case *pgproto3.DataRow:
			last = last || len(m.Values) == 1 && string(m.Values[0]) == "as new"
		case *pgproto3.ReadyForQuery:
			if last {
				return m.TxStatus == 'I'
			}
		}
	}
}

// alive reports whether the server has not ended the line while nobody used it.
func (l *line) alive() bool {
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

// connect makes a line for who says hello, and keeps the server's answer. Who begins no session (a request to cancel) gets no
// answer, and who is refused gets one that nobody else wants: neither is kept.
func connect(network, address string, hello []byte) (*line, error) {
	conn, err := (&net.Dialer{}).DialContext(context.Background(), network, address)
	if err != nil {
		return nil, err
	}
	l := &line{Conn: conn}
	_, err = conn.Write(hello)
	settings, session := settingsOf(hello)
	if err == nil && session {
		l.greeting, l.lasts, err = greeting(conn)
		l.settings = settings
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return l, nil
}

// greeting reads the server's answer until it is ready for a query, or refuses.
func greeting(conn net.Conn) (said []byte, ready bool, err error) {
	var all bytes.Buffer
	for {
		var head [5]byte // a letter, and the length of what follows with itself
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

// warm is what pgx holds: it takes a line once its first message says which, and leaves it as new.
type warm struct {
	of               *database
	network, address string
	// began is closed when there is a line, or never will be.
	began chan struct{}

	mu            sync.Mutex
	line          *line
	unread        []byte // of the line's greeting
	read, write   time.Time
	broken, ended bool // the line can't be used any more; who used it said goodbye
	closed        bool
}

// goodbye is how a client ends its session.
var goodbye, _ = (&pgproto3.Terminate{}).Encode(nil)

func (w *warm) Write(p []byte) (int, error) {
	w.mu.Lock()
	l := w.line
	w.ended = w.ended || bytes.Equal(p, goodbye)
	ended := w.ended
	w.mu.Unlock()
	switch {
	case ended:
		return len(p), nil
	case l == nil:
		return w.begin(p)
	}
	n, err := l.Write(p)
	w.met(err)
	return n, err
}

func (w *warm) begin(hello []byte) (int, error) {
	l, err := w.of.take(w.network, w.address, hello)
	if err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		w.of.leave(l, false)
		return 0, net.ErrClosed
	}
	w.line, w.unread = l, l.greeting
	close(w.began)
	return len(hello), errors.Join(l.SetReadDeadline(w.read), l.SetWriteDeadline(w.write))
}

func (w *warm) Read(p []byte) (int, error) {
	<-w.began
	w.mu.Lock()
	l, n := w.line, copy(p, w.unread)
	w.unread = w.unread[n:]
	ended := w.ended || w.closed
	w.mu.Unlock()
	switch {
	case n > 0:
		return n, nil
	case ended:
		return 0, io.EOF // as it is when the server has heard the goodbye
	}
	n, err := l.Read(p)
	w.met(err)
	return n, err
}

// met notes that a line is broken. One whose time was up is not: what comes late is read before the line is as new.
func (w *warm) met(err error) {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
}

// Close leaves the line to the next one. Who goes without a goodbye, or in the middle of a word, closes it.
func (w *warm) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return net.ErrClosed
	}
	w.closed = true
	if w.line == nil {
		close(w.began)
		return nil
	}
	w.of.leave(w.line, w.ended && !w.broken)
	return nil
}

func (w *warm) LocalAddr() net.Addr { return place{w} }

// RemoteAddr is where a request to cancel goes.
func (w *warm) RemoteAddr() net.Addr { return place{w} }

type place struct{ *warm }

func (p place) Network() string { return p.network }
func (p place) String() string  { return p.address }

func (w *warm) SetDeadline(t time.Time) error {
	return errors.Join(w.SetReadDeadline(t), w.SetWriteDeadline(t))
}

func (w *warm) SetReadDeadline(t time.Time) error {
	return w.until(&w.read, t, (*line).SetReadDeadline)
}

func (w *warm) SetWriteDeadline(t time.Time) error {
	return w.until(&w.write, t, (*line).SetWriteDeadline)
}

// until keeps a deadline for begin, and sets it where there is a line already.
func (w *warm) until(kept *time.Time, t time.Time, set func(*line, time.Time) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	*kept = t
	if w.line == nil || w.closed {
		return nil
	}
	return set(w.line, t)
}

// settingsOf reads what a session begins with out of its first message. What is none (a request to cancel) has no settings.
func settingsOf(hello []byte) (settings string, session bool) {
	var m pgproto3.StartupMessage
	if len(hello) < 8 || m.Decode(hello[4:]) != nil {
		return "", false
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		fmt.Fprintf(&b, "%s=%s\n", name, m.Parameters[name])
	}
	return b.String(), true
}
