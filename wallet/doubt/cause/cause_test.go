package cause

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
		Change
		factor string
		want   game.Kind
	}{
		"nothing":            {Change{}, "1", game.NotFound},
		"the transfer":       {Change{Found: 100_00}, "1", game.Done},
		"by another factor":  {Change{Found: 1000_00}, "10", game.Done},
		"among play":         {Change{Found: 87_50, Certain: -12*c - c/2}, "1", game.Done},
		"only play":          {Change{Found: 100_00, Certain: 100 * c}, "1", game.NotFound},
		"something else":     {Change{Found: 30_00}, "1", game.Unknown},
		"fractions":          {Change{Found: 100_00, Certain: -1}, "1", game.Done},
		"more fractions":     {Change{Found: 100_01, Certain: c / 100}, "1", game.Done},
		"a twin":             {Change{Found: 100_00, Possible: []money.Credits{100 * c}}, "1", game.Unknown},
		"both twins":         {Change{Found: 200_00, Possible: []money.Credits{100 * c}}, "1", game.Done},
		"neither twin":       {Change{Possible: []money.Credits{100 * c}}, "1", game.NotFound},
		"another":            {Change{Found: 60_00, Possible: []money.Credits{60 * c}}, "1", game.NotFound},
		"it and another":     {Change{Found: 160_00, Possible: []money.Credits{60 * c}}, "1", game.Done},
		"two like it":        {Change{Found: 100_00, Possible: []money.Credits{60 * c, 40 * c}}, "1", game.Unknown},
		"its opposite":       {Change{Possible: []money.Credits{-100 * c}}, "1", game.Unknown},
		"too many to try":    {Change{Found: 100_00, Possible: make([]money.Credits, mostPossible+1)}, "1", game.Unknown},
		"what surely was":    {Change{Found: 200_00, Certain: 100 * c}, "1", game.Done},
		"less than surely":   {Change{Found: 0, Certain: 100 * c}, "1", game.Unknown},
		"out, in the result": {Change{Found: -100_00}, "1", game.Unknown},
	} {
		o := x.Decide(100*c, money.MustFactor(x.factor))
		if o.Kind != x.want || o.Kind == game.Unknown && o.Reason == "" || o.Kind == game.Done && o.Moved != 100*c {
			t.Errorf("%s: %+v, want %q", name, o, x.want)
		}
	}
}
