package money

import (
	"math/big"
	"strings"
)

// Credits is a game provider's own unit with four decimals, counted in ten-thousandths of a credit.
type Credits int64

// Credit is one whole credit.
const Credit Credits = 10_000

// ParseCredits reads a decimal text of credits. Decimals beyond the fourth are cut off when they are only noise of the
// provider's floating point (more than four decimals never carry money); negative values keep their sign.
func ParseCredits(text string) (Credits, error) {
	rat, ok := new(big.Rat).SetString(strings.TrimSpace(text))
	if !ok {
		return 0, ErrFormat
	}
	rat.Mul(rat, big.NewRat(int64(Credit), 1))
	units := new(big.Int).Quo(rat.Num(), rat.Denom())
	if !units.IsInt64() {
		return 0, ErrRange
	}
	return Credits(units.Int64()), nil
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
