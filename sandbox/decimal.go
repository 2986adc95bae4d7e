package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Decimals of the two units that the sandbox counts in. Both are whole numbers inside: satang, and ten-thousandths of a
// provider's credit.
const (
	bahtPlaces   = 2
	creditPlaces = 4
)

var (
	errDecimal  = errors.New("not a decimal number")
	errPlaces   = errors.New("too many decimals")
	decimalForm = regexp.MustCompile(`^-?[0-9]{1,13}(\.[0-9]+)?$`)
)

// parseDecimal reads a decimal number with at most places decimals, by value: "1.100" has two of them at most.
func parseDecimal(text string, places int) (int64, error) {
	if !decimalForm.MatchString(text) {
		return 0, errDecimal
	}
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > places {
		return 0, errPlaces
	}
	// Thirteen digits and four decimals fit an int64.
	return strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
}

// formatDecimal writes units of 10^-places with at least shown decimals.
func formatDecimal(units int64, places, shown int) string {
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

// bahtText is satang as a text of baht with both decimals.
func bahtText(satang int64) string { return formatDecimal(satang, bahtPlaces, bahtPlaces) }

// baht is satang as a JSON number of baht.
func baht(satang int64) json.Number {
	return json.Number(bahtAmount(satang).String())
}

// credits is ten-thousandths as a JSON number of credits.
func credits(units int64) json.Number {
	return json.Number(creditAmount(units).String())
}

// bahtAmount is a JSON number of baht, kept as satang. creditAmount is one of credits, kept as ten-thousandths.
type (
	bahtAmount   int64
	creditAmount int64
)

// MarshalJSON writes baht.
func (a bahtAmount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// MarshalJSON writes credits.
func (a creditAmount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// String writes baht with as few decimals as there are.
func (a bahtAmount) String() string { return formatDecimal(int64(a), bahtPlaces, 0) }

// String writes credits with as few decimals as there are.
func (a creditAmount) String() string { return formatDecimal(int64(a), creditPlaces, 0) }

// UnmarshalJSON reads a number with at most two decimals.
func (a *bahtAmount) UnmarshalJSON(text []byte) (err error) {
	*a, err = unmarshalDecimal[bahtAmount](text, bahtPlaces)
	return err
}

// UnmarshalJSON reads a number with at most four decimals.
func (a *creditAmount) UnmarshalJSON(text []byte) (err error) {
	*a, err = unmarshalDecimal[creditAmount](text, creditPlaces)
	return err
}

func unmarshalDecimal[T ~int64](text []byte, places int) (T, error) {
	units, err := parseDecimal(string(text), places)
	if err != nil {
		return 0, fmt.Errorf("amount %.30s: %w", text, err)
	}
	return T(units), nil
}
