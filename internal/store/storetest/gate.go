package storetest

import (
	"bytes"
	"context"
	"net"
	"sync"

	"krapao/internal/store"
)

// Gate holds up what a store sends to PostgreSQL while it is shut. In a bubble, a caller that waits there lets time pass, so a
// test sees when all others wait behind it.
type Gate struct {
	// Holds reports whether the connections of an application name have to pass; nil: all have.
	Holds func(application string) bool

	mu   sync.Mutex
	shut chan struct{}
}

// Guard makes the connections of a store pass the gate.
func (g *Gate) Guard(c *store.Config) {
	dial := c.Dial
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &guarded{Conn: conn, gate: g}, err
	}
}

// Shut shuts the gate, and returns what opens it.
func (g *Gate) Shut() (open func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	shut := make(chan struct{})
	g.shut = shut
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.shut = nil
		close(shut)
	}
}

func (g *Gate) pass() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
}

// guarded is a connection to PostgreSQL.
type guarded struct {
	net.Conn
	gate         *Gate
	begun, holds bool
}

// Write implements net.Conn. The first message names the application.
func (c *guarded) Write(b []byte) (int, error) {
	if !c.begun {
		_, after, _ := bytes.Cut(b, []byte("application_name\x00"))
		name, _, _ := bytes.Cut(after, []byte{0})
		c.begun, c.holds = true, c.gate.Holds == nil || c.gate.Holds(string(name))
	}
	if c.holds {
		c.gate.pass()
	}
	return c.Conn.Write(b)
}
