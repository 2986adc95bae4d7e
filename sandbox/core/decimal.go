package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Decimals of the sandbox's two units. Both are stored as whole numbers: satang, and ten-thousandths of a provider's
// credit.
const (
	BahtPlaces   = 2
	CreditPlaces = 4
)

var (
	// ErrDecimal is returned for a text that is not a decimal number.
	ErrDecimal = errors.New("not a decimal number")
	// ErrPlaces is returned for a number with too many decimals.
	ErrPlaces   = errors.New("too many decimals")
	decimalForm = regexp.MustCompile(`^-?[0-9]{1,13}(\.[0-9]+)?$`)
)

// ParseDecimal reads a decimal number with at most places decimals; trailing zeros don't count, so "1.100" has one.
func ParseDecimal(text string, places int) (int64, error) {
	if !decimalForm.MatchString(text) {
		return 0, ErrDecimal
	}
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > places {
		return 0, ErrPlaces
	}
	// Thirteen digits and four decimals fit an int64.
	return strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
}

// FormatDecimal writes units of 10^-places with at least shown decimals.
func FormatDecimal(units int64, places, shown int) string {
	sign := ""
	if units < 0 {
		sign, units = "-", -units
	}
	text := strconv.FormatInt(units, 10)
	if len(text) <= places {
		text = strings.Repeat("0", places-len(text)+1) + text
	}
	whole, fraction := text[:len(text)-places], text[len(text)-places:]
	for len(fraction) > shown && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if fraction == "" {
		return sign + whole
	}
	return sign + whole + "." + fraction
}

// BahtText writes satang as a text of baht with both decimals.
func BahtText(satang int64) string { return FormatDecimal(satang, BahtPlaces, BahtPlaces) }

// BahtNumber writes satang as a JSON number of baht.
func BahtNumber(satang int64) json.Number {
	return json.Number(Baht(satang).String())
}

// CreditsNumber writes ten-thousandths as a JSON number of credits.
func CreditsNumber(units int64) json.Number {
	return json.Number(Credits(units).String())
}

type (
	// Baht is a JSON number of baht, kept as satang.
	Baht int64
	// Credits is a JSON number of a provider's credits, kept as ten-thousandths.
	Credits int64
)

// MarshalJSON writes baht.
func (a Baht) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// MarshalJSON writes credits.
func (a Credits) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// String writes baht with as few decimals as possible.
func (a Baht) String() string { return FormatDecimal(int64(a), BahtPlaces, 0) }

// String writes credits with as few decimals as possible.
func (a Credits) String() string { return FormatDecimal(int64(a), CreditPlaces, 0) }

// UnmarshalJSON reads a number with at most two decimals.
func (a *Baht) UnmarshalJSON(text []byte) (err error) {
	*a, err = unmarshalDecimal[Baht](text, BahtPlaces)
	return err
}

// UnmarshalJSON reads a number with at most four decimals.
func (a *Credits) UnmarshalJSON(text []byte) (err error) {
	*a, err = unmarshalDecimal[Credits](text, CreditPlaces)
	return err
}

func unmarshalDecimal[T ~int64](text []byte, places int) (T, error) {
	units, err := ParseDecimal(string(text), places)
	if err != nil {
		return 0, fmt.Errorf("amount %.30s: %w", text, err)
	}
	return T(units), nil
}
