package balance_test

import (
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/money"
)

// The member's view of a game has the smallest step in baht: the provider's step times the factor, with or without an
// account or a connection.
func TestSlotsNameTheStep(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		games := `[
			{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb"},
			{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker", "factor": "10"},
			{"code": "apart", "name": "Apart", "category": "lotto", "family": "joker", "factor": "25"}
		]`
		w := gametest.NewWorldOf(t, s, games, func(*gametest.World, map[string]game.Connection) {})
		w.Open("joker2")
		slots, err := w.Balances.Slots(t.Context(), gametest.Member)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]money.Amount{"pgslot": 1, "joker2": 10, "apart": 25}
		for _, slot := range slots {
			if slot.Step != want[slot.Game.Code] {
				t.Errorf("%s: step %s, want %s", slot.Game.Code, slot.Step, want[slot.Game.Code])
			}
		}
		if len(slots) != len(want) {
			t.Errorf("%d games, want %d", len(slots), len(want))
		}
	})
}
