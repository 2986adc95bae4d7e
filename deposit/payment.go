package deposit

import (
	"time"

	"krapao/money"
)

// Payment is one payment that arrived at one of our accounts.
type Payment struct {
	// Source is the identifier of the payment, unique for ever within the account.
	Source string
	// Also are further identifiers, such as the bank's own reference. They are unique over all inflows.
	Also   []Identifier
	Amount money.Amount
	PaidAt time.Time
	// Payer is empty if the source names none.
	Payer Payer
}

// Identifier is another name of an arrival, e.g. {"bank:KBANK", "0042..."}.
type Identifier struct{ Kind, Value string }

// Payer is a bank account and its holder, as far as known. Masked digits are 'x'.
type Payer struct {
	BankCode  string
	AccountNo string
	Name      string
}

// Named reports whether anything is known of the payer.
func (p Payer) Named() bool { return p.AccountNo != "" || p.Name != "" }

// Text returns the identifier as one text, to compare slips by.
func (i Identifier) Text() string { return i.Kind + ":" + i.Value }
