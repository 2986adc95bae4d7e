package blob

import (
	"context"
	"sync"
	"time"
)

// Mover moves files in a node, while somebody asks for it. All who ask share one Move.
type Mover struct {
	Blobs *Blobs
	mu    sync.Mutex
	going *Move
}

// Turn does a little of the move.
func (m *Mover) Turn(ctx context.Context) (says string, next time.Duration, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.going == nil {
		m.going = m.Blobs.Move()
	}
	says, next, err = m.going.Turn(ctx)
	if next == 0 {
		m.going = nil
	}
	return says, next, err
}
