package money

import (
	"errors"
	"math/big"
)

// ErrFactor means that the factor is not a positive decimal number.
var ErrFactor = errors.New("money: not a positive decimal factor")

// Factor is a positive decimal, baht per credit (RULES.md section 6).
// The zero value is not usable; make one with ParseFactor.
type Factor struct {
	rat *big.Rat
	// num and den are the same fraction, where both are small enough to calculate with. Zero where not.
	num, den int64
}

// mostSmall bounds num and den, so that a hundred or ten thousand times of them fit, too.
const mostSmall = 1_000_000_000

// ParseFactor reads a decimal text such as "10" or "0.05".
func ParseFactor(text string) (Factor, error) {
	rat, ok := new(big.Rat).SetString(text)
	if !ok || rat.Sign() <= 0 {
		return Factor{}, ErrFactor
	}
	f := Factor{rat: rat}
	if n, d := rat.Num(), rat.Denom(); n.IsInt64() && d.IsInt64() && max(n.Int64(), d.Int64()) <= mostSmall {
		f.num, f.den = n.Int64(), d.Int64()
	}
	return f, nil
}

// MustFactor is ParseFactor for constants of the program; it panics on a bad text.
func MustFactor(text string) Factor {
	f, err := ParseFactor(text)
	if err != nil {
		panic(err)
	}
	return f
}

// String writes the shortest exact decimal, or a fraction where there is none.
func (f Factor) String() string {
	if prec, exact := f.rat.FloatPrec(); exact {
		return f.rat.FloatString(prec)
	}
	return f.rat.RatString()
}
