package visit

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"krapao/game"
)

// Kick ends the member's open games at every provider that supports it, all at once. It fails if one could not be called.
// The member also gets new passwords when it is shut out, which keep it out of the others.
func (s *Service) Kick(ctx context.Context, member string) error {
	accounts, err := s.accounts.Of(ctx, member)
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	errs := make([]error, len(accounts))
	for i, a := range accounts {
		p := s.providers.Provider(a.Provider)
		if p == nil || !p.Capabilities().Kick {
			continue
		}
		wait.Go(func() { errs[i] = s.kick(ctx, p, a) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

func (s *Service) kick(ctx context.Context, p game.Provider, a game.Account) error {
	ctx, cancel := context.WithTimeout(ctx, s.providers.CallTimeout())
	defer cancel()
	player, err := s.accounts.Player(ctx, a)
	if err != nil {
		return err
	}
	if err := p.Kick(ctx, player); err != nil {
		return fmt.Errorf("game: kick at %s: %w", a.Provider, err)
	}
	return nil
}
