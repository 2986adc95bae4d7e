package backoffice

import (
	"context"
	"sync"
	"time"

	"krapao/internal/keyring"
)

// rotation is the rotation of the database's keys that goes on in this node, while somebody asks for it.
type rotation struct {
	keys  *keyring.Ring
	mu    sync.Mutex
	going *keyring.Rotation
}

// turn does a little of a rotation. Its state is in the database, so that any node can go on with it.
func (r *rotation) turn(ctx context.Context) (string, time.Duration, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.going == nil {
		r.going = r.keys.Rotate()
	}
	p, err := r.going.Turn(ctx)
	if p.Done || err != nil {
		r.going = nil
	}
	return p.Says(), p.Next(), err
}
