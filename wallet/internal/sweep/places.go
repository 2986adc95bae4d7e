package sweep

import "sync"

// Places limit how much runs at once, for each provider and in all, so that a provider that hangs does not use up the
// others' places.
type Places struct {
	each, all int

	mu    sync.Mutex
	taken map[string]int
	total int
}

// NewPlaces allows each per provider, and all in all.
func NewPlaces(each, all int) *Places {
	return &Places{each: each, all: all, taken: map[string]int{}}
}

// Take takes a place if there is one; release frees it.
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
