package content

import (
	"sync/atomic"
	"time"
)

// cachedFor bounds how long content is cached though its version stays: a node of a version before this one changes content and
// raises nothing.
const cachedFor = time.Minute

// Cache has content in memory, by the version that was in force before it was read. The zero value is empty.
// What it returns is shared: nobody may change it.
type Cache[T any] struct{ now atomic.Pointer[cached[T]] }

type cached[T any] struct {
	value   T
	version int64
	readAt  time.Time
}

// At returns the content of a version, which the caller has just read from the database, or a newer one. It calls read where
// that is not in memory.
func (c *Cache[T]) At(version int64, now time.Time, read func() (T, error)) (T, error) {
	if have := c.now.Load(); have != nil && have.version >= version && now.Sub(have.readAt).Abs() < cachedFor {
		return have.value, nil
	}
	value, err := read()
	if err == nil {
		c.now.Store(&cached[T]{value, version, now})
	}
	return value, err
}
