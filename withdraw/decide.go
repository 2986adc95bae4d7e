package withdraw

import (
	"context"
	"encoding/json"
	"fmt"
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
	Amount    money.Amount
	State     State
	Automatic bool
	BankCode  string
	// AccountShown is the last four digits. Account, as frozen, is filled by Find only.
	AccountShown string
	Account      Account
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

// Find returns a withdrawal with its account opened. NO_DATA: there is none.
func (s *Service) Find(ctx context.Context, reference string) (Withdrawal, error) {
	row, err := withdrawdb.New(s.Store.DB()).WithdrawalByReference(ctx, reference)
	if store.NotFound(err) {
		return Withdrawal{}, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return Withdrawal{}, fmt.Errorf("withdraw: %w", err)
	}
	w, err := withdrawalOf(row)
	if err != nil {
		return Withdrawal{}, err
	}
	order, err := s.payoutOrder(row)
	w.Account = order.Account
	return w, err
}

func withdrawalOf(row withdrawdb.Withdrawal) (Withdrawal, error) {
	w := Withdrawal{
		ID: ledger.ID(row.Transfer), Reference: row.Reference, Member: row.Member, Amount: row.Amount, State: State(row.State),
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

// TwoPersons reports whether approving or returning a withdrawal needs a second operator. Approving does over the house's limit,
// returning does where the order may have been sent (RULES.md sections 3 and 5).
func (s *Service) TwoPersons(ctx context.Context, w Withdrawal, returning bool) (bool, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return false, err
	}
	return returning && w.Sent || !returning && w.Amount > settings.TwoPersonsOver, nil
}

// ApproveTx lets a withdrawal in review be sent, inside an operator's decision. After the commit, Hurry sends it at once;
// without Hurry it is sent within Timing.Review. NO_DATA: it is not in review. MONEY_NOT_ENOUGH: the member owes more than the
// wallet holds beside it, so it has to be returned.
func (s *Service) ApproveTx(ctx context.Context, tx *store.Tx, reference string) (Withdrawal, error) {
	q := withdrawdb.New(tx)
	row, err := q.WithdrawalByReference(ctx, reference)
	if store.NotFound(err) {
		return Withdrawal{}, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return Withdrawal{}, err
	}
	if err := s.besideDebtTx(ctx, tx, row.Member, 0); err != nil {
		return Withdrawal{}, err
	}
	n, err := q.SetSending(ctx, withdrawdb.SetSendingParams{
		Automatic: false, ApprovedAt: clock.MicrosOf(tx.Now), Transfer: row.Transfer, FromState: string(Review),
	})
	if err != nil {
		return Withdrawal{}, err
	}
	if n == 0 {
		return Withdrawal{}, fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, row.State)
	}
	return withdrawalOf(row)
}

// TakeTx notes that an operator has opened a withdrawal in review. From then on only an operator decides it.
func (s *Service) TakeTx(ctx context.Context, tx *store.Tx, reference string) error {
	_, err := withdrawdb.New(tx).TakeInHand(ctx, clock.MicrosOf(tx.Now), reference)
	return err
}

// Hurry makes an approved withdrawal due now. If that fails, the withdrawal is due within Timing.Review anyway.
func (s *Service) Hurry(ctx context.Context, id ledger.ID) {
	t, err := s.Books.Find(ctx, id)
	if err == nil {
		err = s.Books.Postpone(ctx, id, t.Fence, s.Store.Now(), ledger.Detail{})
	}
	if err != nil {
		s.Log.Info("withdraw: an approved withdrawal is not due at once", "transfer", id, "error", err)
	}
	s.Wake()
}

// inFlight is how long an order that was sent at the last moment may still be under way.
func (s *Service) inFlight() time.Duration { return 2 * s.Timing.Call }

// ReturnTx returns a withdrawal's money to the wallet, inside an operator's decision. It does so for a withdrawal in review, and
// by two persons with the bank's statement for one whose order was sent. TRY_AGAIN: an order may still be under way.
func (s *Service) ReturnTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) (Withdrawal, error) {
	// The row is locked first: a worker that is about to send waits here, and then finds the withdrawal returned.
	row, err := withdrawdb.New(tx).LockWithdrawal(ctx, reference)
	if store.NotFound(err) {
		return Withdrawal{}, fault.New(fault.NO_DATA, "no withdrawal %q", reference)
	}
	if err != nil {
		return Withdrawal{}, err
	}
	switch State(row.State) {
	case Requested, Review, Sending:
	default:
		return Withdrawal{}, fault.New(fault.NO_DATA, "withdrawal %q is %s", reference, row.State)
	}
	if row.SendBy != 0 {
		if until := s.sentBy(row).Add(s.inFlight()); tx.Now.Before(until) {
			return Withdrawal{}, fault.New(fault.TRY_AGAIN, "an order may be on its way until %s", until.Format(time.RFC3339))
		}
	}
	outcome := PayoutOutcome{Reason: "by an operator"}
	if err := s.returnTx(ctx, tx, ledger.ID(row.Transfer), newest, State(row.State), reason, outcome); err != nil {
		return Withdrawal{}, err
	}
	return withdrawalOf(row)
}

// newest is a fencing token above every transfer's: an operator's decision does not wait for a lease.
const newest = int64(1) << 62

// ResumeTx lets automatic payouts go on after they were stopped.
func (s *Service) ResumeTx(ctx context.Context, tx *store.Tx) error {
	q := withdrawdb.New(tx)
	if _, err := q.LockBrake(ctx); err != nil {
		return err
	}
	return q.SetBrake(ctx, 0, "")
}

// StopTx stops automatic payouts and records why. Where they are stopped already, the first reason stays.
func (s *Service) StopTx(ctx context.Context, tx *store.Tx, why string) error {
	q := withdrawdb.New(tx)
	brake, err := q.LockBrake(ctx)
	if err != nil || brake.StoppedAt != 0 {
		return err
	}
	return q.SetBrake(ctx, clock.MicrosOf(tx.Now), why)
}

// RestoredTx stops automatic payouts of a store that was just restored from a backup, again if they were stopped before. Nothing
// that was approved in the backup is sent until two persons have compared it with the bank (RULES.md section 14).
func (s *Service) RestoredTx(ctx context.Context, tx *store.Tx) error {
	q := withdrawdb.New(tx)
	brake, err := q.LockBrake(ctx)
	if err != nil {
		return err
	}
	why := "restored from a backup: what was paid since is not in the books"
	if brake.StoppedAt != 0 {
		why += "; stopped before: " + brake.Why
	}
	return q.SetBrake(ctx, clock.MicrosOf(tx.Now), why)
}

// Stop stops automatic payouts after a break in the books. Until two persons resume them, an operator decides every withdrawal
// (RULES.md section 14).
func (s *Service) Stop(ctx context.Context, why string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return s.StopTx(ctx, tx, why) })
}

// Brake returns since when and why automatic payouts are stopped. Zero time: they are not stopped.
func (s *Service) Brake(ctx context.Context) (since time.Time, why string, err error) {
	b, err := withdrawdb.New(s.Store.DB()).Brake(ctx)
	if err != nil || b.StoppedAt == 0 {
		return time.Time{}, "", err
	}
	return b.StoppedAt.Time(), b.Why, nil
}
