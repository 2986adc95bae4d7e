package catalogue_test

import (
	"strings"
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestApply(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.NewWorld(t, s)
		if diff, err := w.Apply(gametest.Catalogue); err != nil || len(diff) != 0 {
			t.Errorf("the same again changes %v, %v", diff, err)
		}
		renamed := strings.Replace(gametest.Catalogue, "PG Twin", "PG Two", 1)
		if diff, err := w.Apply(renamed); err != nil || len(diff) != 1 || !strings.Contains(diff[0], "twin") {
			t.Errorf("%v, %v", diff, err)
		}
		w.Open("pgslot")
		w.Open("ufabet")
		for name, c := range map[string]struct{ section, want string }{
			"Factor": {`[{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb", "factor": "2"}]`, "factor"},
			"TwoFactors": {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb"},
				{"code": "bb", "provider": "aa", "name": "B", "category": "slot", "family": "amb", "factor": "10"}]`, "two factors"},
			"Step":     {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb", "factor": "0.5"}]`, "whole satang"},
			"NoFactor": {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb", "factor": "-1"}]`, "factor"},
			"Twice": {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb"},
				{"code": "aa", "name": "A", "category": "slot", "family": "amb"}]`, "twice"},
			"Category": {`[{"code": "aa", "name": "A", "category": "casino", "family": "amb"}]`, "category"},
			"Code":     {`[{"code": "A A", "name": "A", "category": "slot", "family": "amb"}]`, "small letters"},
			"Name":     {`[{"code": "aa", "name": " ", "category": "slot", "family": "amb"}]`, "name"},
			"Play":     {`[{"code": "aa", "name": "A", "category": "sport", "family": "amb", "play": "poker"}]`, "play is"},
			"Family":   {`[{"code": "pgslot", "name": "PG", "category": "slot", "family": "joker"}]`, "connected by family amb"},
			"NewFamily": {
				`[{"code": "ufabet", "name": "UFABET", "category": "sport", "family": "sbo"}]`,
				"another family needs another code",
			},
			"Stakes":       {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb", "stakes": "unknown"}]`, "settleHours"},
			"Script":       {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb", "web": "javascript:alert(1)"}]`, "http"},
			"UnknownField": {`[{"code": "aa", "name": "A", "category": "slot", "family": "amb", "rtp": 1}]`, "rtp"},
			"NotAList":     {`{}`, "games"},
		} {
			if _, err := w.Apply(c.section); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if games, err := w.Catalogue.Games(t.Context()); err != nil || len(games) != 6 {
			t.Errorf("a refused section left %d games, %v", len(games), err)
		}
	})
}

// A game's turnover counts as the content says, otherwise as its category.
func TestPlayOfAGame(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := gametest.WithNewFamilies(t, s)
		for code, want := range map[string]game.PlayKind{"tgsc": game.PlayCasino, "tsbo": game.PlaySport} {
			if g, err := w.Catalogue.Find(t.Context(), code); err != nil || g.Play != want {
				t.Errorf("%s: %s, %v", code, g.Play, err)
			}
		}
	})
}
