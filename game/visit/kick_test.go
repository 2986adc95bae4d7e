package visit_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// door is a provider that notes whom it is told to end the games of.
type door struct {
	game.Provider
	can    bool
	answer error
	note   func(username string)
}

func (d door) Capabilities() game.Capabilities {
	caps := d.Provider.Capabilities()
	caps.Kick = d.can
	return caps
}

func (d door) Kick(_ context.Context, who game.Player) error {
	d.note(who.Username)
	return d.answer
}

// Kick calls every provider of the member that supports it, also after one failed, and returns that failure. Accounts of
// another member are left alone.
func TestKick(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var mu sync.Mutex
		var kicked []string
		note := func(username string) {
			mu.Lock()
			defer mu.Unlock()
			kicked = append(kicked, username)
		}
		down := errors.New("no answer")
		w := gametest.NewWorldOf(t, s, gametest.Catalogue, func(_ *gametest.World, all map[string]game.Connection) {
			for code, answer := range map[string]error{"joker": nil, "joker2": down, "pgslot": nil} {
				c := all[code]
				c.Provider = door{c.Provider, code != "pgslot", answer, note}
				all[code] = c
			}
		})
		joker, joker2 := w.Open("joker").Username, w.Open("joker2").Username
		w.Open("pgslot")
		if _, err := w.Visits.Activate(t.Context(), "LEK0MEMBER00", "joker"); err != nil {
			t.Fatal(err)
		}
		if err := w.Visits.Kick(t.Context(), gametest.Member); !errors.Is(err, down) {
			t.Errorf("one failed: %v", err)
		}
		want := []string{joker, joker2}
		slices.Sort(want)
		if slices.Sort(kicked); !slices.Equal(kicked, want) {
			t.Errorf("kicked %v, want %v", kicked, want)
		}
	})
}
