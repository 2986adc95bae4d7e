package withdraw

import (
	"encoding/json"
	"fmt"

	"krapao/internal/secret"
)

// Account is a member's bank account.
type Account struct {
	BankCode string `json:"bankCode"`
	Number   string `json:"number"`
	Name     string `json:"name"`
}

// NameInquiry is a bank's answer to the question who holds an account.
type NameInquiry struct {
	// Match: the account exists, and its holder is the one we asked about.
	Match bool
	// Exists: there is such an account.
	Exists bool
	// Shown is the holder's name as the bank shows it, possibly masked.
	Shown string
}

// seal returns the account as a withdrawal's row keeps it.
func (a Account) seal(box *secret.Box, reference string) (string, error) {
	frozen, err := json.Marshal(a)
	if err != nil {
		return "", fmt.Errorf("withdraw: account: %w", err)
	}
	return box.Seal(accountRow(reference), string(frozen))
}

// OpenAccount returns the account that was frozen in a withdrawal's row at its request. It is empty from five years after the
// withdrawal's end on (docs/privacy.md).
func OpenAccount(box *secret.Box, reference, sealed string) (a Account, err error) {
	if sealed == "" {
		return Account{}, nil
	}
	frozen, err := box.Open(accountRow(reference), sealed)
	if err != nil {
		return Account{}, fmt.Errorf("withdraw: account of %s: %w", reference, err)
	}
	if err := json.Unmarshal([]byte(frozen), &a); err != nil {
		return Account{}, fmt.Errorf("withdraw: account of %s: %w", reference, err)
	}
	return a, nil
}

func accountRow(reference string) secret.Row {
	return secret.Row{Table: "withdrawal", Column: "account_sealed", ID: reference}
}

// index is the blind index of the account.
func (a Account) index(box *secret.Box) string {
	return box.Index("payout_account", a.BankCode+":"+a.Number)
}

// shown is the part of an account number that lists and logs may show: its last four digits.
func shown(number string) string {
	if len(number) <= 4 {
		return number
	}
	return "x" + number[len(number)-4:]
}
