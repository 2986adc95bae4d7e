package withdraw

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// Withdrawal is a withdrawal as an operator sees it.
type Withdrawal struct {
	ID        ledger.ID
	Reference string
	Member    string
	// Amount is what is paid. Asked is what the member asked for, where operators have reduced it; else 0.
	Amount    money.Amount
	Asked     money.Amount
	State     State
	Automatic bool
	BankCode  string
	// AccountShown is the last four digits. Account, as frozen, is filled by Find only.
	AccountShown string
	Account      Account
	// Proof is what says that the account is the member's, since ProvenAt, filled by Find only: inquiry (the bank's word on the
	// name), inflow (money that came from it) or operator. Empty: nothing does.
	Proof    string
	ProvenAt time.Time
	// Why lists the conditions of an automatic payout that did not hold.
	Why []Why
	// Reason is why it was returned. Note is the bank's last word about it.
	Reason      fault.Code
	Note        string
	Outside     string
	RequestedAt time.Time
	Since       time.Time
	ApprovedAt  time.Time
	// Sent: an order may have been sent, at SendBy at the latest.
	Sent   bool
	SendBy time.Time
	// Passing: in review it waits only for something temporary, and is checked again once that has passed. InHand: an operator
	// has opened it, so it is not.
	Passing, InHand bool
}

// Why names a condition of an automatic payout that does not hold. Operators read it beside a withdrawal.
type Why string

// CalloutRefused says that the house's own system has refused it. Two persons approve it, if it is paid all the same.
const CalloutRefused Why = "callout refused"

// Waiting lists the withdrawals that have not ended, longest in their state first.
func (s *Service) Waiting(ctx context.Context, limit int) ([]Withdrawal, error) {
	rows, err := withdrawdb.New(s.Store.DB()).Waiting(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("withdraw: waiting: %w", err)
	}
	list := make([]Withdrawal, 0, len(rows))
	for _, row := range rows {
		w, err := withdrawalOf(row)
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

// InReview counts the withdrawals that wait for an operator, and returns since when the oldest does. Zero: there is none.
func (s *Service) InReview(ctx context.Context) (withdrawals int64, since time.Time, err error) {
	row, err := withdrawdb.New(s.Store.DB()).InReview(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("withdraw: in review: %w", err)
	}
	return row.Withdrawals, clock.Micros(row.Since).Time(), nil
}

// PaidTo returns how much was paid to a member over its life, without bounced payouts.
func (s *Service) PaidTo(ctx context.Context, member string) (money.Amount, error) {
	sum, err := withdrawdb.New(s.Store.DB()).PaidTo(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("withdraw: paid: %w", err)
	}
	return money.Amount(sum), nil
}

// Find returns a withdrawal with its account opened, and what proves that it is the member's. NO_DATA: there is none.
func (s *Service) Find(ctx context.Context, reference string) (Withdrawal, error) {
	found, err := withdrawdb.New(s.Store.DB()).WithdrawalProven(ctx, reference)
	if store.NotFound(err) {
		return Withdrawal{}, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return Withdrawal{}, fmt.Errorf("withdraw: %w", err)
	}
	row := found.Withdrawal
	w, err := withdrawalOf(row)
	if err != nil {
		return Withdrawal{}, err
	}
	w.Proof, w.ProvenAt = found.Proof, clock.Micros(found.VerifiedAt).Time()
	w.Account, err = OpenAccount(s.Box, row.Reference, row.AccountSealed)
	return w, err
}

func withdrawalOf(row withdrawdb.Withdrawal) (Withdrawal, error) {
	w := Withdrawal{
		ID: ledger.ID(row.Transfer), Reference: row.Reference, Member: row.Member, Amount: row.Amount, Asked: row.Asked,
		State:     State(row.State),
		Automatic: row.Automatic, BankCode: row.BankCode, AccountShown: row.AccountShown, Reason: fault.Code(row.Reason),
		Note: row.Note, Outside: row.Outside,
		RequestedAt: row.RequestedAt.Time(), Since: row.Since.Time(), ApprovedAt: row.ApprovedAt.Time(),
		Passing: row.Passing, InHand: row.InHand != 0,
	}
	if row.SendBy != 0 {
		w.Sent, w.SendBy = true, row.SendBy.Time()
	}
	if err := json.Unmarshal([]byte(row.Why), &w.Why); err != nil {
		return Withdrawal{}, fmt.Errorf("withdraw: %s: %w", row.Reference, err)
	}
	return w, nil
}

// Reducible returns why a withdrawal can't be reduced from one amount to another (INVALID_AMOUNT), or nil. It stays at least
// Smallest.
func Reducible(from, to money.Amount) error {
	if to < Smallest || to >= from {
		return fault.New(fault.INVALID_AMOUNT, "%s can be reduced to %s at least, and to less than it is", from, Smallest)
	}
	return nil
}

// TwoPersons reports whether approving, reducing or returning a withdrawal needs a second operator. Approving and reducing do
// over the house's limit, and where the house's own system has refused it; returning does where the order may have been sent
// (RULES.md sections 3 and 5).
func (s *Service) TwoPersons(ctx context.Context, w Withdrawal, returning bool) (bool, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return false, err
	}
	return returning && w.Sent || !returning && (w.Amount > settings.TwoPersonsOver || slices.Contains(w.Why, CalloutRefused)), nil
}

// TakenTx returns what a member withdrew over its life, including withdrawals that are still pending.
func (s *Service) TakenTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	used, err := withdrawdb.New(tx).UsedSince(ctx, member, 0)
	if err != nil {
		return 0, fmt.Errorf("withdraw: taken: %w", err)
	}
	return money.Amount(used.Total), nil
}
