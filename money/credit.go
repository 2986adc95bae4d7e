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
	text = strings.TrimSpace(text)
	if c, plain := plainCredits(text); plain {
		return c, nil
	}
	return parseAnyCredits(text)
}

// plainCredits reads what most providers write, without rational numbers: digits, and at most four behind a point. False: it is
// another text.
func plainCredits(text string) (Credits, bool) {
	const digits, decimals = 12, 4
	whole, part, point := strings.Cut(text, ".")
	if whole == "" || len(whole) > digits || whole[0] == '0' && len(whole) > 1 || len(part) > decimals || point && part == "" {
		return 0, false
	}
	var c Credits
	for _, d := range []byte(whole) {
		if d < '0' || d > '9' {
			return 0, false
		}
		c = 10*c + Credits(d-'0')
	}
	for n := range decimals {
		c *= 10
		if n >= len(part) {
			continue
		}
		if part[n] < '0' || part[n] > '9' {
			return 0, false
		}
		c += Credits(part[n] - '0')
	}
	return c, true
}

// parseAnyCredits is ParseCredits for any text.
func parseAnyCredits(text string) (Credits, error) {
	units, ok := new(big.Rat).SetString(text)
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
	if p, fits := times(int64(c), int64(Baht)*f.num); fits && f.num > 0 {
		per := int64(Credit) * f.den
		satang := p / per
		if p%per < 0 {
			satang--
		}
		return Amount(satang)
	}
	return c.bahtOfAny(f)
}

// bahtOfAny is Baht for any numbers.
func (c Credits) bahtOfAny(f Factor) Amount {
	satang := new(big.Rat).Mul(big.NewRat(int64(c)*int64(Baht), int64(Credit)), f.rat)
	return Amount(new(big.Int).Div(satang.Num(), satang.Denom()).Int64())
}

// CreditsOf returns how many credits a buys at f baht per credit, and whether that is exact to four decimals.
func CreditsOf(a Amount, f Factor) (Credits, bool) {
	if p, fits := times(int64(a), int64(Credit)*f.den); fits && f.num > 0 {
		per := int64(Baht) * f.num
		return Credits(p / per), p%per == 0
	}
	return creditsOfAny(a, f)
}

// creditsOfAny is CreditsOf for any numbers.
func creditsOfAny(a Amount, f Factor) (Credits, bool) {
	units := new(big.Rat).SetFrac64(int64(a)*int64(Credit), int64(Baht))
	units.Quo(units, f.rat)
	return Credits(new(big.Int).Quo(units.Num(), units.Denom()).Int64()), units.IsInt()
}

// times multiplies by what is not negative, and reports whether the product fits.
func times(a, b int64) (int64, bool) {
	p := a * b
	return p, a == 0 || p/a == b
}
