package password

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

// Argon is the cost of a password hash.
type Argon struct {
	// Memory is in KiB.
	Memory  uint32
	Passes  uint32
	Threads uint8
}

// DefaultArgon is OWASP's minimum for Argon2id: 30 to 80 ms on two loaded cores.
var DefaultArgon = Argon{Memory: 19456, Passes: 2, Threads: 1}

const (
	saltLength = 16
	hashLength = 32
)

// hasher hashes and compares passwords, at most one per core at a time: each takes 19 MiB.
type hasher struct {
	argon Argon
	slots chan struct{}
	// dummy is compared where there is no member, so that the answer takes as long.
	dummy string
}

func newHasher(a Argon) (*hasher, error) {
	if a == (Argon{}) {
		a = DefaultArgon
	}
	if a.Memory == 0 || a.Passes == 0 || a.Threads == 0 {
		return nil, errors.New("password: a part of the password hash's cost is zero")
	}
	h := &hasher{argon: a, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	// The time of a comparison depends on the string's settings alone. So a hash of no known password serves as the dummy, and
	// starting up hashes nothing.
	h.dummy = a.phc(random(saltLength), random(hashLength))
	return h, nil
}

func random(length int) []byte {
	b := make([]byte, length)
	_, _ = rand.Read(b) // crypto/rand never fails since Go 1.24
	return b
}

// enter waits for a slot; leave returns it.
func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *hasher) leave() { <-h.slots }

// hash returns the PHC string of a password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return h.compute(password), nil
}

// matches reports whether a password belongs to a PHC string.
func (h *hasher) matches(ctx context.Context, password, phc string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	return compare(password, phc)
}

func (h *hasher) compute(password string) string {
	a, salt := h.argon, random(saltLength)
	return a.phc(salt, argon2.IDKey([]byte(password), salt, a.Passes, a.Memory, a.Threads, hashLength))
}

// phc is the stored form of a hash.
func (a Argon) phc(salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, a.Memory, a.Passes, a.Threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// outdated reports whether a PHC string was made at another cost than today's.
func (h *hasher) outdated(phc string) bool {
	a, _, _, err := parsePHC(phc)
	return err != nil || a != h.argon
}

func compare(password, phc string) (bool, error) {
	a, salt, sum, err := parsePHC(phc)
	if err != nil {
		return false, err
	}
	got := argon2.IDKey([]byte(password), salt, a.Passes, a.Memory, a.Threads, uint32(len(sum)))
	return subtle.ConstantTimeCompare(got, sum) == 1, nil
}

func parsePHC(phc string) (a Argon, salt, sum []byte, err error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return a, nil, nil, errors.New("password: a stored password hash is not argon2id")
	}
	var version int
	if _, err = fmt.Sscanf(parts[2], "v=%d", &version); err == nil {
		_, err = fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &a.Memory, &a.Passes, &a.Threads)
	}
	if err == nil {
		salt, err = base64.RawStdEncoding.DecodeString(parts[4])
	}
	if err == nil {
		sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil || version != argon2.Version || len(sum) == 0 {
		return a, nil, nil, errors.New("password: a stored password hash cannot be read")
	}
	return a, salt, sum, nil
}
