// Package keyring holds the keys of a database: made once, stored sealed under the master key of the configuration, and rotated
// while nodes run.
//
// Promises (architecture/0015):
//   - A node whose master key is not this database's does not start, whatever the database holds.
//   - A former master key opens nothing in a database that was rotated since.
//   - Blind indexes stay the same over a rotation, so that a unique value is never stored twice.
//   - A rotation may be interrupted at any point; the next one continues it.
package keyring

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/keyring/internal/keyringdb"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness"
)

// The reasons why a database's keys can't be read.
var (
	// ErrWrong: the database's keys are sealed under another master key.
	ErrWrong = errors.New("the master key is not this database's: what is sealed in it does not open with it")
	// ErrNone: no node has given the database keys yet.
	ErrNone = errors.New("the database has no keys yet: no node of this version ran on it")
)

// Masters are the master keys of the configuration by version, from 1; the highest is the current one.
type Masters map[uint32][]byte

// Newest returns the current version; 0 if there is no master key.
func (m Masters) Newest() uint32 {
	var newest uint32
	for version := range m {
		newest = max(newest, version)
	}
	return newest
}

// The names of keys.
const (
	encryption = "encryption"
	index      = "index"
	signing    = "signing"
)

// Ring is a database's keys on one node.
type Ring struct {
	// Box seals and opens with the keys; it follows a rotation by itself.
	Box     *secret.Box
	store   *store.Store
	masters Masters
	wraps   *secret.Box // seals the keys themselves, under the master keys
	node    string
}

// Open reads the keys, and creates them in a database that has none. ErrWrong: the master key is another database's.
func Open(ctx context.Context, s *store.Store, masters Masters) (*Ring, error) {
	r, err := Read(ctx, s, masters)
	if !errors.Is(err, ErrNone) {
		return r, err
	}
	wraps, err := wrapping(masters)
	if err != nil {
		return nil, err
	}
	if err := create(ctx, s, masters, wraps); err != nil {
		return nil, err
	}
	return Read(ctx, s, masters)
}

// Read is Open without creating keys: ErrNone if there are none.
func Read(ctx context.Context, s *store.Store, masters Masters) (*Ring, error) {
	wraps, err := wrapping(masters)
	if err != nil {
		return nil, err
	}
	r := &Ring{store: s, masters: masters, wraps: wraps, node: id.Text(12)}
	keys, err := r.keys(ctx)
	if err != nil {
		return nil, err
	}
	if r.Box, err = secret.New(keys); err != nil {
		return nil, err
	}
	r.Box.Refresh(r.again)
	return r, nil
}

// wrapping is the box that seals the keys themselves: each of its key-encryption keys is derived from one master key.
func wrapping(masters Masters) (*secret.Box, error) {
	keys := secret.Keys{
		Version: masters.Newest(), Encryption: map[uint32][]byte{},
		Index: make([]byte, secret.KeySize), // it indexes nothing
	}
	for version, master := range masters {
		key, err := secret.Derive(master, "krapao key ring")
		if err != nil {
			return nil, err
		}
		keys.Encryption[version] = key
	}
	return secret.New(keys)
}

func place(name string, version int64) secret.Row {
	return secret.Row{Table: "key_ring", Column: "sealed", ID: name + "/" + strconv.FormatInt(version, 10)}
}

// keys reads and unseals all keys.
func (r *Ring) keys(ctx context.Context) (secret.Keys, error) {
	rows, err := keyringdb.New(r.store.DB()).Ring(ctx)
	if err != nil {
		return secret.Keys{}, fmt.Errorf("keyring: %w", err)
	}
	if len(rows) == 0 {
		return secret.Keys{}, ErrNone
	}
	keys := secret.Keys{Encryption: map[uint32][]byte{}, Signing: map[uint32][]byte{}}
	for _, row := range rows {
		key, err := r.unseal(row)
		if err != nil {
			return secret.Keys{}, err
		}
		switch version := uint32(row.Version); row.Name {
		case encryption:
			keys.Encryption[version] = key
			keys.Version = max(keys.Version, version)
		case index:
			keys.Index = key
		case signing:
			keys.Signing[version] = key
		}
	}
	return keys, nil
}

