// Package argon hashes passwords with Argon2id, members' and operators'.
//
// Promises:
//   - A Hasher hashes at most one password per core at a time, because each takes 19 MiB.
//   - A comparison with Nobody's hash takes as long as any other.
package argon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost is the cost of a password hash.
type Cost struct {
	// Memory is in KiB.
	Memory  uint32
	Passes  uint32
	Threads uint8
}

// Default is OWASP's minimum for Argon2id: 30 to 80 ms on two loaded cores.
var Default = Cost{Memory: 19456, Passes: 2, Threads: 1}

const (
	saltLength = 16
	hashLength = 32
)

// Hasher hashes and compares passwords. It is safe for concurrent use.
type Hasher struct {
	cost   Cost
	slots  chan struct{}
	nobody string
}

// New makes a hasher. The zero Cost is Default.
func New(c Cost) (*Hasher, error) {
	if c == (Cost{}) {
		c = Default
	}
	if c.Memory == 0 || c.Passes == 0 || c.Threads == 0 {
		return nil, errors.New("argon: a part of the password hash's cost is zero")
	}
	h := &Hasher{cost: c, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	// The time of a comparison depends on the string's settings alone. So a hash of no known password serves as nobody's, and
	// starting up hashes nothing.
	h.nobody = c.phc(random(saltLength), random(hashLength))
	return h, nil
}

// Nobody returns a hash of today's cost that no known password matches. It is compared where there is nobody, so that the answer
// takes as long.
func (h *Hasher) Nobody() string { return h.nobody }

func random(length int) []byte {
	b := make([]byte, length)
	_, _ = rand.Read(b) // crypto/rand never fails since Go 1.24
	return b
}

// enter waits for a slot; leave returns it.
func (h *Hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Hasher) leave() { <-h.slots }

// Hash returns the PHC string of a password. It waits for a slot until the context ends.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return h.compute(password), nil
}

// Matches reports whether a password belongs to a PHC string. It waits for a slot until the context ends.
func (h *Hasher) Matches(ctx context.Context, password, phc string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	return compare(password, phc)
}

func (h *Hasher) compute(password string) string {
	c, salt := h.cost, random(saltLength)
	return c.phc(salt, argon2.IDKey([]byte(password), salt, c.Passes, c.Memory, c.Threads, hashLength))
}

// phc is the stored form of a hash.
func (c Cost) phc(salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Passes, c.Threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// Outdated reports whether a PHC string was made at another cost than today's.
func (h *Hasher) Outdated(phc string) bool {
	c, _, _, err := parsePHC(phc)
	return err != nil || c != h.cost
}

func compare(password, phc string) (bool, error) {
	c, salt, sum, err := parsePHC(phc)
	if err != nil {
		return false, err
	}
	got := argon2.IDKey([]byte(password), salt, c.Passes, c.Memory, c.Threads, uint32(len(sum)))
	return subtle.ConstantTimeCompare(got, sum) == 1, nil
}

func parsePHC(phc string) (c Cost, salt, sum []byte, err error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return c, nil, nil, errors.New("argon: a stored password hash is not argon2id")
	}
	var version int
	if _, err = fmt.Sscanf(parts[2], "v=%d", &version); err == nil {
		_, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.Memory, &c.Passes, &c.Threads)
	}
	if err == nil {
		salt, err = base64.RawStdEncoding.DecodeString(parts[4])
	}
	if err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil || version != argon2.Version || len(sum) == 0 {
		return c, nil, nil, errors.New("argon: a stored password hash cannot be read")
	}
	return c, salt, sum, nil
}
