package sweep

import "sync"

// Places bound how much is under way at once, for each provider and in all, so that one that hangs takes the places of
// no other.
type Places struct {
	each, all int

	mu    sync.Mutex
	taken map[string]int
	total int
}

// NewPlaces has each of them for a provider, and all in all.
func NewPlaces(each, all int) *Places {
	return &Places{each: each, all: all, taken: map[string]int{}}
}

// Take takes a place if there is one; release gives it back.
func (p *Places) Take(provider string) (release func(), ok bool) {
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
