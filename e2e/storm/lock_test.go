package storm

import (
	"bytes"
	"context"
	"net"
	"sync/atomic"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/lockorder"
)

// locks watches what the transactions of PostgreSQL lock, in which order, and whether two of them ever waited for each other.
type locks struct {
	lockorder.Watch

	// deadlocks is how often the server has ended a transaction for it (40P01). The store would run it again.
	deadlocks atomic.Int64
}

// watch is an option of a node: apptest.Options.Database. SQLite has one writer, so nobody waits there.
func (l *locks) watch(c *store.Config) {
	if c.Dial == nil {
		return
	}
	c.Trace = l.See
	dial := c.Dial
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return overheard{conn, &l.deadlocks}, err
	}
}

// overheard counts the deadlocks that a server reports. It looks at each read alone, so it may miss one and never makes one up.
type overheard struct {
	net.Conn
	deadlocks *atomic.Int64
}

func (o overheard) Read(p []byte) (int, error) {
	n, err := o.Conn.Read(p)
	o.deadlocks.Add(int64(bytes.Count(p[:n], []byte("C40P01\x00"))))
	return n, err
}

// check fails a test in which two transactions waited for each other, or might have.
func (l *locks) check(t *testing.T) {
	t.Helper()
	if n := l.deadlocks.Load(); n > 0 {
		t.Errorf("%d deadlocks", n)
	}
	for _, wrong := range l.Broken() {
		t.Errorf("locked in the wrong order: %s", wrong)
	}
}
