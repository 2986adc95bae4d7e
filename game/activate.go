package game

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"time"

	"krapao/fault"
	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/patience"
	"krapao/internal/store"
)

// Activate opens the member's account for a game and returns the game as the member sees it then.
//
// The row with the user name and the password is committed before the provider is called, and a repeated call uses the
// same ones. So "exists already" means that the first call did it: a lost answer costs one more tap and never a second
// account.
func (s *Service) Activate(ctx context.Context, member, code string) (Slot, error) {
	if err := s.playing(ctx, member); err != nil {
		return Slot{}, err
	}
	g, err := s.Find(ctx, code)
	if err != nil {
		return Slot{}, err
	}
	if g.State != Open || g.Maintenance {
		return Slot{}, fault.New(fault.SLOT_ACTIVATE_FAIL, "the game opens no accounts now").With("game", code)
	}
	p, err := s.reachable(g)
	if err != nil {
		return Slot{}, fault.Wrap(err, fault.SLOT_ACTIVATE_FAIL, "").With("game", code)
	}
	row, err := s.intend(ctx, member, g, p.Capabilities().UsernamePrefix)
	if err != nil {
		return Slot{}, err
	}
	if err := s.ensure(ctx, p, g, row); err != nil {
		return Slot{}, err
	}
	return s.activated(ctx, member, code)
}

// intend creates the account's row and its ledger account, or finds the row of an earlier try.
func (s *Service) intend(ctx context.Context, member string, g Game, prefix string) (gamedb.GameAccount, error) {
	var row gamedb.GameAccount
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		q := gamedb.New(tx)
		fresh := gamedb.AddAccountParams{
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
		account, err := accountFrom(row)
		if err != nil {
			return err
		}
		return s.books.OpenTx(ctx, tx, account.Ledger())
	})
	if err != nil {
		return row, fmt.Errorf("game: open an account: %w", err)
	}
	if row.State == stateActive {
		return row, fault.New(fault.SLOT_ALREADY_ACTIVE, "the member has an account there").With("game", g.Code)
	}
	return row, nil
}

func (s *Service) ensure(ctx context.Context, p Provider, g Game, row gamedb.GameAccount) error {
	password, err := s.box.Open(passwordRow(row.ID), row.Password)
	if err != nil {
		return fmt.Errorf("game: open the password of account %s: %w", row.ID, err)
	}
	call, cancel := s.askContext(ctx)
	defer cancel()
	if err := p.Ensure(call, Player{Username: row.Username, Password: password}); err != nil {
		s.settings.Log.Warn("game: activation failed", "provider", g.Provider, "refused", errors.Is(err, ErrRefused), "error", err)
		return fault.Wrap(err, fault.SLOT_ACTIVATE_FAIL, "the provider did not confirm the account").With("game", g.Code)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := gamedb.New(tx).ActivateAccount(ctx, row.ID)
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

// firstReading limits the first reading of a new account: the member waits for it, and nothing needs it. A shorter limit
// would make the provider look as if it did not answer.
const firstReading = 5 * time.Second

func (s *Service) activated(ctx context.Context, member, code string) (Slot, error) {
	g, err := s.Find(ctx, code)
	if err != nil {
		return Slot{}, err
	}
	a, err := s.AccountFor(ctx, member, g)
	if err != nil {
		return Slot{}, err
	}
	ask, cancel := patience.But(ctx, patience.Book) // the account exists: the member is told so, with or without a reading
	defer cancel()
	ask, end := context.WithTimeout(ask, firstReading)
	defer end()
	if _, err := s.Confirm(ask, a); err != nil {
		s.settings.Log.Info("game: first reading failed", "provider", g.Provider, "error", err)
	}
	slots, err := s.Slots(ctx, member)
	if err != nil {
		return Slot{}, err
	}
	for _, slot := range slots {
		if slot.Game.Code == code {
			return slot, nil
		}
	}
	return Slot{}, fault.New(fault.NO_GAME, "the game was closed meanwhile").With("game", code)
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
