package balance_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// meeting makes readings wait for each other: once it is called, none is answered before all games were requested.
type meeting struct {
	called  atomic.Bool
	awaited sync.WaitGroup
	all     chan struct{}
}

func (m *meeting) call(size int) {
	m.all = make(chan struct{})
	m.awaited.Add(size)
	m.called.Store(true)
	go func() { m.awaited.Wait(); close(m.all) }()
}

// meets is a provider whose balances are answered at a meeting.
type meets struct {
	game.Provider
	*meeting
	first *sync.Once
}

func (m meets) Balance(ctx context.Context, p game.Player) (game.Reading, error) {
	if !m.called.Load() {
		return m.Provider.Balance(ctx, p)
	}
	m.first.Do(m.awaited.Done)
	select {
	case <-m.all:
		return m.Provider.Balance(ctx, p)
	case <-ctx.Done():
		return game.Reading{}, ctx.Err()
	}
}

// A refresh requests all games at once: one that answers only after all others were requested fails none of them.
func TestRefreshAsksAllAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		codes := []string{"joker2", "pgslot", "joker"}
		together := &meeting{}
		w := gametest.NewWorldOf(t, s, gametest.Catalogue, func(_ *gametest.World, all map[string]game.Connection) {
			for code, c := range all {
				if slices.Contains(codes, code) {
					c.Provider = meets{c.Provider, together, new(sync.Once)}
					all[code] = c
				}
			}
		})
		for _, code := range codes {
			w.Open(code)
		}
		together.call(len(codes))
		if r, err := w.Balances.Refresh(t.Context(), gametest.Member); err != nil || len(r.Failed) != 0 {
			t.Errorf("failed are %v, %v", r.Failed, err)
		}
	})
}
