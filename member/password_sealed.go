package member

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// A password's hash is sealed to its member's row: Argon2id makes a guess dear, and without the database's keys there is nothing to
// test one against. A node of a version before reads plain ones alone, so that nothing is sealed while one may run; and where a plain
// one stands beside a sealed one, such a node wrote it since.

// storedPassword is a password as its row has it: one of the two is empty, or the sealed one is out of date.
type storedPassword struct{ hash, sealed string }

// rollOut is how long nodes may still run, after the first of this version, that tell nobody that they do.
const rollOut = time.Hour

// keepPassword is what is to be stored of a hash (a PHC string), in the transaction that stores it.
func (s *Service) keepPassword(ctx context.Context, tx *store.Tx, memberID, phc string) (storedPassword, error) {
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

// phc is the PHC string of a stored password.
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

// BeginSealing decides, once and for good, that passwords are sealed from now on: where no other node can be running (SQLite),
// where nobody is registered yet, and else when every node of the last minutes reads sealed ones, at the earliest an hour after the
// first that does.
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
		row, err := q.SeeSealing(ctx, tx.Now.UnixMicro())
		if err != nil || row.BegunAt > 0 || !all {
			return err
		}
		if s.Store.Engine() != store.SQLite && tx.Now.Sub(time.UnixMicro(row.SeenAt)) < rollOut {
			if members, err := q.AnyMember(ctx); err != nil || members {
				return err
			}
		}
		return q.BeginSealing(ctx, tx.Now.UnixMicro())
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

// sealBatch is how many passwords one transaction seals: a login waits for it for some milliseconds.
const sealBatch = 100

// SealPasswords seals the passwords that stand there in plain, a batch at a time, and returns how many; none before it is time
// (BeginSealing). Run it now and then: a node of a version before may write some more.
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
		stored, err := s.keepPassword(ctx, tx, row.ID, row.PasswordHash)
		if err != nil {
			return 0, err
		}
		if stored.sealed == "" {
			return 0, nil // it is not time yet
		}
		if err := memberdb.New(tx).SealPassword(ctx, stored.sealed, row.ID, row.PasswordHash); err != nil {
			return 0, fmt.Errorf("member: sealing of %s: %w", row.ID, err)
		}
	}
	return len(rows), nil
}
