// Package password keeps members' passwords: the rule for new ones, their hashes, and how these are stored.
//
// Promises:
//   - A hash is sealed to its member's row, as soon as every node can read sealed ones.
//   - A comparison for a member that does not exist takes as long as any other.
//   - Of two changes at the same time, one wins.
//
// Its neighbours: login asks it who may come in, and package member stores the first password with the registration. What
// else a change of a password ends is access's.
package password

import (
	"context"
	"sync/atomic"

	"krapao/internal/argon"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// Deps are what the service is made of.
type Deps struct {
	Store   *store.Store
	Secrets *secret.Box
	// Argon is the cost of hashes. Zero: the product's own.
	Argon argon.Cost
	// AllRead reports whether every running node can read sealed passwords. Nil: no other node runs.
	AllRead func(ctx context.Context) (bool, error)
}

// hasher hashes and compares passwords (argon.Hasher).
type hasher interface {
	Hash(ctx context.Context, password string) (phc string, err error)
	Matches(ctx context.Context, password, phc string) (bool, error)
	Outdated(phc string) bool
	Nobody() string
}

// Service keeps passwords. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	secrets *secret.Box
	hasher  hasher
	readers func(ctx context.Context) (bool, error)
	// sealing: every node reads sealed passwords, so none is written in plain any more.
	sealing atomic.Bool
}

// New makes the service.
func New(d Deps) (*Service, error) {
	h, err := argon.New(d.Argon)
	if err != nil {
		return nil, err
	}
	return &Service{store: d.Store, secrets: d.Secrets, hasher: h, readers: d.AllRead}, nil
}
