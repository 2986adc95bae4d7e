package cached

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// mostMemory bounds what the answers of one call take, in bytes. It is enough for some eight thousand members, with a home
	// screen of 4 kB each.
	mostMemory = 64 << 20
	// mostBytes is the largest answer that is kept.
	mostBytes = 16 << 10
	// besideBytes is what an answer takes beside its texts: what it was made of, above all.
	besideBytes = 1 << 10
	// mostAge bounds how long an answer is cached though nothing that it was made of changes (content.Cache says why).
	mostAge = time.Minute
)

// Cache has encoded answers of a call, each with what it was made of (M). Whether that still holds is found out anew each time:
// the cache saves the work, never the look. The longest unused goes when there are too many.
type Cache[M any] struct {
	mu    sync.Mutex
	kept  *simplelru.LRU[string, kept[M]]
	bytes int
}

type kept[M any] struct {
	of     M
	answer *Answer
	madeAt time.Time
}

// New returns an empty one.
func New[M any]() *Cache[M] {
	c := &Cache[M]{}
	c.kept, _ = simplelru.NewLRU(mostMemory/besideBytes, func(_ string, k kept[M]) { c.bytes -= k.answer.size() })
	return c // the error is of a size below one
}

// Find returns the answer that was made of the same, or nil.
func (c *Cache[M]) Find(key string, same func(M) bool) *Answer {
	c.mu.Lock()
	k, known := c.kept.Get(key)
	c.mu.Unlock()
	if !known || time.Since(k.madeAt) >= mostAge || !same(k.of) {
		return nil
	}
	return k.answer
}

// Add makes an answer of its text, and caches it with what it was made of, unless it is too large.
func (c *Cache[M]) Add(key string, of M, body []byte) *Answer {
	a := newAnswer(body)
	if len(body) > mostBytes {
		return a
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
	c.kept.Add(key, kept[M]{of, a, time.Now()})
	for c.bytes += a.size(); c.bytes > mostMemory; {
		c.kept.RemoveOldest()
	}
	return a
}
