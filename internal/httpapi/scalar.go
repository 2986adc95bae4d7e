package httpapi

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/money"
)

// Money is an amount of baht on the wire: a JSON number with at most two decimals, by value (1.100 is 1.1).
type Money money.Amount

// errAmount marks a Money field of a wrong kind, so that the refusal is INVALID_AMOUNT and not INVALID_INPUT.
var errAmount = errors.New("INVALID_AMOUNT: an amount is a JSON number of baht with at most two decimals, at most 1,000,000,000")

// UnmarshalJSON reads the number's own text: an amount never passes through a float.
func (m *Money) UnmarshalJSON(text []byte) error {
	amount, err := money.Parse(string(text))
	if err != nil {
		return errAmount
	}
	*m = Money(amount)
	return nil
}

// MarshalJSON writes the shortest exact number.
func (m Money) MarshalJSON() ([]byte, error) {
	return []byte(shortest(money.Amount(m).String())), nil
}

// Schema documents the number. Its type stands among the extensions, since the validator's own checks work on floats and
// would answer INVALID_INPUT; UnmarshalJSON is the check.
func (Money) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Description: "Baht, at most 2 decimals",
		Extensions:  map[string]any{"type": "number", "multipleOf": 0.01},
	}
}

// Switch is a boolean that may be left out. Null is not the same as that, but a wrong type (API.md, Conventions), which the
// validator lets pass in a field that is not required.
type Switch struct{ value *bool }

var errSwitch = errors.New("a switch is true or false")

// UnmarshalJSON reads true or false.
func (s *Switch) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &s.value); err != nil || s.value == nil {
		return errSwitch
	}
	return nil
}

// Schema documents the boolean.
func (Switch) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

// or is the value, or what stands for an absent one.
func (s Switch) or(absent bool) bool {
	if s.value == nil {
		return absent
	}
	return *s.value
}

// OptionalText is a text that may be left out; null is a wrong type, as with Switch.
type OptionalText struct{ value *string }

var errText = errors.New("a text is a string")

// UnmarshalJSON reads a string.
func (o *OptionalText) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &o.value); err != nil || o.value == nil {
		return errText
	}
	return nil
}

// or is the text, or what stands for an absent one.
func (o OptionalText) or(absent string) string {
	if o.value == nil {
		return absent
	}
	return *o.value
}

// Schema documents the text.
func (OptionalText) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeString} }

// Credits is an amount in a provider's own unit, with up to four decimals.
type Credits money.Credits

// MarshalJSON writes the shortest exact number.
func (c Credits) MarshalJSON() ([]byte, error) {
	return []byte(shortest(money.Credits(c).String())), nil
}

// Schema documents the number.
func (Credits) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Description: "The provider's credits, at most 4 decimals",
		Extensions:  map[string]any{"type": "number", "multipleOf": 0.0001},
	}
}

// Decimal is a positive decimal number kept as text inside (a factor, a rate).
type Decimal string

// MarshalJSON writes the number as it is.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if _, err := strconv.ParseFloat(string(d), 64); err != nil {
		return nil, errors.New("httpapi: not a decimal number")
	}
	return []byte(d), nil
}

// Schema documents the number.
func (Decimal) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber} }

func shortest(decimal string) string {
	if strings.Contains(decimal, ".") {
		decimal = strings.TrimRight(strings.TrimRight(decimal, "0"), ".")
	}
	if decimal == "-0" {
		return "0"
	}
	return decimal
}

// Time is RFC 3339 in UTC with milliseconds.
type Time time.Time

// MarshalJSON writes e.g. "2026-11-20T14:05:00.123Z".
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(time.Time(t).UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// Schema documents the text.
func (Time) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Description: "UTC, milliseconds"}
}

// moment is nil for the zero time.
func moment(t time.Time) *Time {
	if t.IsZero() {
		return nil
	}
	w := Time(t)
	return &w
}
