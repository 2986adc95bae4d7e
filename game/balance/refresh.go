package balance

import (
	"context"
	"fmt"
	"sync"
	"time"

	"krapao/game"
	"krapao/game/balance/internal/balancedb"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/store"
)

// Refreshed is the answer to a member's refresh.
type Refreshed struct {
	Slots []game.Slot
	// Failed has the games that could not be read; they keep their last amount.
	Failed []string
	// At is when the refresh was made.
	At time.Time
}

// refreshTime limits how long a refresh waits for one game, over all its attempts. It leaves the rest of the request's
// time to later steps.
const refreshTime = patience.Call

// Refresh reads every open account of the member at once, each with its own deadline. A failed reading keeps its last
// amount and the time of it.
func (s *Service) Refresh(ctx context.Context, member string) (Refreshed, error) {
	at := s.store.Now()
	holdings, err := s.Holdings(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	failed := s.confirmAll(ctx, holdings)
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		return balancedb.New(tx).PutRefresh(ctx, member, clock.MicrosOf(at))
	})
	if err != nil {
		return Refreshed{}, fmt.Errorf("game: store a refresh: %w", err)
	}
	slots, err := s.Slots(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	r := Refreshed{Slots: slots, Failed: []string{}, At: at}
	for _, slot := range slots {
		if slot.Active && failed[slot.Game.Provider] {
			r.Failed = append(r.Failed, slot.Game.Code)
		}
	}
	return r, nil
}

// LastRefreshed returns what is known without calling a provider: the last reading of each amount.
func (s *Service) LastRefreshed(ctx context.Context, member string) (Refreshed, error) {
	at, err := s.RefreshedAt(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	slots, err := s.Slots(ctx, member)
	if err != nil {
		return Refreshed{}, err
	}
	r := Refreshed{Slots: slots, Failed: []string{}, At: at}
	for _, slot := range slots {
		if slot.Active && slot.ReadAt.Before(at) {
			r.Failed = append(r.Failed, slot.Game.Code)
		}
	}
	return r, nil
}

// RefreshedAt is when the member last refreshed; zero: never.
func (s *Service) RefreshedAt(ctx context.Context, member string) (time.Time, error) {
	at, err := balancedb.New(s.store.DB()).RefreshOf(ctx, member)
	if err != nil && !store.NotFound(err) {
		return time.Time{}, fmt.Errorf("game: read the last refresh: %w", err)
	}
	return at.Time(), nil
}

// confirmAll reads the accounts side by side and returns the providers whose reading failed.
func (s *Service) confirmAll(ctx context.Context, holdings []game.Holding) map[string]bool {
	var wait sync.WaitGroup
	var mu sync.Mutex
	failed := map[string]bool{}
	for _, h := range holdings {
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, refreshTime)
			defer cancel()
			ctx, end := patience.But(ctx, 2*patience.Book)
			defer end()
			if _, err := s.Confirm(ctx, h.Account); err != nil {
				s.log.Info("game: refresh failed", "provider", h.Account.Provider, "error", err)
				mu.Lock()
				failed[h.Account.Provider] = true
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return failed
}
