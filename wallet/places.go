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

// placePause is how long a transfer waits that found no place: about a second at first, twice as long each time it was taken
// up, and at most a third of the longest pause between two questions. Each time costs two commits, and a provider that is slow
// has many transfers pending. Longer pauses would leave places empty when it has recovered: within a minute all must be
// settled. The length varies, so that they do not come back all at once.
func placePause(attempts int, nextAsk time.Duration) time.Duration {
	pause := time.Second
	for range min(max(attempts-1, 0), 20) {
		pause *= 2
	}
	pause = max(min(pause, nextAsk/3), time.Second)
	return pause*3/4 + rand.N(pause/2)
}
