// Package port gives tests ports for programs that they start.
package port

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
)

// Ports below those that systems assign, so that no connection takes one, in blocks.
const (
	lowest = 10_000
	blocks = 200
	block  = 100
)

// own are the ports of this process's block that nobody has yet. The process listens on the first port of each of its blocks as
// long as it lives, so that no other process has the same one.
var own struct {
	sync.Mutex
	next, end int
	held      []net.Listener
}

// Free returns an address on loopback where nobody listens. No other caller in any process gets it while this process lives: not
// before its program has started, and not while a killed one is away.
func Free() (string, error) {
	own.Lock()
	defer own.Unlock()
	for range blocks * block {
		if own.next == own.end {
			if err := reserve(); err != nil {
				return "", err
			}
		}
		own.next++
		if l, err := net.Listen("tcp", at(own.next-1)); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", errors.New("no port is free")
}

// reserve takes a block that no other process has.
func reserve() error {
	for _, n := range rand.Perm(blocks) {
		first := lowest + n*block
		l, err := net.Listen("tcp", at(first))
		if err != nil {
			continue
		}
		own.held = append(own.held, l)
		own.next, own.end = first+1, first+block
		return nil
	}
	return errors.New("no block of ports is free")
}

func at(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }
