package deposit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// Found is a declared transfer as an operator found it in our bank's statement.
type Found struct {
	// Reference is the declaration's.
	Reference string
	// Account is the code of our account that it came in by, at At.
	Account string
	At      time.Time
	// Amount is what came in; it may differ from what was declared.
	Amount money.Amount
	// Bank and BankReference are the sending bank (three digits, or its letters) and its reference of the transfer, so that
	// a slip of the same transfer credits nothing more.
	Bank, BankReference string
	// Payer is who paid, as the statement shows it.
	Payer Payer
}

// Confirmation is what confirming would do.
type Confirmation struct {
	Declaration Declaration
	Amount      money.Amount
	// PayerMatches: the statement's payer is the member's registered account.
	PayerMatches bool
	// Tx books it inside an operator's decision: NO_DATA where the declaration is not open any more, SLIP_REFNO_DUPLICATED where the
	// transfer is booked already.
	Tx func(ctx context.Context, tx *store.Tx) error
}

// Confirm prepares the booking of a declared transfer that an operator found.
func (s *Service) Confirm(ctx context.Context, f Found) (Confirmation, error) {
	d, err := s.Declaration(ctx, f.Reference)
	if err != nil {
		return Confirmation{}, err
	}
	name, err := s.checkFound(ctx, f)
	if err != nil {
		return Confirmation{}, err
	}
	matches, err := s.PayerIs(ctx, d.Member, f.Payer)
	if err != nil {
		return Confirmation{}, err
	}
	book, err := s.prepare(ctx, Arrival{
		Account: f.Account, Channel: ChannelDeclared, Reference: d.Reference, Member: d.Member, ByOperator: true, Expected: d.Amount,
		Payment: Payment{Source: "declared:" + d.Reference, Also: []Identifier{name}, Amount: f.Amount, PaidAt: f.At, Payer: f.Payer},
	})
	if err != nil {
		return Confirmation{}, err
	}
	return Confirmation{Declaration: d, Amount: f.Amount, PayerMatches: matches, Tx: func(ctx context.Context, tx *store.Tx) error {
		row, booked, err := book(ctx, tx)
		if errors.Is(err, errSeen) || err == nil && !booked {
			return fault.New(fault.SLIP_REFNO_DUPLICATED, "the transfer %s %s is booked already", name.Kind, name.Value)
		}
		if err != nil {
			return err
		}
		if err := endDeclarationTx(ctx, tx, d.Reference, DeclarationConfirmed, row.ID, ""); err != nil {
			return err
		}
		_, err = s.ReleaseTx(ctx, tx, row.ID)
		return err
	}}, nil
}

// DeclarationView is a declared transfer as an operator sees it.
type DeclarationView struct {
	Declaration
	// Own is the member's registered account.
	Own Payer
	// Lines are unclaimed lines of its amount and time, whoever paid them.
	Lines []Inflow
}

// LookAt opens a declared transfer for an operator; NO_DATA where there is none.
func (s *Service) LookAt(ctx context.Context, reference string) (v DeclarationView, err error) {
	if v.Declaration, err = s.Declaration(ctx, reference); err != nil {
		return v, err
	}
	if v.Own, err = s.members.RegisteredAccount(ctx, v.Member); err != nil {
		return v, err
	}
	from, until := v.CreatedAt.Add(-declaredAround).UnixMicro(), v.CreatedAt.Add(declaredAround).UnixMicro()
	rows, err := depositdb.New(s.store.DB()).UnclaimedLike(ctx, v.Amount, from, until)
	if err != nil {
		return v, fmt.Errorf("deposit: unmatched: %w", err)
	}
	for _, row := range rows {
		in, err := s.inflowOf(row)
		if err != nil {
			return v, err
		}
		v.Lines = append(v.Lines, in)
	}
	return v, nil
}

// checkFound refuses what must not be credited on an operator's word alone, and names the transfer.
func (s *Service) checkFound(ctx context.Context, f Found) (Identifier, error) {
	digits := strings.TrimSpace(f.Bank)
	_, isBank := BankOf(digits)
	if !isBank {
		digits, isBank = DigitsOf(f.Bank)
	}
	switch {
	case !isBank:
		return Identifier{}, fault.New(fault.INVALID_INPUT, "%q is no bank", f.Bank)
	case strings.TrimSpace(f.BankReference) == "":
		return Identifier{}, fault.New(fault.INVALID_INPUT, "the sending bank's reference is needed")
	case f.Amount <= 0 || f.At.IsZero() || f.At.After(s.store.Now()):
		return Identifier{}, fault.New(fault.INVALID_INPUT, "the statement's amount and time are needed")
	}
	accounts, err := s.AccountsAt(ctx, f.At)
	if err != nil {
		return Identifier{}, err
	}
	i := slices.IndexFunc(accounts, func(a Account) bool { return a.Code == f.Account })
	switch {
	case i < 0:
		return Identifier{}, fault.New(fault.INVALID_INPUT, "no account %q at that time", f.Account)
	case accounts[i].Source == SourceFeed:
		return Identifier{}, fault.New(fault.INVALID_INPUT, "%s is told by its statement: assign its line instead", f.Account)
	case accounts[i].Source != SourceSlip:
		return Identifier{}, fault.New(fault.INVALID_INPUT, "%s is told by its %s, not by an operator", f.Account, accounts[i].Source)
	}
	return Identifier{Kind: "bank:" + digits, Value: strings.TrimSpace(f.BankReference)}, nil
}

// Says is one line about what was found, the same for the two persons who decide about it.
func (f Found) Says() string {
	return fmt.Sprintf("%s: %s baht into %s at %s, %s %s", f.Reference, f.Amount, f.Account, f.At.UTC().Format(time.RFC3339), f.Bank, f.BankReference)
}
