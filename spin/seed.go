package spin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	spinq "krapao/internal/store/q/spin"
	"krapao/ledger"
)

const (
	seedSize = 32
	// clientSize is the length in bytes of the client seed that a member has before it chooses one.
	clientSize = 8
	// longestClient is the length of the longest client seed.
	longestClient = 64
)

// seedRow is where a seed is sealed: it opens for its member and number only.
func seedRow(member string, number int64) secret.Row {
	return secret.Row{Table: "wheel_seed", Column: "sealed", ID: member + "/" + strconv.FormatInt(number, 10)}
}

// seedTx is the member's seed in use; the first one is made here. The member's state is locked.
func (s *Service) seedTx(ctx context.Context, tx *store.Tx, member string) (spinq.WheelSeed, error) {
	q := spinq.New(tx)
	seed, err := q.SeedInUse(ctx, member)
	if store.NotFound(err) {
		client, err := s.random(clientSize)
		if err != nil {
			return spinq.WheelSeed{}, err
		}
		return s.addSeedTx(ctx, tx, member, hex.EncodeToString(client))
	}
	if err != nil {
		return spinq.WheelSeed{}, fmt.Errorf("spin: seed: %w", err)
	}
	return seed, nil
}

func (s *Service) addSeedTx(ctx context.Context, tx *store.Tx, member, client string) (spinq.WheelSeed, error) {
	q := spinq.New(tx)
	last, err := q.LastSeed(ctx, member)
	if err != nil {
		return spinq.WheelSeed{}, fmt.Errorf("spin: seed: %w", err)
	}
	seed, err := s.random(seedSize)
	if err != nil {
		return spinq.WheelSeed{}, err
	}
	hash := sha256.Sum256(seed)
	row := spinq.WheelSeed{
		Member: member, Number: last + 1, Hash: hex.EncodeToString(hash[:]), Client: client, CreatedAt: tx.Now.UnixMicro(),
	}
	if row.Sealed, err = s.Box.Seal(seedRow(member, row.Number), hex.EncodeToString(seed)); err != nil {
		return spinq.WheelSeed{}, err
	}
	err = q.AddSeed(ctx, spinq.AddSeedParams{
		Member: member, Number: row.Number, Sealed: row.Sealed, Hash: row.Hash, Client: client, CreatedAt: row.CreatedAt,
	})
	if err != nil {
		return spinq.WheelSeed{}, fmt.Errorf("spin: seed: %w", err)
	}
	return row, nil
}

// openSeed is a seed in the clear, in hex.
func (s *Service) openSeed(row spinq.WheelSeed) (string, error) {
	seed, err := s.Box.Open(seedRow(row.Member, row.Number), row.Sealed)
	if err != nil {
		return "", fmt.Errorf("spin: seed %d: %w", row.Number, err)
	}
	return seed, nil
}

func (s *Service) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.Random, b); err != nil {
		return nil, fmt.Errorf("spin: random: %w", err)
	}
	return b, nil
}

// Rotated is a seed that was replaced: now it is told.
type Rotated struct {
	Seed, Hash, Client string
	// NextHash is the fingerprint of the one in use from now on.
	NextHash string
}

// Rotate tells the seed in use and replaces it. Client is the member's part from now on, 1 to 64 printable ASCII
// characters; nil keeps it. The same key replaces one seed, and tells the same for ever. INVALID_INPUT,
// IDEMPOTENCY_MISMATCH.
func (s *Service) Rotate(ctx context.Context, member string, client *string, key ledger.Key) (Rotated, error) {
	if client != nil && !printable(*client) {
		return Rotated{}, fault.New(fault.INVALID_INPUT, "clientSeed is 1 to %d printable ASCII characters", longestClient)
	}
	var r Rotated
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.Members.LockTx(ctx, tx, member); err != nil {
			return err
		}
		row, next, err := rotatedBefore(ctx, tx, member, client, key)
		if store.NotFound(err) {
			row, next, err = s.replaceTx(ctx, tx, member, client, key)
		}
		if err != nil {
			return err
		}
		seed, err := s.openSeed(row)
		r = Rotated{Seed: seed, Hash: row.Hash, Client: row.Client, NextHash: next.Hash}
		return err
	})
	return r, err
}

// rotatedBefore is the seed that a key has replaced, and the one that followed.
func rotatedBefore(
	ctx context.Context, tx *store.Tx, member string, client *string, key ledger.Key,
) (row, next spinq.WheelSeed, err error) {
	q := spinq.New(tx)
	if row, err = q.SeedByEnd(ctx, key.String()); err != nil {
		return row, next, err
	}
	if row.Member != member {
		return row, next, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key is another member's")
	}
	if next, err = q.Seed(ctx, member, row.Number+1); err != nil {
		return row, next, fmt.Errorf("spin: the seed after %d: %w", row.Number, err)
	}
	if client != nil && *client != next.Client {
		return row, next, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used with another client seed")
	}
	return row, next, nil
}

// replaceTx ends the seed in use and makes the next one.
func (s *Service) replaceTx(
	ctx context.Context, tx *store.Tx, member string, client *string, key ledger.Key,
) (row, next spinq.WheelSeed, err error) {
	if row, err = s.seedTx(ctx, tx, member); err != nil {
		return row, next, err
	}
	n, err := spinq.New(tx).RevealSeed(ctx, spinq.RevealSeedParams{
		Now: tx.Now.UnixMicro(), EndOperation: key.String(), Member: member, Number: row.Number,
	})
	if err != nil || n == 0 {
		return row, next, conflict(err)
	}
	own := row.Client
	if client != nil {
		own = *client
	}
	next, err = s.addSeedTx(ctx, tx, member, own)
	return row, next, err
}

func printable(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return s != "" && len(s) <= longestClient
}

// conflict is the error of a change that met another one: then the transaction runs again.
func conflict(err error) error {
	if err == nil {
		err = store.ErrConflict
	}
	return err
}
