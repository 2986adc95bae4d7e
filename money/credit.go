package money

import (
	"math/big"
	"strings"
)

// Credits is a game provider's own unit with four decimals, counted in ten-thousandths of a credit.
type Credits int64

// Credit is one whole credit.
const Credit Credits = 10_000

// noise is the largest floating-point error that a provider's value may have, in ten-thousandths of a credit.
var noise = big.NewRat(1, 100_000)

// ParseCredits reads a decimal text of credits. 10.299999999999999 is a provider's floating point and means 10.30. Otherwise
// decimals beyond the fourth are cut off towards zero, because they are too small to be paid.
func ParseCredits(text string) (Credits, error) {
	units, ok := new(big.Rat).SetString(strings.TrimSpace(text))
	if !ok {
		return 0, ErrFormat
	}
	units.Mul(units, big.NewRat(int64(Credit), 1))
	whole, near := new(big.Int).Quo(units.Num(), units.Denom()), nearest(units)
	if off := new(big.Rat).Sub(units, new(big.Rat).SetInt(near)); off.Abs(off).Cmp(noise) <= 0 {
		whole = near
	}
	if !whole.IsInt64() {
		return 0, ErrRange
	}
	return Credits(whole.Int64()), nil
}

// nearest returns the whole number nearest to r.
func nearest(r *big.Rat) *big.Int {
	up := new(big.Rat).Add(r, big.NewRat(1, 2))
	return new(big.Int).Div(up.Num(), up.Denom()) // Euclidean: down for a positive denominator
}

// String writes credits with as many decimals as they need, at least two and at most four.
func (c Credits) String() string {
	text := big.NewRat(int64(c), int64(Credit)).FloatString(4)
	for range 2 {
		text = strings.TrimSuffix(text, "0")
	}
	if dot := strings.IndexByte(text, '.'); len(text)-dot == 2 {
		text += "0"
	}
	return text
}

// Baht returns the value of c at f baht per credit, rounded down to the satang (what a member receives).
func (c Credits) Baht(f Factor) Amount {
	satang := new(big.Rat).Mul(big.NewRat(int64(c)*int64(Baht), int64(Credit)), f.rat)
	return Amount(new(big.Int).Div(satang.Num(), satang.Denom()).Int64())
}

// CreditsOf returns how many credits a buys at f baht per credit, and whether that is exact to four decimals.
func CreditsOf(a Amount, f Factor) (Credits, bool) {
	units := new(big.Rat).SetFrac64(int64(a)*int64(Credit), int64(Baht))
	units.Quo(units, f.rat)
	return Credits(new(big.Int).Quo(units.Num(), units.Denom()).Int64()), units.IsInt()
}
