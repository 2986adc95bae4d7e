package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"

	"krapao/fault"
	"krapao/game"
	"krapao/game/account/internal/accountdb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
)

// Open opens the member's account for a game. Codes: SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL.
//
// The row with the user name and the password is committed before the provider is called, and a repeated call uses the
// same ones. So "exists already" means that the first call did it: a lost answer costs one more tap and never a second
// account.
func (s *Service) Open(ctx context.Context, member string, g game.Game) error {
	p, err := s.providers.Reachable(g.Provider)
	if err != nil {
		return fault.Wrap(err, fault.SLOT_ACTIVATE_FAIL, "").With("game", g.Code)
	}
	row, err := s.intend(ctx, member, g, p.Capabilities().UsernamePrefix)
	if err != nil {
		return err
	}
	return s.ensure(ctx, p, g, row)
}

// intend creates the account's row and its ledger account, or finds the row of an earlier try.
func (s *Service) intend(ctx context.Context, member string, g game.Game, prefix string) (accountdb.GameAccount, error) {
	var row accountdb.GameAccount
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		q := accountdb.New(tx)
		fresh := accountdb.AddAccountParams{
			ID: id.Lower(20), Member: member, Provider: g.Provider, Username: newUsername(prefix),
			Factor: g.Factor.String(), CreatedAt: clock.MicrosOf(tx.Now),
		}
		sealed, err := s.box.Seal(passwordRow(fresh.ID), newPassword())
		if err != nil {
			return err
		}
		fresh.Password = sealed
		if _, err := q.AddAccount(ctx, fresh); err != nil {
			return err
		}
		if row, err = q.AccountOf(ctx, member, g.Provider); err != nil {
			return err
		}
		a, err := accountFrom(row)
		if err != nil {
			return err
		}
		return s.books.OpenTx(ctx, tx, a.Ledger())
	})
	if err != nil {
		return row, fmt.Errorf("game: open an account: %w", err)
	}
	if row.State == stateActive {
		return row, fault.New(fault.SLOT_ALREADY_ACTIVE, "the member has an account there").With("game", g.Code)
	}
	return row, nil
}

func (s *Service) ensure(ctx context.Context, p game.Provider, g game.Game, row accountdb.GameAccount) error {
	password, err := s.box.Open(passwordRow(row.ID), row.Password)
	if err != nil {
		return fmt.Errorf("game: open the password of account %s: %w", row.ID, err)
	}
	call, cancel := s.providers.AskContext(ctx)
	defer cancel()
	if err := p.Ensure(call, game.Player{Username: row.Username, Password: password}); err != nil {
		s.log.Warn("game: activation failed", "provider", g.Provider, "refused", errors.Is(err, game.ErrRefused), "error", err)
		return fault.Wrap(err, fault.SLOT_ACTIVATE_FAIL, "the provider did not confirm the account").With("game", g.Code)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := accountdb.New(tx).ActivateAccount(ctx, row.ID)
		if err == nil && n == 0 {
			return fault.New(fault.SLOT_ALREADY_ACTIVE, "another call opened it").With("game", g.Code)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("game: activate an account: %w", err)
	}
	return nil
}

// usernameLength: every known provider takes a name of 12 (research/domain.md section 7; GSC's limit is the shortest).
const usernameLength = 12

// newUsername returns the prefix that the provider requires, then a letter, then lower-case letters and digits.
func newUsername(prefix string) string {
	prefix += "k"
	return prefix + id.Lower(usernameLength-len(prefix))
}

const (
	passwordUpper   = "ABCDEFGHJKMNPQRSTUVWXYZ"
	passwordLower   = "abcdefghjkmnpqrstuvwxyz"
	passwordDigits  = "23456789"
	passwordLetters = passwordUpper + passwordLower + passwordDigits
)

// newPassword returns 12 characters that a member can type on a telephone. They include a capital, a small letter and a
// digit, since some providers require all three.
func newPassword() string {
	password := pick(passwordUpper) + pick(passwordLower) + pick(passwordDigits)
	for range 9 {
		password += pick(passwordLetters)
	}
	return password
}

func pick(alphabet string) string {
	n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet)))) // crypto/rand never fails since Go 1.24
	return alphabet[n.Int64() : n.Int64()+1]
}
