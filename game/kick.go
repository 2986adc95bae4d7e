package game

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Kick ends the member's open games at every provider that supports it, all at once. It fails if one could not be called.
// The member also gets new passwords when it is shut out, which keep it out of the others.
func (s *Service) Kick(ctx context.Context, member string) error {
	holdings, err := s.Holdings(ctx, member)
	if err != nil {
		return err
	}
	var wait sync.WaitGroup
	errs := make([]error, len(holdings))
	for i, h := range holdings {
		p := s.connections[h.Account.Provider].Provider
		if p == nil || !p.Capabilities().Kick {
			continue
		}
		wait.Go(func() { errs[i] = s.kick(ctx, p, h.Account) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

func (s *Service) kick(ctx context.Context, p Provider, a Account) error {
	ctx, cancel := context.WithTimeout(ctx, s.settings.CallTimeout)
	defer cancel()
	player, err := s.Player(ctx, a)
	if err != nil {
		return err
	}
	if err := p.Kick(ctx, player); err != nil {
		return fmt.Errorf("game: kick at %s: %w", a.Provider, err)
	}
	return nil
}
