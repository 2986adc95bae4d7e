package wallet

import (
	"math/rand/v2"
	"sync"
	"time"
)

// places bound how much is under way at once, for each provider and in all, so that one that hangs takes the places of
// no other.
type places struct {
	each, all int

	mu    sync.Mutex
	taken map[string]int
	total int
}

func newPlaces(each, all int) *places {
	return &places{each: each, all: all, taken: map[string]int{}}
}

// take takes a place if there is one; release gives it back.
func (p *places) take(provider string) (release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken[provider] >= p.each || p.total >= p.all {
		return nil, false
	}
	p.taken[provider]++
	p.total++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.total--
		if p.taken[provider]--; p.taken[provider] == 0 {
			delete(p.taken, provider)
		}
	}, true
}

// soon is about a second: what found no place does not come back all at once.
func soon() time.Duration {
	return 750*time.Millisecond + rand.N(500*time.Millisecond)
}
