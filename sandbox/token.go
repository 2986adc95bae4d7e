package sandbox

import (
	"crypto/sha256"
	"crypto/subtle"
	"sync"
	"time"
)

// bearerScheme stands before a token in a header.
const bearerScheme = "Bearer "

// tokenLife is how long a token is good for.
const tokenLife = 30 * time.Minute

// tokens are those that a system gave out for a login. They are not kept: a client gets a new one where one is refused.
type tokens struct {
	mu   sync.Mutex
	ends map[[sha256.Size]byte]time.Time
}

func (t *tokens) issue(now time.Time) string {
	token := randomText(32)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ends == nil {
		t.ends = map[[sha256.Size]byte]time.Time{}
	}
	for sum, end := range t.ends {
		if now.After(end) {
			delete(t.ends, sum)
		}
	}
	t.ends[sha256.Sum256([]byte(token))] = now.Add(tokenLife)
	return token
}

func (t *tokens) good(token string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	end, known := t.ends[sha256.Sum256([]byte(token))]
	return known && now.Before(end)
}

// equal compares secrets in constant time.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
