// Package money holds the one unit of account: an amount of baht counted in whole satang.
//
// Rounding of money (RULES.md section 2): an amount that a member receives is rounded down to the satang, one that it pays is
// rounded up. Percent and Credits.Baht round down, PercentUp rounds up. A text of baht with more than two decimals is refused,
// never rounded. A provider's credits are cut off after the fourth decimal, by ParseCredits and by CreditsOf, which reports
// whether the result is exact.
package money

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// Amount is a sum of money in satang (1 baht = 100 satang). A difference may be negative.
type Amount int64

// Baht is one baht in satang.
const Baht Amount = 100

// Max is the largest absolute value that a client may send: 1,000,000,000 baht (API.md, Conventions).
const Max = 1_000_000_000 * Baht

// ErrFormat means that the text is not a decimal number of baht whose value has at most two decimals.
var ErrFormat = errors.New("money: not an amount of baht with at most two decimals")

// ErrRange means that the absolute value is above Max, or credits do not fit 64 bits.
var ErrRange = errors.New("money: amount out of range")

// Parse reads a decimal number of baht, as a JSON number writes it ("12", "0.5", "1.100", "1e2").
// Decimals beyond the second must be zero: 1.100 is 1.10, 1.005 is ErrFormat.
func Parse(text string) (Amount, error) {
	mantissa, exponent, err := splitExponent(text)
	if err != nil {
		return 0, err
	}
	negative := strings.HasPrefix(mantissa, "-")
	whole, fraction, dotted := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	if whole == "" || dotted && fraction == "" || !digits(whole) || !digits(fraction) {
		return 0, ErrFormat
	}
	satang, err := scale(whole+fraction, exponent-len(fraction)+2)
	if err != nil {
		return 0, err
	}
	if negative {
		satang = -satang
	}
	return satang, nil
}

// splitExponent separates "12.5e3" into its mantissa and its power of ten.
func splitExponent(text string) (mantissa string, exponent int, err error) {
	at := strings.IndexAny(text, "eE")
	if at < 0 {
		return text, 0, nil
	}
	exponent, err = strconv.Atoi(text[at+1:])
	if err != nil || exponent < -400 || exponent > 400 {
		return "", 0, ErrRange
	}
	return text[:at], exponent, nil
}

// scale returns digits times ten to the power, exactly or not at all.
func scale(digits string, power int) (Amount, error) {
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return 0, nil
	}
	for ; power < 0; power++ {
		if !strings.HasSuffix(digits, "0") {
			return 0, ErrFormat
		}
		digits = digits[:len(digits)-1]
	}
	if len(digits)+power > len("100000000000") {
		return 0, ErrRange
	}
	value, err := strconv.ParseInt(digits+strings.Repeat("0", power), 10, 64)
	if err != nil || Amount(value) > Max {
		return 0, ErrRange
	}
	return Amount(value), nil
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// String writes baht with two decimals and no grouping: "1250.50".
func (a Amount) String() string {
	sign, value := "", uint64(a)
	if a < 0 {
		sign, value = "-", uint64(-(a+1))+1
	}
	satang := strconv.FormatUint(value%100, 10)
	if len(satang) == 1 {
		satang = "0" + satang
	}
	return sign + strconv.FormatUint(value/100, 10) + "." + satang
}

// Number returns the amount as a JSON number of baht, for the params of a refusal.
func (a Amount) Number() json.Number { return json.Number(a.String()) }
