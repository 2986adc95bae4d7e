package sandboxtest

import (
	"encoding/json"
	"time"
)

// SMS is a row of GET /sandbox/sms.
type SMS struct {
	Phone, Text, Code, Ref string
	At                     time.Time
}

// Payout is a row of GET /sandbox/payouts.
type Payout struct {
	Ref, BankRef, BankCode, AccountNo, AccountName, State, Reason string
	Amount                                                        json.Number
}

// Account is a game account, in credits.
type Account struct {
	Balance, Outstanding, Turnover json.Number
	Rounds                         int64
	Password                       string
}

// Totals is GET /sandbox/totals.
type Totals struct {
	BankIn, QRIn, VouchersRedeemed, PayoutsSettled, Reversed json.Number
	Games                                                    map[string]GameTotals
}

// GameTotals are a game's totals, in credits.
type GameTotals struct{ Deposited, Withdrawn, Balance, Result, Outstanding json.Number }
