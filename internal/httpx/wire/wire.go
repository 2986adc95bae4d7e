// Package wire has the values of the contract that JSON has no type for: amounts, times, and fields that may be left out.
// Each value checks itself when it is read and describes itself for the OpenAPI document.
package wire

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"krapao/money"
)

// Money is an amount of baht on the wire: a JSON number with at most two decimals, compared by value (1.100 is 1.1).
type Money money.Amount

// ErrAmount marks a Money field of a wrong kind, so that the refusal is INVALID_AMOUNT and not INVALID_INPUT.
var ErrAmount = errors.New("INVALID_AMOUNT: an amount is a JSON number of baht with at most two decimals, at most 1,000,000,000")

// UnmarshalJSON reads the number's own text: an amount never passes through a float.
func (m *Money) UnmarshalJSON(text []byte) error {
	amount, err := money.Parse(string(text))
	if err != nil {
		return ErrAmount
	}
	*m = Money(amount)
	return nil
}

// MarshalJSON writes the shortest exact number.
func (m Money) MarshalJSON() ([]byte, error) {
	return []byte(shortest(money.Amount(m).String())), nil
}

// Schema documents the number. Its type is among the extensions: the validator's own checks work on floats and would
// answer INVALID_INPUT. UnmarshalJSON is the check.
func (Money) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Description: "Baht, at most 2 decimals",
		Extensions:  map[string]any{"type": "number", "multipleOf": 0.01},
	}
}

// OptionalMoney is Money whose pointer may be null on the wire.
type OptionalMoney Money

// UnmarshalJSON reads the number's own text, as Money does.
func (m *OptionalMoney) UnmarshalJSON(text []byte) error { return (*Money)(m).UnmarshalJSON(text) }

// MarshalJSON writes the shortest exact number.
func (m OptionalMoney) MarshalJSON() ([]byte, error) { return Money(m).MarshalJSON() }

// Schema documents the number, or null.
func (OptionalMoney) Schema(r huma.Registry) *huma.Schema {
	schema := Money(0).Schema(r)
	schema.Extensions["type"] = []string{"number", "null"}
	return schema
}

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

// Decimal is a positive decimal number that the program keeps as text: a factor, a rate.
type Decimal string

// MarshalJSON writes the number as it is.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if _, err := strconv.ParseFloat(string(d), 64); err != nil {
		return nil, errors.New("wire: not a decimal number")
	}
	return []byte(d), nil
}

// Schema documents the number.
func (Decimal) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber} }

// Number returns a JSON number in its shortest exact form.
func Number(n json.Number) json.Number { return json.Number(shortest(n.String())) }

func shortest(decimal string) string {
	if strings.Contains(decimal, ".") {
		decimal = strings.TrimRight(strings.TrimRight(decimal, "0"), ".")
	}
	if decimal == "-0" {
		return "0"
	}
	return decimal
}

// Switch is a boolean that may be left out. Null is not the same as left out: it is a wrong type (API.md, Conventions). The
// validator would let it pass in a field that is not required.
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

// Or returns the value, or the given one where the field was left out.
func (s Switch) Or(absent bool) bool {
	if s.value == nil {
		return absent
	}
	return *s.value
}

// OptionalText is a text that may be left out. Null is a wrong type, as with Switch.
type OptionalText struct{ value *string }

var errText = errors.New("a text is a string")

// UnmarshalJSON reads a string.
func (o *OptionalText) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &o.value); err != nil || o.value == nil {
		return errText
	}
	return nil
}

// Pointer returns the text, or nil where the field was left out.
func (o OptionalText) Pointer() *string { return o.value }

// Or returns the text, or the given one where the field was left out.
func (o OptionalText) Or(absent string) string {
	if o.value == nil {
		return absent
	}
	return *o.value
}

// Schema documents the text.
func (OptionalText) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeString} }

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

// TimeOrNull returns t for the wire; the zero time is null.
func TimeOrNull(t time.Time) *Time {
	if t.IsZero() {
		return nil
	}
	w := Time(t)
	return &w
}

// MoneyOrNull returns the amount for the wire; zero, where there is none, is null.
func MoneyOrNull(a money.Amount) *OptionalMoney {
	if a == 0 {
		return nil
	}
	w := OptionalMoney(a)
	return &w
}

// TextOrNull returns the text for the wire; an empty one is null.
func TextOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
