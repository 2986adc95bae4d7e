package list

import (
	"strings"

	"krapao/fault"
	"krapao/money"
)

// Amount reads a filter in baht, which may be negative; nil: none was given. INVALID_AMOUNT: it is none.
func Amount(text string) (*money.Amount, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no amount bounds nothing
	}
	digits, negative := strings.CutPrefix(text, "-")
	amount, err := money.Parse(digits)
	if err != nil {
		return nil, fault.New(fault.INVALID_AMOUNT, "%q is no amount of baht", text)
	}
	if negative {
		amount = -amount
	}
	return &amount, nil
}
