package member

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// A password's hash is sealed to its member's row. Argon2id makes each guess expensive, and without the keys of the database
// there is nothing to test a guess against. Nodes of earlier versions read plain hashes only: so nothing is sealed while one
// may run. A plain hash beside a sealed one was written by such a node later.

// storedPassword is a password as its row holds it. One of the two is empty, or the sealed one is out of date.
type storedPassword struct{ hash, sealed string }

// rollOut is how long, after the first node of this version, nodes may still run that do not announce themselves.
const rollOut = time.Hour

// passwordToStore returns what to store of a hash (a PHC string), in the transaction that stores it.
func (s *Service) passwordToStore(ctx context.Context, tx *store.Tx, memberID, phc string) (storedPassword, error) {
	if !s.sealing.Load() {
		since, err := memberdb.New(tx).SealingSince(ctx)
		if err != nil && !store.NotFound(err) {
			return storedPassword{}, fmt.Errorf("member: password: %w", err)
		}
		if since == 0 {
			return storedPassword{hash: phc}, nil
		}
		s.sealing.Store(true)
	}
	sealed, err := s.Secrets.Seal(passwordRow(memberID), phc)
	return storedPassword{sealed: sealed}, err
}

// phc returns the PHC string of a stored password.
func (s *Service) phc(memberID string, p storedPassword) (string, error) {
	if p.hash != "" {
		return p.hash, nil
	}
	phc, err := s.Secrets.Open(passwordRow(memberID), p.sealed)
	if err != nil {
		return "", fmt.Errorf("member: password of %s: %w", memberID, err)
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
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		q := memberdb.New(tx)
		row, err := q.SeeSealing(ctx, clock.MicrosOf(tx.Now))
		if err != nil || row.BegunAt > 0 || !all {
			return err
		}
		if s.Store.Engine() != store.SQLite && tx.Now.Sub(row.SeenAt.Time()) < rollOut {
			if members, err := q.AnyMember(ctx); err != nil || members {
				return err
			}
		}
		return q.BeginSealing(ctx, clock.MicrosOf(tx.Now))
	})
	if err != nil {
		return fmt.Errorf("member: sealing: %w", err)
	}
	return nil
}

func (s *Service) allRead(ctx context.Context) (bool, error) {
	if s.AllRead == nil {
		return true, nil
	}
	return s.AllRead(ctx)
}

// sealBatch is how many passwords one transaction seals. A login waits for it for some milliseconds.
const sealBatch = 100

// SealPasswords seals the passwords that are stored in plain, in batches, and returns how many. Before BeginSealing allows it, it
// seals none. Run it from time to time: a node of an earlier version may write more.
func (s *Service) SealPasswords(ctx context.Context) (n int, err error) {
	if err := s.BeginSealing(ctx); err != nil {
		return 0, err
	}
	for {
		rows, err := memberdb.New(s.Store.DB()).PlainPasswords(ctx, sealBatch)
		if err != nil || len(rows) == 0 {
			return n, err
		}
		sealed := 0
		err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			sealed, err = s.sealPasswords(ctx, tx, rows)
			return err
		})
		if n += sealed; err != nil || sealed == 0 {
			return n, err
		}
	}
}

func (s *Service) sealPasswords(ctx context.Context, tx *store.Tx, rows []memberdb.PlainPasswordsRow) (n int, err error) {
	for _, row := range rows {
		stored, err := s.passwordToStore(ctx, tx, row.ID, row.PasswordHash)
		if err != nil {
			return 0, err
		}
		if stored.sealed == "" {
			return 0, nil // too early
		}
		if err := memberdb.New(tx).SealPassword(ctx, stored.sealed, row.ID, row.PasswordHash); err != nil {
			return 0, fmt.Errorf("member: seal password of %s: %w", row.ID, err)
		}
	}
	return len(rows), nil
}
