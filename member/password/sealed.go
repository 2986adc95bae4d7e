package password

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/member/password/internal/passworddb"
)

// A password's hash is sealed to its member's row. Argon2id makes each guess expensive, and without the keys of the database
// there is nothing to test a guess against. Nodes of earlier versions read plain hashes only: so nothing is sealed while one
// may run. A plain hash beside a sealed one was written by such a node later.

// Stored is a password as its row holds it. One of the two is empty, or the sealed one is out of date.
type Stored struct{ Hash, Sealed string }

// rollOut is how long, after the first node of this version, nodes may still run that do not announce themselves.
const rollOut = time.Hour

// ToStoreTx returns what to store of a hash (a PHC string), in the transaction that stores it.
func (s *Service) ToStoreTx(ctx context.Context, tx *store.Tx, memberID, phc string) (Stored, error) {
	if !s.sealing.Load() {
		since, err := passworddb.New(tx).SealingSince(ctx)
		if err != nil && !store.NotFound(err) {
			return Stored{}, fmt.Errorf("password: to store: %w", err)
		}
		if since == 0 {
			return Stored{Hash: phc}, nil
		}
		s.sealing.Store(true)
	}
	sealed, err := s.secrets.Seal(passwordRow(memberID), phc)
	return Stored{Sealed: sealed}, err
}

// phc returns the PHC string of a stored password.
func (s *Service) phc(memberID string, p Stored) (string, error) {
	if p.Hash != "" {
		return p.Hash, nil
	}
	phc, err := s.secrets.Open(passwordRow(memberID), p.Sealed)
	if err != nil {
		return "", fmt.Errorf("password: of %s: %w", memberID, err)
	}
	return phc, nil
}

func passwordRow(id string) secret.Row {
	return secret.Row{Table: "member", Column: "password_sealed", ID: id}
}

// BeginSealing decides, once and for good, that passwords are sealed from now on. It does so where no other node can run
// (SQLite), where nobody is registered yet, or when every node of the last minutes reads sealed passwords. In the last case
// it waits for an hour after the first node that can.
func (s *Service) BeginSealing(ctx context.Context) error {
	if s.sealing.Load() {
		return nil
	}
	all, err := s.allRead(ctx)
	if err != nil {
		return err
	}
	begun := false
	err = s.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q := passworddb.New(tx)
		row, err := q.SeeSealing(ctx, clock.MicrosOf(tx.Now))
		if begun = row.BegunAt > 0; err != nil || begun || !all {
			return err
		}
		if s.store.Engine() != store.SQLite && tx.Now.Sub(row.SeenAt.Time()) < rollOut {
			if members, err := q.AnyMember(ctx); err != nil || members {
				return err
			}
		}
		return q.BeginSealing(ctx, clock.MicrosOf(tx.Now))
	})
	if err != nil {
		return fmt.Errorf("password: sealing: %w", err)
	}
	if begun { // committed before this look, and for good: it needs no further one
		s.sealing.Store(true)
	}
	return nil
}

func (s *Service) allRead(ctx context.Context) (bool, error) {
	if s.readers == nil {
		return true, nil
	}
	return s.readers(ctx)
}

// sealBatch is how many passwords one transaction seals. A login waits for it for some milliseconds.
const sealBatch = 100

// SealAll seals the passwords that are stored in plain, in batches, and returns how many. Before BeginSealing allows it, it
// seals none. Run it from time to time: a node of an earlier version may write more.
func (s *Service) SealAll(ctx context.Context) (n int, err error) {
	if err := s.BeginSealing(ctx); err != nil {
		return 0, err
	}
	for {
		rows, err := passworddb.New(s.store.DB()).PlainPasswords(ctx, sealBatch)
		if err != nil || len(rows) == 0 {
			return n, err
		}
		sealed := 0
		err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
			sealed, err = s.seal(ctx, tx, rows)
			return err
		})
		if n += sealed; err != nil || sealed == 0 {
			return n, err
		}
	}
}

func (s *Service) seal(ctx context.Context, tx *store.Tx, rows []passworddb.PlainPasswordsRow) (n int, err error) {
	for _, row := range rows {
		stored, err := s.ToStoreTx(ctx, tx, row.ID, row.PasswordHash)
		if err != nil {
			return 0, err
		}
		if stored.Sealed == "" {
			return 0, nil // too early
		}
		if err := passworddb.New(tx).SealPassword(ctx, stored.Sealed, row.ID, row.PasswordHash); err != nil {
			return 0, fmt.Errorf("password: seal that of %s: %w", row.ID, err)
		}
	}
	return len(rows), nil
}
