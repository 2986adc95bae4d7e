package httpx

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// cachedAnswers and cachedBytes bound the memory of one call's answers: so many members, and the largest answer.
	cachedAnswers = 4096
	cachedBytes   = 16 << 10
	// cachedFor bounds how long an answer is cached though nothing that it was made of changes (content.Cache says why).
	cachedFor = time.Minute
)

// Cache has encoded answers of a call, each with what it was made of (M). Whether that still holds is read anew each time: the
// cache saves the work, never the look.
type Cache[M any] struct {
	answers *lru.Cache[string, cachedAnswer[M]]
}

type cachedAnswer[M any] struct {
	of     M
	body   []byte
	madeAt time.Time
}

// NewCache returns an empty one.
func NewCache[M any]() Cache[M] {
	answers, err := lru.New[string, cachedAnswer[M]](cachedAnswers)
	if err != nil {
		panic(err) // its only error is a size below one
	}
	return Cache[M]{answers}
}

// Find returns the answer that was made of the same, or nil.
func (c Cache[M]) Find(key string, same func(M) bool) []byte {
	a, known := c.answers.Get(key)
	if !known || time.Since(a.madeAt) >= cachedFor || !same(a.of) {
		return nil
	}
	return a.body
}

// Add caches an answer with what it was made of, unless it is too large.
func (c Cache[M]) Add(key string, of M, body []byte) {
	if len(body) <= cachedBytes {
		c.answers.Add(key, cachedAnswer[M]{of, body, time.Now()})
	}
}
