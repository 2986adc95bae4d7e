package doubt

import (
	"testing"

	"krapao/game"
	"krapao/money"
)

// A returned transfer of 100 credits is found if only it explains what the readings found.
func TestDecideOfAChange(t *testing.T) {
	t.Parallel()
	const c = money.Credit
	for name, x := range map[string]struct {
		change
		factor string
		want   game.Kind
	}{
		"nothing":            {change{}, "1", game.NotFound},
		"the transfer":       {change{found: 100_00}, "1", game.Done},
		"by another factor":  {change{found: 1000_00}, "10", game.Done},
		"among play":         {change{found: 87_50, certain: -12*c - c/2}, "1", game.Done},
		"only play":          {change{found: 100_00, certain: 100 * c}, "1", game.NotFound},
		"something else":     {change{found: 30_00}, "1", game.Unknown},
		"fractions":          {change{found: 100_00, certain: -1}, "1", game.Done},
		"more fractions":     {change{found: 100_01, certain: c / 100}, "1", game.Done},
		"a twin":             {change{found: 100_00, possible: []money.Credits{100 * c}}, "1", game.Unknown},
		"both twins":         {change{found: 200_00, possible: []money.Credits{100 * c}}, "1", game.Done},
		"neither twin":       {change{possible: []money.Credits{100 * c}}, "1", game.NotFound},
		"another":            {change{found: 60_00, possible: []money.Credits{60 * c}}, "1", game.NotFound},
		"it and another":     {change{found: 160_00, possible: []money.Credits{60 * c}}, "1", game.Done},
		"two like it":        {change{found: 100_00, possible: []money.Credits{60 * c, 40 * c}}, "1", game.Unknown},
		"its opposite":       {change{possible: []money.Credits{-100 * c}}, "1", game.Unknown},
		"too many to try":    {change{found: 100_00, possible: make([]money.Credits, mostPossible+1)}, "1", game.Unknown},
		"what surely was":    {change{found: 200_00, certain: 100 * c}, "1", game.Done},
		"less than surely":   {change{found: 0, certain: 100 * c}, "1", game.Unknown},
		"out, in the result": {change{found: -100_00}, "1", game.Unknown},
	} {
		o := x.decide(100*c, money.MustFactor(x.factor))
		if o.Kind != x.want || o.Kind == game.Unknown && o.Reason == "" || o.Kind == game.Done && o.Moved != 100*c {
			t.Errorf("%s: %+v, want %q", name, o, x.want)
		}
	}
}
