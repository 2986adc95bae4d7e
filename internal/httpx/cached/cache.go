package cached

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// mostAnswers and mostBytes bound the memory of one call's answers: so many members, and the largest answer.
	mostAnswers = 4096
	mostBytes   = 16 << 10
	// mostAge bounds how long an answer is cached though nothing that it was made of changes (content.Cache says why).
	mostAge = time.Minute
)

// Cache has encoded answers of a call, each with what it was made of (M). Whether that still holds is read anew each time: the
// cache saves the work, never the look.
type Cache[M any] struct {
	answers *lru.Cache[string, answer[M]]
}

type answer[M any] struct {
	of     M
	body   []byte
	madeAt time.Time
}

// New returns an empty one.
func New[M any]() Cache[M] {
	answers, err := lru.New[string, answer[M]](mostAnswers)
	if err != nil {
		panic(err) // its only error is a size below one
	}
	return Cache[M]{answers}
}

// Find returns the answer that was made of the same, or nil.
func (c Cache[M]) Find(key string, same func(M) bool) []byte {
	a, known := c.answers.Get(key)
	if !known || time.Since(a.madeAt) >= mostAge || !same(a.of) {
		return nil
	}
	return a.body
}

// Add caches an answer with what it was made of, unless it is too large.
func (c Cache[M]) Add(key string, of M, body []byte) {
	if len(body) <= mostBytes {
		c.answers.Add(key, answer[M]{of, body, time.Now()})
	}
}
