package game

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	gameq "krapao/internal/store/q/game"
)

// Credentials are what a member types at the provider.
type Credentials struct {
	Username string
	// Password is empty while the provider has not said which of two holds.
	Password string
	// Event is set for games that are opened by a form post.
	Event *Event
}

// Event is a form that the app posts to the provider's page in a new tab.
type Event struct {
	Action string
	Method string
	Fields map[string]string
}

// formMethod is the only one: credentials have no place in an address.
const formMethod = "POST"

// Account returns the member's own credentials for a game. Codes: NO_GAME, SLOT_NO_ACCOUNT (for ufabet NOT_UFABET).
func (s *Service) Account(ctx context.Context, member, code, lang string) (Credentials, error) {
	g, a, row, err := s.credentialRow(ctx, member, code)
	if fault.Is(err, fault.SLOT_NO_ACCOUNT) && code == "ufabet" {
		return Credentials{}, fault.New(fault.NOT_UFABET, "the member has no account there").With("game", code)
	}
	if err != nil {
		return Credentials{}, err
	}
	if row.NextPassword != "" { // the end of a change is not known: setting the same one again settles it
		if err := s.setPassword(ctx, g, a, row.NextPassword); err != nil {
			s.settings.Log.Info("game: which password holds is not known yet", "provider", a.Provider, "error", err)
			return s.credentials(ctx, g, a, "", lang)
		}
		row.Password = row.NextPassword
	}
	password, err := s.box.Open(passwordRow(a.ID), row.Password)
	if err != nil {
		return Credentials{}, fmt.Errorf("game: password of account %s: %w", a.ID, err)
	}
	return s.credentials(ctx, g, a, password, lang)
}

// credentials adds the form that opens the game, where there is one and the game may be opened now. Looking at it is no
// launch: the app loads it with the sheet. So a transfer at such a game does not wait for the time since a launch, only
// for a balance that stands still.
func (s *Service) credentials(ctx context.Context, g Game, a Account, password, lang string) (Credentials, error) {
	c := Credentials{Username: a.Username, Password: password}
	connection := s.connections[g.Provider]
	if g.Launch.Kind != Form || connection.LoginPage == "" || connection.Provider == nil || password == "" {
		return c, nil
	}
	balance, err := s.books.Balance(ctx, a.Ledger())
	if err != nil {
		return c, fmt.Errorf("game: memo balance: %w", err)
	}
	if blind(connection.Provider) && moving(balance) {
		return c, nil // the credentials are the member's all the same; only the tap that opens the game waits
	}
	c.Event = &Event{
		Action: connection.LoginPage, Method: formMethod,
		Fields: map[string]string{"username": a.Username, "password": password, "lang": lang},
	}
	return c, nil
}

func (s *Service) credentialRow(ctx context.Context, member, code string) (Game, Account, gameq.GameAccount, error) {
	g, err := s.Find(ctx, code)
	if err != nil {
		return g, Account{}, gameq.GameAccount{}, err
	}
	a, err := s.AccountFor(ctx, member, g)
	if err != nil {
		return g, a, gameq.GameAccount{}, err
	}
	row, err := gameq.New(s.store.DB()).AccountOf(ctx, member, g.Provider)
	if err != nil {
		return g, a, row, fmt.Errorf("game: account: %w", err)
	}
	return g, a, row, nil
}

// ResetPassword gives the member's account a new password. The new one is kept beside the old before the provider is
// asked; where the answer is not known both stay, and the next call tries the same one again, since setting a password
// twice does no harm. Codes: NO_GAME, SLOT_NO_ACCOUNT, SLOT_RESET_PASSWORD_FAIL.
func (s *Service) ResetPassword(ctx context.Context, member, code string) error {
	g, a, row, err := s.credentialRow(ctx, member, code)
	if err != nil {
		return err
	}
	failed := fault.New(fault.SLOT_RESET_PASSWORD_FAIL, "the provider did not confirm the new password").With("game", code)
	p, err := s.reachable(g)
	if err != nil || !p.Capabilities().SetPassword {
		return failed
	}
	next, fresh := row.NextPassword, false
	if next == "" {
		if next, fresh, err = s.beginPassword(ctx, a); err != nil {
			return err
		}
	}
	err = s.setPassword(ctx, g, a, next)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrRefused) && fresh:
		// Nobody tried this one before, so a documented no means that the old one holds.
		if err := s.dropPassword(ctx, a, next); err != nil {
			return err
		}
	}
	s.settings.Log.Warn("game: password reset failed", "provider", g.Provider, "refused", errors.Is(err, ErrRefused), "error", err)
	return fault.Wrap(err, failed.Code, "%s", failed.Detail).With("game", code)
}

// beginPassword keeps a new password beside the old one. Where a call that runs at the same time was first, its password
// is used, so that both ask for the same.
func (s *Service) beginPassword(ctx context.Context, a Account) (next string, fresh bool, err error) {
	next, err = s.box.Seal(passwordRow(a.ID), newPassword())
	if err != nil {
		return "", false, fmt.Errorf("game: password: %w", err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		q := gameq.New(tx)
		n, err := q.BeginPassword(ctx, a.ID, next)
		if err != nil {
			return err
		}
		fresh = n == 1
		if !fresh {
			row, err := q.AccountOf(ctx, a.Member, a.Provider)
			if err != nil {
				return err
			}
			next = row.NextPassword
		}
		return nil
	})
	if err == nil && next == "" {
		err = errors.New("another change ended meanwhile")
	}
	if err != nil {
		return "", false, fmt.Errorf("game: password: %w", err)
	}
	return next, fresh, nil
}

// setPassword makes a sealed password the account's at the provider and then here.
func (s *Service) setPassword(ctx context.Context, g Game, a Account, sealed string) error {
	p, err := s.reachable(g)
	if err != nil {
		return err
	}
	password, err := s.box.Open(passwordRow(a.ID), sealed)
	if err != nil {
		return fmt.Errorf("game: password of account %s: %w", a.ID, err)
	}
	call, cancel := context.WithTimeout(ctx, s.settings.CallTimeout)
	defer cancel()
	if err := p.SetPassword(call, a.Username, password); err != nil {
		return err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := gameq.New(tx).EndPassword(ctx, a.ID, sealed)
		return err
	})
	if err != nil {
		return fmt.Errorf("game: keep the new password: %w", err)
	}
	return nil
}

func (s *Service) dropPassword(ctx context.Context, a Account, sealed string) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := gameq.New(tx).DropPassword(ctx, a.ID, sealed)
		return err
	})
	if err != nil {
		return fmt.Errorf("game: password: %w", err)
	}
	return nil
}
