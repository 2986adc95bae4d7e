// Package token keeps the token that a gateway issues at a login, one for all requests of a process.
//
// Promises: one request logs in while the others wait for it, none longer than its own context. A token is replaced
// before it expires, and after its gateway rejected it.
package token

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Fetch logs in, and returns a token with its expiry.
type Fetch func(ctx context.Context) (value string, until time.Time, err error)

// Keeper is safe for concurrent use.
type Keeper struct {
	fetch Fetch
	now   func() time.Time
	// turn lets one request log in at a time.
	turn chan struct{}

	mu    sync.Mutex
	value string
	until time.Time
}

// New makes a keeper without a token.
func New(now func() time.Time, fetch Fetch) *Keeper {
	return &Keeper{fetch: fetch, now: now, turn: make(chan struct{}, 1)}
}

// Get returns the token, and logs in if there is none.
func (k *Keeper) Get(ctx context.Context) (string, error) {
	if value := k.current(); value != "" {
		return value, nil
	}
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return "", fmt.Errorf("token: %w", ctx.Err())
	}
	if value := k.current(); value != "" {
		return value, nil // the request before us fetched it
	}
	value, until, err := k.fetch(ctx)
	if err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.value, k.until = value, until
	return value, nil
}

func (k *Keeper) current() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.now().Before(k.until) {
		return k.value
	}
	return ""
}

// Drop forgets a token that the gateway rejected, unless it was replaced already.
func (k *Keeper) Drop(value string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.value == value {
		k.value, k.until = "", time.Time{}
	}
}
