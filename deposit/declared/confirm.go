package declared

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Found is a declared transfer as an operator found it in the bank's statement.
type Found struct {
	// Reference is that of the declaration.
	Reference string
	// Account is the code of our account that the money came in by, at At.
	Account string
	At      time.Time
	// Amount is the amount that came in. It may differ from the declared one.
	Amount money.Amount
	// Bank and BankReference are the sending bank (three digits or letters) and its reference of the transfer. They
	// prevent that a slip of the same transfer credits it again.
	Bank, BankReference string
	// Payer is who paid, as the statement shows it.
	Payer deposit.Payer
}

// Confirmation is what confirming would do.
type Confirmation struct {
	Declaration Declaration
	Amount      money.Amount
	// PayerMatches: the payer in the statement is the member's registered account.
	PayerMatches bool
	// Tx books it as part of an operator's decision. NO_DATA if the declaration is no longer open, SLIP_REFNO_DUPLICATED
	// if the transfer is booked already.
	Tx func(ctx context.Context, tx *store.Tx) error
}

// Confirm prepares the booking of a declared transfer that an operator found.
func (s *Service) Confirm(ctx context.Context, f Found) (Confirmation, error) {
	d, err := s.Find(ctx, f.Reference)
	if err != nil {
		return Confirmation{}, err
	}
	name, err := s.checkFound(ctx, f)
	if err != nil {
		return Confirmation{}, err
	}
	matches, err := s.arrivals.PayerIs(ctx, d.Member, f.Payer)
	if err != nil {
		return Confirmation{}, err
	}
	book, err := s.arrivals.Prepare(ctx, deposit.Arrival{
		Account: f.Account, Channel: deposit.ChannelDeclared, Reference: d.Reference, Member: d.Member,
		ByOperator: true, Expected: d.Amount,
		Payment: deposit.Payment{
			Source: "declared:" + d.Reference, Also: []deposit.Identifier{name}, Amount: f.Amount, PaidAt: f.At, Payer: f.Payer,
		},
	})
	if err != nil {
		return Confirmation{}, err
	}
	return Confirmation{Declaration: d, Amount: f.Amount, PayerMatches: matches, Tx: func(ctx context.Context, tx *store.Tx) error {
		row, err := book(ctx, tx, nil)
		if errors.Is(err, deposit.ErrBooked) {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "the transfer %s %s is booked already", name.Kind, name.Value)
		}
		if err != nil {
			return err
		}
		if err := endTx(ctx, tx, d.Reference, Confirmed, row.ID, ""); err != nil {
			return err
		}
		_, err = s.arrivals.ReleaseTx(ctx, tx, row.ID)
		return err
	}}, nil
}

// View is a declared transfer as operators see it.
type View struct {
	Declaration
	// Own is the member's registered account.
	Own deposit.Payer
	// Lines are unclaimed lines of its amount and time, whoever paid them.
	Lines []deposit.Inflow
}

// LookAt returns a declared transfer for an operator. NO_DATA if there is none.
func (s *Service) LookAt(ctx context.Context, reference string) (v View, err error) {
	if v.Declaration, err = s.Find(ctx, reference); err != nil {
		return v, err
	}
	if v.Own, err = s.members.RegisteredAccount(ctx, v.Member); err != nil {
		return v, err
	}
	from, until := clock.MicrosOf(v.CreatedAt.Add(-around)), clock.MicrosOf(v.CreatedAt.Add(around))
	rows, err := depositdb.New(s.store.DB()).UnclaimedLike(ctx, v.Amount, from, until)
	if err != nil {
		return v, fmt.Errorf("deposit: unmatched: %w", err)
	}
	for _, row := range rows {
		in, err := s.arrivals.InflowOf(row)
		if err != nil {
			return v, err
		}
		v.Lines = append(v.Lines, in)
	}
	return v, nil
}

// checkFound refuses what an operator's decision alone must not credit. It returns the transfer's identifier.
func (s *Service) checkFound(ctx context.Context, f Found) (deposit.Identifier, error) {
	digits := strings.TrimSpace(f.Bank)
	_, isBank := deposit.BankOf(digits)
	if !isBank {
		digits, isBank = deposit.DigitsOf(f.Bank)
	}
	switch {
	case !isBank:
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT, "%q is not a bank", f.Bank)
	case strings.TrimSpace(f.BankReference) == "":
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT, "the sending bank's reference is required")
	case f.Amount <= 0 || f.At.IsZero() || f.At.After(s.store.Now()):
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT, "the amount and the time of the statement are required")
	}
	accounts, err := s.arrivals.AccountsAt(ctx, f.At)
	if err != nil {
		return deposit.Identifier{}, err
	}
	i := slices.IndexFunc(accounts, func(a deposit.Account) bool { return a.Code == f.Account })
	switch {
	case i < 0:
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT, "no account %q at that time", f.Account)
	case accounts[i].Source == deposit.SourceFeed:
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT,
			"%s has a statement feed: assign the line of its statement instead", f.Account)
	case accounts[i].Source != deposit.SourceSlip:
		return deposit.Identifier{}, fault.New(fault.INVALID_INPUT,
			"the source of truth of %s is its %s, not an operator", f.Account, accounts[i].Source)
	}
	return deposit.Identifier{Kind: "bank:" + digits, Value: strings.TrimSpace(f.BankReference)}, nil
}

// Says describes the finding in one line, the same for both persons who decide about it.
func (f Found) Says() string {
	return fmt.Sprintf("%s: %s baht into %s at %s, %s %s",
		f.Reference, f.Amount, f.Account, f.At.UTC().Format(time.RFC3339), f.Bank, f.BankReference)
}
