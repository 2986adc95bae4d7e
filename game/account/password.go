package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/game/account/internal/accountdb"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
)

// The new game password is stored beside the old one until the provider has confirmed it. Setting a password twice does
// no harm, so a change without an answer is tried again with the same password: at the member's next look, and by
// SettlePasswords. Whoever tries a change that another call began writes that down first (join): the other call may be refused
// where this one is not, and must not forget the new password then.

// ResetPassword gives the member's account for a game a new password. The new one is stored beside the old one before the
// provider is called. Without an answer both stay, and the next call tries the same one again. Code:
// SLOT_RESET_PASSWORD_FAIL.
func (s *Service) ResetPassword(ctx context.Context, g game.Game, a game.Account) error {
	row, err := s.rowOf(ctx, a)
	if err != nil {
		return err
	}
	failed := fault.New(fault.SLOT_RESET_PASSWORD_FAIL, "the provider did not confirm the new password").With("game", g.Code)
	p, err := s.providers.Reachable(g.Provider)
	if err != nil || !p.Capabilities().SetPassword {
		return failed
	}
	row, fresh, err := s.beginPassword(ctx, a, row)
	if err != nil {
		return err
	}
	err = s.setPassword(ctx, a, row)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, game.ErrRefused) && fresh:
		// Unless somebody else has tried this one too, a definitive rejection means that the old one is valid.
		if err := s.dropPassword(ctx, row); err != nil {
			return err
		}
	}
	s.log.Warn("game: password reset failed", "provider", g.Provider, "refused", errors.Is(err, game.ErrRefused), "error", err)
	return fault.Wrap(err, failed.Code, "%s", failed.Detail).With("game", g.Code)
}

// Password returns the account's password, to show it to the member; empty while nobody knows which of two is valid. A
// change without an answer is tried again first: setting the same password again settles it.
func (s *Service) Password(ctx context.Context, a game.Account) (string, error) {
	row, err := s.rowOf(ctx, a)
	if err != nil {
		return "", err
	}
	if row.NextPassword == "" {
		return s.openPassword(a, row.Password)
	}
	joined, err := s.join(ctx, row)
	if err != nil || !joined { // the change has just ended: the next look tells how
		return "", err
	}
	if err := s.setPassword(ctx, a, row); err != nil {
		s.log.Info("game: which password is valid is not known yet", "provider", a.Provider, "error", err)
		return "", nil
	}
	return s.openPassword(a, row.NextPassword)
}

func (s *Service) rowOf(ctx context.Context, a game.Account) (accountdb.GameAccount, error) {
	row, err := accountdb.New(s.store.Brief()).AccountOf(ctx, a.Member, a.Provider)
	if err != nil {
		return row, fmt.Errorf("game: read an account: %w", err)
	}
	return row, nil
}

// beginPassword stores a new password beside the old one. If another call was first, it uses that call's password, so that both
// ask for the same, and its own is not fresh.
func (s *Service) beginPassword(
	ctx context.Context, a game.Account, row accountdb.GameAccount,
) (_ accountdb.GameAccount, fresh bool, err error) {
	next, err := s.box.Seal(passwordRow(a.ID), newPassword())
	if err != nil {
		return row, false, fmt.Errorf("game: change a password: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		q := accountdb.New(tx)
		n, err := q.BeginPassword(ctx, a.ID, next, clock.MicrosOf(tx.Now.Add(passwordPause)))
		if err != nil {
			return err
		}
		fresh = n == 1
		if row, err = q.AccountOf(ctx, a.Member, a.Provider); err != nil || fresh || row.NextPassword == "" {
			return err
		}
		_, err = q.JoinPassword(ctx, row.ID, row.NextPassword)
		return err
	})
	if err == nil && row.NextPassword == "" {
		err = errors.New("another change ended meanwhile")
	}
	if err != nil {
		return row, false, fmt.Errorf("game: change a password: %w", err)
	}
	return row, fresh, nil
}

// setPassword sets the row's next password at the provider and then here. Some providers want the old one too.
func (s *Service) setPassword(ctx context.Context, a game.Account, row accountdb.GameAccount) error {
	p, err := s.providers.Reachable(a.Provider)
	if err != nil {
		return err
	}
	before, err := s.openPassword(a, row.Password)
	if err != nil {
		return err
	}
	next, err := s.openPassword(a, row.NextPassword)
	if err != nil {
		return err
	}
	call, cancel := s.providers.AskContext(ctx)
	defer cancel()
	if err := p.SetPassword(call, game.Player{Username: a.Username, Password: before}, next); err != nil {
		return fmt.Errorf("game: set a password: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := accountdb.New(tx).EndPassword(ctx, a.ID, row.NextPassword)
		return err
	})
	if err != nil {
		return fmt.Errorf("game: keep the new password: %w", err)
	}
	return nil
}

