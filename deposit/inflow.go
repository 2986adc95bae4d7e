package deposit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The ledger's kinds. KindDeposit is an arrival. KindRelease is held money that went to its member's wallet.
// KindReturn is money that is no longer the member's: it went back to its payer, or to another member.
const (
	KindDeposit ledger.Kind = "deposit"
	KindRelease ledger.Kind = "held_release"
	KindReturn  ledger.Kind = "reversal"
)

// Channel is how we learned of an arrival.
type Channel string

// The channels.
const (
	ChannelQR   Channel = "qr"
	ChannelFeed Channel = "feed"
	ChannelSlip Channel = "slip"
	ChannelLink Channel = "link"
	// ChannelDeclared: an operator found a declared transfer in the statement of the bank.
	ChannelDeclared Channel = "declared"
)

// State is the state of an inflow.
type State string

// The states of an inflow.
const (
	Credited  State = "credited"
	Held      State = "held"      // the member's, but not spendable until its payer is matched
	Unmatched State = "unmatched" // of no member yet
	Released  State = "released"  // held, then given to the member's wallet
	Returned  State = "returned"  // held, then sent back to its payer
	Reversed  State = "reversed"  // taken back by the outside
)

// InWallet reports whether the money is in its member's wallet.
func (s State) InWallet() bool { return s == Credited || s == Released }

// Flags of an inflow, for operators.
const (
	flagSecond = "second" // the code was paid before
	flagAmount = "amount" // another amount than the code asked for
	flagLate   = "late"   // paid after the end of the code
	FlagPart   = "part"   // the bank took back another amount than arrived
)

// Inflow is an arrival as operators see it.
type Inflow struct {
	ID        string
	Account   string
	Source    string
	Channel   Channel
	Reference string
	Member    string
	Amount    money.Amount
	State     State
	// Reason is why it is held.
	Reason fault.Code
	Flag   string
	Payer  Payer
	PaidAt time.Time
	SeenAt time.Time
	// Late: unmatched for a day, so that an operator has to look. Due: unmatched for 30 days, so that it goes back to
	// its payer.
	Late, Due bool
}

// How long money may be unmatched (RULES.md section 4). It never becomes income. Until unmatchedReturn a declaration,
// a slip or an operator may still show whose it is. After that an operator returns it to its payer.
const (
	// UnmatchedAlarm is the age from which an operator has to look.
	UnmatchedAlarm  = 24 * time.Hour
	unmatchedReturn = 30 * 24 * time.Hour
)

// Inflow returns one arrival. NO_DATA if there is none.
func (s *Service) Inflow(ctx context.Context, id string) (Inflow, error) {
	row, err := depositdb.New(s.store.DB()).Inflow(ctx, id)
	if err != nil && !store.NotFound(err) {
		return Inflow{}, fmt.Errorf("deposit: inflow: %w", err)
	}
	return inflowFound(s, row, err)
}

// InflowOf returns the arrival of a row, with its payer decrypted.
func (s *Service) InflowOf(row depositdb.Inflow) (Inflow, error) {
	in := Inflow{
		ID: row.ID, Account: row.Account, Source: row.Source, Channel: Channel(row.Channel), Reference: row.Reference,
		Member: row.Member, Amount: row.Amount, State: State(row.State), Reason: fault.Code(row.Reason), Flag: row.Flag,
		PaidAt: row.PaidAt.Time(), SeenAt: row.SeenAt.Time(),
	}
	if age := s.store.Now().Sub(in.SeenAt); in.State == Unmatched {
		in.Late, in.Due = age >= UnmatchedAlarm, age >= unmatchedReturn
	}
	if row.PayerSealed == "" {
		return in, nil
	}
	payer, err := s.box.Open(payerRow(row.ID), row.PayerSealed)
	if err != nil {
		return in, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	if err := json.Unmarshal([]byte(payer), &in.Payer); err != nil {
		return in, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	return in, nil
}

func payerRow(inflow string) secret.Row {
	return secret.Row{Table: "inflow", Column: "payer_sealed", ID: inflow}
}
