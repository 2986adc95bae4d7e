package money

import (
	"errors"
	"math/big"
)

// ErrFactor is returned for a factor that is not a positive decimal number.
var ErrFactor = errors.New("money: not a positive decimal factor")

// Factor is a positive decimal: baht per credit (RULES.md section 6), an exchange rate, a percentage divided by 100.
// The zero value is not usable; make one with ParseFactor.
type Factor struct{ rat *big.Rat }

// ParseFactor reads a decimal text such as "10" or "0.05".
func ParseFactor(text string) (Factor, error) {
	rat, ok := new(big.Rat).SetString(text)
	if !ok || rat.Sign() <= 0 {
		return Factor{}, ErrFactor
	}
	return Factor{rat}, nil
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

// Down returns a x f in satang, rounded towards zero: for what a member receives. a must not be negative.
func (f Factor) Down(a Amount) Amount { return f.times(a, false) }

// Up returns a x f in satang, rounded away from zero: for what a member pays. a must not be negative.
func (f Factor) Up(a Amount) Amount { return f.times(a, true) }

func (f Factor) times(a Amount, up bool) Amount {
	product := new(big.Int).Mul(big.NewInt(int64(a)), f.rat.Num())
	quotient, rest := new(big.Int).QuoRem(product, f.rat.Denom(), new(big.Int))
	if up && rest.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return Amount(quotient.Int64())
}
