package game

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"krapao/fault"
	"krapao/game/internal/gamedb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// The new game password is stored beside the old one until the provider has confirmed it. Setting a password twice does
// no harm, so a change without an answer is tried again with the same password: at the member's next look, and by
// SettlePasswords.

// ResetPassword gives the member's account a new password. The new one is stored beside the old one before the provider
// is called. Without an answer both stay, and the next call tries the same one again. Codes: NO_GAME, SLOT_NO_ACCOUNT,
// SLOT_RESET_PASSWORD_FAIL.
func (s *Service) ResetPassword(ctx context.Context, member, code string) error {
	if err := s.playing(ctx, member); err != nil {
		return err
	}
	g, a, row, err := s.credentialRow(ctx, member, code)
	if err != nil {
		return err
	}
	failed := fault.New(fault.SLOT_RESET_PASSWORD_FAIL, "the provider did not confirm the new password").With("game", code)
	p, err := s.reachable(g)
	if err != nil || !p.Capabilities().SetPassword {
		return failed
	}
	fresh := false
	if row.NextPassword == "" {
		if row, fresh, err = s.beginPassword(ctx, a, row); err != nil {
			return err
		}
	}
	err = s.setPassword(ctx, a, row)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrRefused) && fresh:
		// Nobody tried this one before, so a definitive rejection means that the old one is valid.
		if err := s.dropPassword(ctx, a, row.NextPassword); err != nil {
			return err
		}
	}
	s.settings.Log.Warn("game: password reset failed", "provider", g.Provider, "refused", errors.Is(err, ErrRefused), "error", err)
	return fault.Wrap(err, failed.Code, "%s", failed.Detail).With("game", code)
}

// beginPassword stores a new password beside the old one. If a simultaneous call was first, it uses that call's password,
// so that both ask for the same.
func (s *Service) beginPassword(
	ctx context.Context, a Account, row gamedb.GameAccount,
) (_ gamedb.GameAccount, fresh bool, err error) {
	next, err := s.box.Seal(passwordRow(a.ID), newPassword())
	if err != nil {
		return row, false, fmt.Errorf("game: change a password: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		q := gamedb.New(tx)
		n, err := q.BeginPassword(ctx, a.ID, next, clock.MicrosOf(tx.Now.Add(passwordPause)))
		if err != nil {
			return err
		}
		fresh = n == 1
		row, err = q.AccountOf(ctx, a.Member, a.Provider)
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
func (s *Service) setPassword(ctx context.Context, a Account, row gamedb.GameAccount) error {
	p := s.connections[a.Provider].Provider
	if p == nil {
		return fmt.Errorf("game: no connection to provider %q is configured", a.Provider)
	}
	before, err := s.openPassword(a, row.Password)
	if err != nil {
		return err
	}
	next, err := s.openPassword(a, row.NextPassword)
	if err != nil {
		return err
	}
	call, cancel := s.askContext(ctx)
	defer cancel()
	if err := p.SetPassword(call, Player{Username: a.Username, Password: before}, next); err != nil {
		return fmt.Errorf("game: set a password: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := gamedb.New(tx).EndPassword(ctx, a.ID, row.NextPassword)
		return err
	})
	if err != nil {
		return fmt.Errorf("game: keep the new password: %w", err)
	}
	return nil
}

func (s *Service) dropPassword(ctx context.Context, a Account, sealed string) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := gamedb.New(tx).DropPassword(ctx, a.ID, sealed)
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
	q := gamedb.New(tx)
	rows, err := q.AccountsOf(ctx, member)
	if err != nil {
		return fmt.Errorf("game: read the accounts: %w", err)
	}
	for _, row := range rows {
		p := s.connections[row.Provider].Provider
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
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	made := 0
	for provider := range s.connections {
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
	rows, err := gamedb.New(s.store.DB()).DuePasswords(ctx, provider, clock.MicrosOf(s.store.Now()), passwordsAtOnce)
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
		case errors.Is(err, ErrRefused):
			s.settings.Log.Warn("game: password change refused", "provider", a.Provider, "error", err)
		default:
			s.settings.Log.Info("game: password change waits", "provider", a.Provider, "error", err)
			return made, nil
		}
	}
	return made, nil
}

// takePassword leases a change to this node for a while.
func (s *Service) takePassword(ctx context.Context, row gamedb.GameAccount) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = gamedb.New(tx).TakePassword(ctx, gamedb.TakePasswordParams{
			ID: row.ID, NextPassword: row.NextPassword,
			NextDue: clock.MicrosOf(tx.Now.Add(passwordPause)), Now: clock.MicrosOf(tx.Now),
		})
		return err
	})
	return n == 1, err
}
