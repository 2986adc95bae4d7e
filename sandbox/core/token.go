package core

import (
	"crypto/sha256"
	"crypto/subtle"
	"sync"
	"time"
)

// BearerScheme is the prefix of a token in a header.
const BearerScheme = "Bearer "

// TokenLife is how long a token is valid.
const TokenLife = 30 * time.Minute

// Tokens are the tokens that a system issued. They are not stored: a client logs in again after a refusal.
type Tokens struct {
	mu   sync.Mutex
	ends map[[sha256.Size]byte]time.Time
}

// Issue makes a token that is valid for TokenLife from now on.
func (t *Tokens) Issue(now time.Time) string {
	token := RandomText(32)
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
	t.ends[sha256.Sum256([]byte(token))] = now.Add(TokenLife)
	return token
}

// Good reports whether a token is known and has not expired.
func (t *Tokens) Good(token string, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	end, known := t.ends[sha256.Sum256([]byte(token))]
	return known && now.Before(end)
}

// SecretsEqual reports, in constant time, whether two secrets are equal.
func SecretsEqual(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