// join makes it known that a change which another call began is tried here, too, and reports whether it is still under way.
func (s *Service) join(ctx context.Context, row accountdb.GameAccount) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = accountdb.New(tx).JoinPassword(ctx, row.ID, row.NextPassword)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("game: change a password: %w", err)
	}
	return n == 1, nil
}

// dropPassword forgets the row's next password, unless somebody has joined since the row was read.
func (s *Service) dropPassword(ctx context.Context, row accountdb.GameAccount) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := accountdb.New(tx).DropPassword(ctx, row.ID, row.NextPassword, row.PasswordDue)
		return err
	})
	if err != nil {
		return fmt.Errorf("game: change a password: %w", err)
	}
	return nil
}

const (
	// passwordPause is how long a failed change waits for the next try.
	passwordPause = time.Minute
	// passwordsAtOnce limits the changes of one run at a provider.
	passwordsAtOnce = 20
)

// ResetAllTx gives all game accounts of a member new passwords, because the member changed its own, ended its sessions or
// was shut out (RULES.md section 12). It only stores them; SettlePasswords sets them at the providers.
func (s *Service) ResetAllTx(ctx context.Context, tx *store.Tx, member string) error {
	q := accountdb.New(tx)
	rows, err := q.AccountsOf(ctx, member)
	if err != nil {
		return fmt.Errorf("game: read the accounts: %w", err)
	}
	for _, row := range rows {
		p := s.providers.Provider(row.Provider)
		if row.State != stateActive || p == nil || !p.Capabilities().SetPassword {
			continue
		}
		next, err := s.box.Seal(passwordRow(row.ID), newPassword())
		if err != nil {
			return fmt.Errorf("game: change a password: %w", err)
		}
		if _, err := q.BeginPassword(ctx, row.ID, next, clock.MicrosOf(tx.Now)); err != nil {
			return fmt.Errorf("game: change a password: %w", err)
		}
	}
	return nil
}

// SettlePasswords tries due changes and returns how many it made. Run it every few seconds. Providers are called side by
// side, so that one that hangs delays only its own changes.
func (s *Service) SettlePasswords(ctx context.Context) (int, error) {
	due, err := accountdb.New(s.store.DB()).ProvidersOfDuePasswords(ctx, clock.MicrosOf(s.store.Now()))
	if err != nil {
		return 0, fmt.Errorf("game: read due password changes: %w", err)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	made := 0
	for _, provider := range s.providers.Names() {
		if !slices.Contains(due, provider) {
			continue
		}
		wait.Go(func() {
			n, err := s.settlePasswords(ctx, provider)
			mu.Lock()
			defer mu.Unlock()
			made, failures = made+n, append(failures, err)
		})
	}
	wait.Wait()
	return made, errors.Join(failures...)
}

// settlePasswords makes a provider's due changes, one after the other. It stops at the first without an answer until the
// next run; a tried change goes to the end of the queue.
func (s *Service) settlePasswords(ctx context.Context, provider string) (made int, err error) {
	rows, err := accountdb.New(s.store.DB()).DuePasswords(ctx, provider, clock.MicrosOf(s.store.Now()), passwordsAtOnce)
	if err != nil {
		return 0, fmt.Errorf("game: read due password changes: %w", err)
	}
	for _, row := range rows {
		if mine, err := s.takePassword(ctx, row); err != nil || !mine {
			continue
		}
		a, err := accountFrom(row)
		if err != nil {
			return made, err
		}
		switch err := s.setPassword(ctx, a, row); {
		case err == nil:
			made++
		case errors.Is(err, game.ErrRefused):
			s.log.Warn("game: password change refused", "provider", a.Provider, "error", err)
		default:
			s.log.Info("game: password change waits", "provider", a.Provider, "error", err)
			return made, nil
		}
	}
	return made, nil
}

// takePassword leases a change to this node for a while.
func (s *Service) takePassword(ctx context.Context, row accountdb.GameAccount) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = accountdb.New(tx).TakePassword(ctx, accountdb.TakePasswordParams{
			ID: row.ID, NextPassword: row.NextPassword,
			NextDue: clock.MicrosOf(tx.Now.Add(passwordPause)), Now: clock.MicrosOf(tx.Now),
		})
		return err
	})
	return n == 1, err
}

func (s *Service) openPassword(a game.Account, sealed string) (string, error) {
	password, err := s.box.Open(passwordRow(a.ID), sealed)
	if err != nil {
		return "", fmt.Errorf("game: open the password of account %s: %w", a.ID, err)
	}
	return password, nil
}

func passwordRow(id string) secret.Row {
	return secret.Row{Table: "game_account", Column: "password", ID: id}
}
