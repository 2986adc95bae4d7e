package wallettest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"krapao/game"
	"krapao/sandbox/sandboxtest"
)

// Watched is a real adapter that counts how many moves run at once. It can delay a reading after the provider gave it,
// and can hang.
type Watched struct {
	game.Provider
	mu        sync.Mutex
	now, Most int
	// Takes is how long each move takes longer: whoever moves at that moment meets it, however the machine runs them.
	Takes time.Duration
	// taken is closed when the next reading was made; the reading is returned when release is closed.
	taken, release chan struct{}
	// answers is set while inquiries hang; closing it lets them continue. Asked is how many hang.
	answers chan struct{}
	Asked   atomic.Int64
}

// Move implements game.Provider.
func (p *Watched) Move(ctx context.Context, m game.Move) game.Outcome {
	p.mu.Lock()
	p.now++
	p.Most = max(p.Most, p.now)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.now--
	}()
	Rest(p.Takes)
	return p.Provider.Move(ctx, m)
}

// Balance implements game.Provider.
func (p *Watched) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	r, err := p.Provider.Balance(ctx, player)
	p.mu.Lock()
	taken, release := p.taken, p.release
	p.taken = nil
	p.mu.Unlock()
	if taken != nil {
		close(taken)
		<-release
	}
	return r, err
}

// Check hangs, whatever time it was given, while answers is open.
func (p *Watched) Check(ctx context.Context, m game.Move) game.Outcome {
	p.mu.Lock()
	answers := p.answers
	p.mu.Unlock()
	if answers != nil {
		p.Asked.Add(1)
		<-answers
		p.Asked.Add(-1)
	}
	return p.Provider.Check(ctx, m)
}

// Watch wraps the adapters in watchers.
func Watch(codes ...string) (map[string]*Watched, Adapt) {
	watchers := map[string]*Watched{}
	return watchers, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
		for _, code := range codes {
			c := all[code]
			watchers[code] = &Watched{Provider: c.Provider}
			c.Provider = watchers[code]
			all[code] = c
		}
	}
}

// HoldBack delays the next reading of a game. taken is closed when it was made, and closing release returns it.
func (p *Watched) HoldBack() (taken, release chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken, release = make(chan struct{}), make(chan struct{})
	p.taken, p.release = taken, release
	return taken, release
}

// Hang lets every inquiry hang until goOn is called.
func (p *Watched) Hang() (goOn func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	answers := make(chan struct{})
	p.answers = answers
	return sync.OnceFunc(func() {
		p.mu.Lock()
		p.answers = nil
		p.mu.Unlock()
		close(answers)
	})
}

// Between wraps the adapter of a provider.
func Between(code string, put func(game.Provider) game.Provider) Adapt {
	return func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
		c := all[code]
		c.Provider = put(c.Provider)
		all[code] = c
	}
}
