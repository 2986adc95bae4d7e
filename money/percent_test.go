package money

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		amount   Amount
		percent  int64
		down, up Amount
	}{
		{0, 10, 0, 0},
		{100, 0, 0, 0},
		{9, 10, 0, 1},
		{10, 10, 1, 1},
		{199, 10, 19, 20},
		{333, 33, 109, 110},
		{1, 150, 1, 2},
		{105, 1000, 1050, 1050},
		{-1, 50, -1, 0},
		{-150, 10, -15, -15},
		{1 << 62, 100, 1 << 62, 1 << 62},
	} {
		if down, up := tc.amount.Percent(tc.percent), tc.amount.PercentUp(tc.percent); down != tc.down || up != tc.up {
			t.Errorf("%d %% of %d: %d down, %d up; want %d, %d", tc.percent, tc.amount, down, up, tc.down, tc.up)
		}
	}
}

// Rounded down is the largest whole number of satang that is not above the exact value; rounded up is the smallest that is not
// below it. So it is for every amount and percent that the comment allows.
func TestPercentIsTheNearestOnItsSide(t *testing.T) {
	t.Parallel()
	const most = int64(92_000_000_000_000 * Baht)
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(-most, most).Draw(t, "amount")
		percent := rapid.Int64Range(0, 100_000).Draw(t, "percent")
		exact := new(big.Int).Mul(big.NewInt(amount), big.NewInt(percent))
		below, rest := new(big.Int).DivMod(exact, big.NewInt(100), new(big.Int))
		above := below.Int64()
		if rest.Sign() > 0 {
			above++
		}
		if got := Amount(amount).Percent(percent); int64(got) != below.Int64() {
			t.Errorf("rounded down: %d, want %s", got, below)
		}
		if got := Amount(amount).PercentUp(percent); int64(got) != above {
			t.Errorf("rounded up: %d, want %d", got, above)
		}
	})
}
