package game

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Kick throws a member out of every game whose provider lets us, all at once. It fails where one could not be asked; the
// new passwords that a member is given when it is shut out keep it out of the rest.
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
