package password

import (
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/guessable"
)

// Lengths in characters. There is no rule about composition (API.md, Account).
const (
	shortest = 8
	longest  = 128
)

// productName is what anybody here may think of first.
const productName = "krapao กระเป๋า"

// Check returns INVALID_USER_INFO for a wrong length, and WEAK_PASSWORD with the reason for one that is easily guessed. about
// are words about the member: its phone and its names.
func Check(typed string, about ...string) error {
	if n := utf8.RuneCountInString(typed); n < shortest || n > longest {
		return fault.New(fault.INVALID_USER_INFO, "a password has %d to %d characters", shortest, longest)
	}
	if why := guessable.Why(typed, append(about, productName)...); why != guessable.None {
		return fault.New(fault.WEAK_PASSWORD, "the password is easily guessed").With("why", string(why))
	}
	return nil
}
