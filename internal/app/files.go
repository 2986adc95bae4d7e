package app

import (
	"context"
	"sync"
	"time"

	"krapao/internal/blob"
)

// move is the move of uploaded files that goes on in this node, while somebody asks for it.
type move struct {
	blobs *blob.Blobs
	mu    sync.Mutex
	going *blob.Move
}

// turn does a little of the move.
func (m *move) turn(ctx context.Context) (says string, next time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.going == nil {
		m.going = m.blobs.Move()
	}
	says, next, err = m.going.Turn(ctx)
	if next == 0 {
		m.going = nil
	}
	return says, next, err
}
