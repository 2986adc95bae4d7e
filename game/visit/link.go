package visit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
)

// Link returns the address that opens a game for the member: GET /api/autoLogin/{path}/{username}. The user name must be
// the member's own there, else NO_USER (areaslot: NOT_AREASLOT). TRY_AGAIN while a transfer at a provider that can't
// verify it is not settled: play would hide its outcome (RULES.md section 6).
func (s *Service) Link(ctx context.Context, member, path, username string, v game.Visit) (string, error) {
	if err := s.playing(ctx, member); err != nil {
		return "", err
	}
	g, a, err := s.launchable(ctx, member, path, username)
	if err != nil {
		return "", err
	}
	p, err := s.providers.Reachable(g.Provider)
	if err != nil {
		return "", g.Named(fault.Wrap(err, fault.TRY_AGAIN, ""))
	}
	if err := s.admit(ctx, p, g, a); err != nil {
		return "", err
	}
	page, err := s.page(ctx, p, a, v)
	if err == nil && page.URL == "" {
		err = errNoLink
	}
	if err != nil {
		s.log.Warn("game: launch failed", "provider", g.Provider, "error", err)
		return "", g.Named(fault.Wrap(err, fault.TRY_AGAIN, "the provider gave no link"))
	}
	if err := s.playing(ctx, member); err != nil { // it may have been shut out meanwhile: then nobody gets the link
		return "", err
	}
	return page.URL, nil
}

// errNoLink: the game opens by a form, which is no use to a caller that wants a link.
var errNoLink = errors.New("game: the provider's page is a form")

// page asks the provider for the page of one visit.
func (s *Service) page(ctx context.Context, p game.Provider, a game.Account, v game.Visit) (game.Page, error) {
	ctx, cancel := s.providers.AskContext(ctx)
	defer cancel()
	player, err := s.accounts.Player(ctx, a)
	if err != nil {
		return game.Page{}, err
	}
	v.Player = player
	page, err := p.Launch(ctx, v)
	if err != nil {
		return game.Page{}, fmt.Errorf("game: launch at %s: %w", a.Provider, err)
	}
	return page, nil
}

func (s *Service) launchable(ctx context.Context, member, path, username string) (game.Game, game.Account, error) {
	games, err := s.catalogue.Games(ctx)
	if err != nil {
		return game.Game{}, game.Account{}, err
	}
	notOwn := fault.New(fault.NO_USER, "not the member's own account")
	if path == "areaslot" {
		notOwn = fault.New(fault.NOT_AREASLOT, "not the member's own account")
	}
	for _, g := range games {
		if g.Launch.Provider != path || g.Launch.Kind != game.Autologin || g.State == game.Closed {
			continue
		}
		a, err := s.accounts.For(ctx, member, g)
		switch {
		case fault.Is(err, fault.SLOT_NO_ACCOUNT), err == nil && a.Username != username:
			return g, a, notOwn
		case err != nil:
			return g, a, err
		case g.State != game.Open || g.Maintenance:
			return g, a, fault.New(fault.NO_GAME, "the game is closed now").With("game", g.Code)
		}
		return g, a, g.Checked()
	}
	return game.Game{}, game.Account{}, notOwn
}

// admit stores the launch before it happens. It takes the account's turn first: if a transfer begins at the same time,
// one of the two sees the other.
func (s *Service) admit(ctx context.Context, p game.Provider, g game.Game, a game.Account) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if !p.Capabilities().CanVerify() {
			if _, err := s.accounts.TakeTurnTx(ctx, tx, a); err != nil {
				return err
			}
			balance, err := s.books.BalanceTx(ctx, tx, a.Ledger())
			if err != nil {
				return err
			}
			if game.Moving(balance) {
				return fault.New(fault.TRY_AGAIN, "a transfer of the account is not settled yet").With("seconds", int(retryAfter/time.Second))
			}
		}
		return s.accounts.NoteLaunchTx(ctx, tx, a)
	})
	if err != nil {
		return fmt.Errorf("game: launch of %s: %w", g.Code, err)
	}
	return nil
}

// retryAfter is how long a member is told to wait while a transfer is being settled.
const retryAfter = 30 * time.Second
