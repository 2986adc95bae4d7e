package app

import (
	"context"
	"sync"
	"time"

	"krapao/internal/keyring"
)

// rotation is the one that goes on in this node, where somebody asks for it.
type rotation struct {
	mu    sync.Mutex
	going *keyring.Rotation
}

// turnKeys does a little of a rotation of the database's keys; all that it has to know stands in the database.
func (a *App) turnKeys(ctx context.Context) (string, time.Duration, error) {
	a.rotation.mu.Lock()
	defer a.rotation.mu.Unlock()
	if a.rotation.going == nil {
		a.rotation.going = a.keys.Rotate()
	}
	p, err := a.rotation.going.Turn(ctx)
	if p.Done || err != nil {
		a.rotation.going = nil
	}
	return p.Says(), p.Next(), err
}
