package session

import (
	"sync"
	"time"
)

const (
	// cacheLife is below the 5 seconds in which every node must notice that a session ended or its owner changed.
	cacheLife = 3 * time.Second
	// cacheSize bounds memory. Beyond it the cache starts over, which costs one read per session in use.
	cacheSize = 50_000
)

// cache remembers checked sessions for a moment. When a session ends on this node, its entries go at once. A read that began
// before the end must not be remembered after it: the generation prevents that.
type cache struct {
	mu         sync.Mutex
	generation uint64
	byToken    map[string]cached
}

type cached struct {
	known *known
	until time.Time
}

func newCache() *cache { return &cache{byToken: map[string]cached{}} }

// get returns the remembered session or nil, and the generation that put needs.
func (c *cache) get(key string, now time.Time) (*known, uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byToken[key]
	if left := e.until.Sub(now); !ok || left <= 0 || left > cacheLife { // more than cacheLife: the clock was set back
		return nil, c.generation
	}
	return e.known, c.generation
}

func (c *cache) put(key string, k *known, now time.Time, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if len(c.byToken) >= cacheSize {
		clear(c.byToken)
	}
	c.byToken[key] = cached{k, now.Add(cacheLife)}
}

// drop makes the next check of a session read it, because it has slid. That is one of many a second, so it does not look at the
// others, and what is being read of them is remembered. If its own row as it was is remembered all the same, it slides again.
func (c *cache) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byToken, key)
}

// forget makes the next check of each session that a message is about read it.
func (c *cache) forget(e Ended) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	for key, entry := range c.byToken {
		k := entry.known
		if k.audience != e.Audience || k.subject != e.Subject {
			continue
		}
		if e.ID == "" && k.id != e.Except || e.ID == k.id {
			delete(c.byToken, key)
		}
	}
}
