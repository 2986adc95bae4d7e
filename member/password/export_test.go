package password

import (
	"context"
	"sync/atomic"
)

// Counted counts the comparisons of a service that is in use by nobody yet.
func (s *Service) Counted() *Compared {
	c := &Compared{hasher: s.hasher}
	s.hasher = c
	return c
}

// Compared counts comparisons.
type Compared struct {
	hasher
	n atomic.Int64
}

// N returns how many there were.
func (c *Compared) N() int64 { return c.n.Load() }

// Matches counts one.
func (c *Compared) Matches(ctx context.Context, password, phc string) (bool, error) {
	c.n.Add(1)
	return c.hasher.Matches(ctx, password, phc)
}

// PHC opens a sealed password.
func (s *Service) PHC(memberID, sealed string) (string, error) {
	return s.phc(memberID, Stored{Sealed: sealed})
}

// DummyHash returns the hash that is compared where there is no member.
func (s *Service) DummyHash() string { return s.hasher.Nobody() }
