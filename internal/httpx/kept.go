package httpx

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// keptAnswers and keptBytes bound the memory of one call's answers: so many members, and the largest answer.
	keptAnswers = 4096
	keptBytes   = 16 << 10
	// keptFor bounds how long an answer is kept though nothing that it was made of changes (content.Kept says why).
	keptFor = time.Minute
)

// Kept has encoded answers of a call, each with what it was made of (M). Whether that still holds is read anew each time: what
// is kept saves the work, never the look.
type Kept[M any] struct {
	answers *lru.Cache[string, keptAnswer[M]]
}

type keptAnswer[M any] struct {
	of     M
	body   []byte
	madeAt time.Time
}

// NewKept returns an empty one.
func NewKept[M any]() Kept[M] {
	answers, err := lru.New[string, keptAnswer[M]](keptAnswers)
	if err != nil {
		panic(err) // its only error is a size below one
	}
	return Kept[M]{answers}
}

// Find returns the answer that was made of the same, or nil.
func (k Kept[M]) Find(key string, same func(M) bool) []byte {
	a, known := k.answers.Get(key)
	if !known || time.Since(a.madeAt) >= keptFor || !same(a.of) {
		return nil
	}
	return a.body
}

// Keep keeps an answer with what it was made of, unless it is too large.
func (k Kept[M]) Keep(key string, of M, body []byte) {
	if len(body) <= keptBytes {
		k.answers.Add(key, keptAnswer[M]{of, body, time.Now()})
	}
}
