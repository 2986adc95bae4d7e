package app

import (
	"testing"

	"krapao/game"
	"krapao/internal/config"
)

// BETFLIX's list of transfers answers for single ones unless the file says that it can't be relied on, and for whole days
// only where the file says that it can.
func TestListsOfBETFLIX(t *testing.T) {
	t.Parallel()
	no := false
	for _, c := range []struct {
		check       *bool
		list        bool
		asks, lists bool
	}{{nil, false, true, false}, {nil, true, true, true}, {&no, false, false, false}} {
		file := config.Provider{
			Family: config.FamilyBetflix, BaseURL: "http://127.0.0.1:1", ID: "id", Secret: "secret", Prefix: "bfx", Check: c.check, List: c.list,
		}
		p, err := betflixOf(file, terms{Source: "betflix"})
		if err != nil || file.Valid() != nil {
			t.Errorf("%+v: %v, %v", c, err, file.Valid())
			continue
		}
		can := p.Capabilities()
		_, lists := p.(game.Lister)
		if can.CheckByReference != c.asks || can.List != c.lists || lists != c.lists || can.Replay || can.UsernamePrefix != "bfx" {
			t.Errorf("%+v: %+v", c, can)
		}
	}
}