func (r *Ring) unseal(row keyringdb.KeyRing) ([]byte, error) {
	if under, ok := secret.SealedUnder(row.Sealed); ok && r.masters[under] == nil {
		return nil, fmt.Errorf(
			"the database's keys are sealed under version %d of the master key, which is not among the configured ones", under)
	}
	key, err := r.wraps.Open(place(row.Name, row.Version), row.Sealed)
	if err != nil {
		return nil, ErrWrong
	}
	return []byte(key), nil
}

// againWithin bounds reading the keys again in the middle of other work.
const againWithin = 5 * time.Second

func (r *Ring) again() (secret.Keys, error) {
	ctx, cancel := context.WithTimeout(context.Background(), againWithin)
	defer cancel()
	return r.keys(ctx)
}

// create gives a database its keys. If an earlier version of the program ran on it, they are the keys that it derived from the
// master key, and they must open the sealed texts. Otherwise they are random, and the master key only wraps them.
func create(ctx context.Context, s *store.Store, masters Masters, wraps *secret.Box) error {
	ran, err := keyringdb.New(s.DB()).RanBefore(ctx)
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	keys := map[string][]byte{encryption: fresh(), index: fresh(), signing: fresh()}
	if ran > 0 {
		former, err := secret.Derived(masters[slices.Min(slices.Collect(maps.Keys(masters)))])
		if err != nil {
			return err
		}
		if err := opens(ctx, s, former); err != nil {
			return err
		}
		keys[encryption], keys[index] = former.Encryption[former.Version], former.Index
	}
	box, err := secret.New(secret.Keys{
		Version: 1, Encryption: map[uint32][]byte{1: keys[encryption]}, Index: keys[index],
		Signing: map[uint32][]byte{1: keys[signing]},
	})
	if err != nil {
		return err
	}
	err = s.Write(ctx, func(tx *store.Tx) error {
		for name, key := range keys {
			if err := add(ctx, tx, wraps, keyringdb.AddKeyParams{
				Name: name, Version: 1, Born: int64(masters.Newest()), ReadyAt: clock.MicrosOf(tx.Now),
			}, key); err != nil {
				return err
			}
		}
		return witness.MarkTx(ctx, tx, box, 1, ran > 0)
	})
	if errors.Is(err, store.ErrUnique) {
		return nil // another node created them first
	}
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return nil
}

func fresh() []byte {
	key := make([]byte, secret.KeySize)
	_, _ = rand.Read(key) // crypto/rand never fails since Go 1.24
	return key
}

func add(ctx context.Context, tx *store.Tx, wraps *secret.Box, row keyringdb.AddKeyParams, key []byte) (err error) {
	row.MadeAt = clock.MicrosOf(tx.Now)
	if row.Sealed, err = wraps.Seal(place(row.Name, row.Version), string(key)); err != nil {
		return err
	}
	return keyringdb.New(tx).AddKey(ctx, row)
}

// opens refuses keys that fail to open most of the sealed texts. Not all need to open: a database that once ran with another
// master key also holds some of its texts.
func opens(ctx context.Context, s *store.Store, keys secret.Keys) error {
	box, err := secret.New(keys)
	if err != nil {
		return err
	}
	opened, failed := 0, 0
	for _, c := range columns {
		rows, err := c.some(ctx, s)
		if err != nil {
			return fmt.Errorf("keyring: %w", err)
		}
		for _, row := range rows {
			if _, err := box.Open(c.row(row.at), row.sealed); err == nil {
				opened++
			} else {
				failed++
			}
		}
	}
	if failed > opened {
		return ErrWrong
	}
	return nil
}
