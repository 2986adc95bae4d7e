package spin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/spin/internal/spindb"
)

const (
	seedSize = 32
	// clientSize is the length in bytes of the client seed that a member has until it chooses its own.
	clientSize = 8
	// longestClient is the most characters of a client seed.
	longestClient = 64
)

// seedRow is the row that a seed is sealed for: it opens for its member and number only.
func seedRow(member string, number int64) secret.Row {
	return secret.Row{Table: "wheel_seed", Column: "sealed", ID: member + "/" + strconv.FormatInt(number, 10)}
}

// newSeed is a seed sealed for its member and number, and its fingerprint in hex.
type newSeed struct{ sealed, hash string }

func (s *Service) makeSeed(member string, number int64) (newSeed, error) {
	seed, err := s.random(seedSize)
	if err != nil {
		return newSeed{}, err
	}
	hash := sha256.Sum256(seed)
	sealed, err := s.Box.Seal(seedRow(member, number), hex.EncodeToString(seed))
	return newSeed{sealed, hex.EncodeToString(hash[:])}, err
}

// seedTx returns the member's seed in use, with the next one, and makes the first two if there are none. The member's state
// must be locked.
func (s *Service) seedTx(ctx context.Context, tx *store.Tx, member string) (spindb.WheelSeed, error) {
	seed, err := spindb.New(tx).SeedInUse(ctx, member)
	switch {
	case store.NotFound(err):
		return s.firstTx(ctx, tx, member)
	case err != nil:
		return spindb.WheelSeed{}, fmt.Errorf("spin: a member's seed: %w", err)
	case seed.NextHash == "": // made by a version that did not make the next seed in advance
		return s.promiseTx(ctx, tx, seed)
	}
	return seed, nil
}

// firstTx makes the member's first seed and the next one.
func (s *Service) firstTx(ctx context.Context, tx *store.Tx, member string) (spindb.WheelSeed, error) {
	last, err := spindb.New(tx).LastSeed(ctx, member)
	if err != nil {
		return spindb.WheelSeed{}, fmt.Errorf("spin: a member's seed: %w", err)
	}
	client, err := s.random(clientSize)
	if err != nil {
		return spindb.WheelSeed{}, err
	}
	first, err := s.makeSeed(member, last+1)
	if err != nil {
		return spindb.WheelSeed{}, err
	}
	return s.addSeedTx(ctx, tx, member, last+1, first, hex.EncodeToString(client))
}

// promiseTx makes the next seed of one that has none yet, so that its fingerprint can be shown in advance.
func (s *Service) promiseTx(ctx context.Context, tx *store.Tx, seed spindb.WheelSeed) (spindb.WheelSeed, error) {
	next, err := s.makeSeed(seed.Member, seed.Number+1)
	if err != nil {
		return spindb.WheelSeed{}, err
	}
	n, err := spindb.New(tx).PromiseSeed(ctx, spindb.PromiseSeedParams{
		NextSealed: next.sealed, NextHash: next.hash, Member: seed.Member, Number: seed.Number,
	})
	if err != nil || n == 0 {
		return spindb.WheelSeed{}, conflict(err)
	}
	seed.NextSealed, seed.NextHash = next.sealed, next.hash
	return seed, nil
}

// addSeedTx puts a seed into use, and makes the next one.
func (s *Service) addSeedTx(
	ctx context.Context, tx *store.Tx, member string, number int64, seed newSeed, client string,
) (spindb.WheelSeed, error) {
	next, err := s.makeSeed(member, number+1)
	if err != nil {
		return spindb.WheelSeed{}, err
	}
	row := spindb.WheelSeed{
		Member: member, Number: number, Sealed: seed.sealed, Hash: seed.hash, Client: client, CreatedAt: clock.MicrosOf(tx.Now),
		NextSealed: next.sealed, NextHash: next.hash,
	}
	err = spindb.New(tx).AddSeed(ctx, spindb.AddSeedParams{
		Member: member, Number: number, Sealed: row.Sealed, Hash: row.Hash, Client: client, CreatedAt: row.CreatedAt,
		NextSealed: row.NextSealed, NextHash: row.NextHash,
	})
	if err != nil {
		return spindb.WheelSeed{}, fmt.Errorf("spin: a member's seed: %w", err)
	}
	return row, nil
}

// openSeed returns a seed unsealed, in hex.
func (s *Service) openSeed(row spindb.WheelSeed) (string, error) {
	seed, err := s.Box.Open(seedRow(row.Member, row.Number), row.Sealed)
	if err != nil {
		return "", fmt.Errorf("spin: seed %d: %w", row.Number, err)
	}
	return seed, nil
}

func (s *Service) random(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.Random, b); err != nil {
		return nil, fmt.Errorf("spin: read random bytes: %w", err)
	}
	return b, nil
}

// Rotated is a seed that was replaced and is now public.
type Rotated struct {
	Seed, Hash, Client string
	// NextHash is the fingerprint of the seed in use from now on, the same that Setup showed before as the next one.
	NextHash string
}

// Rotate reveals the seed in use and replaces it by the next one, which was made in advance: the member could know its
// fingerprint before choosing a client seed. client is the member's client seed from now on, 1 to 64 printable ASCII
// characters; nil keeps it. The same key replaces one seed, and gets the same answer for ever. It returns INVALID_INPUT or
// IDEMPOTENCY_MISMATCH.
func (s *Service) Rotate(ctx context.Context, member string, client *string, key ledger.Key) (Rotated, error) {
	if client != nil && !printable(*client) {
		return Rotated{}, fault.New(fault.INVALID_INPUT, "clientSeed must be 1 to %d printable ASCII characters", longestClient)
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

// rotatedBefore returns the seed that a key has replaced, and the one that followed it.
func rotatedBefore(
	ctx context.Context, tx *store.Tx, member string, client *string, key ledger.Key,
) (row, next spindb.WheelSeed, err error) {
	q := spindb.New(tx)
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

// replaceTx reveals the seed in use and puts the next one into use.
func (s *Service) replaceTx(
	ctx context.Context, tx *store.Tx, member string, client *string, key ledger.Key,
) (row, next spindb.WheelSeed, err error) {
	if row, err = s.seedTx(ctx, tx, member); err != nil {
		return row, next, err
	}
	n, err := spindb.New(tx).RevealSeed(ctx, spindb.RevealSeedParams{
		Now: clock.MicrosOf(tx.Now), EndOperation: key.String(), Member: member, Number: row.Number,
	})
	if err != nil || n == 0 {
		return row, next, conflict(err)
	}
	own := row.Client
	if client != nil {
		own = *client
	}
	next, err = s.addSeedTx(ctx, tx, member, row.Number+1, newSeed{row.NextSealed, row.NextHash}, own)
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

// conflict makes the store run the transaction again, because another one was faster. It returns err if there is one.
func conflict(err error) error {
	if err == nil {
		err = store.ErrConflict
	}
	return err
}
