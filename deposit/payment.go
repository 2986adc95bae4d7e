package deposit

import (
	"time"

	"krapao/money"
)

// Payment is one arrival of money at a gateway.
type Payment struct {
	// Source is the gateway's identifier of the payment, unique for ever in that account.
	Source string
	// Also are further identifiers seen, such as a bank's own reference; they are unique over all inflows.
	Also   []Identifier
	Amount money.Amount
	PaidAt time.Time
	// Payer is empty where the gateway names none.
	Payer Payer
}

// Identifier is one more name of an arrival, e.g. {"bank:KBANK", "0042..."}.
type Identifier struct{ Kind, Value string }

// Payer is a bank account and its holder, as far as known. Digits that are masked are 'x'.
type Payer struct {
	BankCode  string
	AccountNo string
	Name      string
}

// Named tells whether anything is known of the payer.
func (p Payer) Named() bool { return p.AccountNo != "" || p.Name != "" }

// Text is an identifier as one text, for comparing slips.
func (i Identifier) Text() string { return i.Kind + ":" + i.Value }
