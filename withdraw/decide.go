package withdraw

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// Withdrawal is one as an operator sees it.
type Withdrawal struct {
	ID        ledger.ID
	Reference string
	Member    string
	Amount    money.Amount
	State     State
	Automatic bool
	BankCode  string
	// AccountShown is the last four digits; Account, as frozen, is only filled by Find.
	AccountShown string
	Account      Account
	// Why lists the conditions of an automatic payout that did not hold.
	Why []Why
	// Reason is why it was returned; Note the bank's last word.
	Reason      fault.Code
	Note        string
	Outside     string
	RequestedAt time.Time
	Since       time.Time
	ApprovedAt  time.Time
	// Sent: an order may have gone out, at the latest at SendBy.
	Sent   bool
	SendBy time.Time
	// Passing: in review, it waits only for something that passes, and is judged again by itself when it has passed; InHand: an
	// operator opened it, so that it is not.
	Passing, InHand bool
}

// Waiting lists withdrawals that are not at an end, longest in their state first.
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

// InReview counts the withdrawals that wait for an operator, and tells since when the oldest does; zero where none.
func (s *Service) InReview(ctx context.Context) (withdrawals int64, since time.Time, err error) {
	row, err := withdrawdb.New(s.Store.DB()).InReview(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("withdraw: in review: %w", err)
	}
	if row.Since > 0 {
		since = timeOf(row.Since)
	}
	return row.Withdrawals, since, nil
}

// PaidTo is what was paid to a member over its life, without what came back.
func (s *Service) PaidTo(ctx context.Context, member string) (money.Amount, error) {
	sum, err := withdrawdb.New(s.Store.DB()).PaidTo(ctx, member)
	if err != nil {
		return 0, fmt.Errorf("withdraw: paid: %w", err)
	}
	return money.Amount(sum), nil
}

// Find returns one with its account opened; NO_DATA where there is none.
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
		Note: row.Note, Outside: row.Outside, RequestedAt: timeOf(row.RequestedAt), Since: timeOf(row.Since),
		Passing: row.Passing, InHand: row.InHand != 0,
	}
	if row.ApprovedAt != 0 {
		w.ApprovedAt = timeOf(row.ApprovedAt)
	}
	if row.SendBy != 0 {
		w.Sent, w.SendBy = true, timeOf(row.SendBy)
	}
	if err := json.Unmarshal([]byte(row.Why), &w.Why); err != nil {
		return Withdrawal{}, fmt.Errorf("withdraw: %s: %w", row.Reference, err)
	}
	return w, nil
}

// TwoPersons tells whether approving or returning a withdrawal needs a second operator: a payout over the operator's
// bound, and any return of one whose order may have gone out (RULES.md sections 3, 5).
func (s *Service) TwoPersons(ctx context.Context, w Withdrawal, returning bool) (bool, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return false, err
	}
	return returning && w.Sent || !returning && w.Amount > settings.TwoPersonsOver, nil
}

// ApproveTx lets a withdrawal that waits in review be sent, inside an operator's decision. After the commit, Hurry sends
// it at once; without it, it goes out within Timing.Review. NO_DATA where it is not in review; MONEY_NOT_ENOUGH where the
// member owes more than the wallet holds beside it: then it is returned.
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
		Automatic: false, ApprovedAt: tx.Now.UnixMicro(), Transfer: row.Transfer, FromState: string(Review),
	})
	if err != nil {
		return Withdrawal{}, err
	}
	if n == 0 {
		return Withdrawal{}, fault.New(fault.NO_DATA, "withdrawal %q is not in review but %s", reference, row.State)
	}
	return withdrawalOf(row)
}

// TakeTx notes that an operator has opened a withdrawal that is in review: from then on a person decides it.
func (s *Service) TakeTx(ctx context.Context, tx *store.Tx, reference string) error {
	_, err := withdrawdb.New(tx).TakeInHand(ctx, tx.Now.UnixMicro(), reference)
	return err
}

// Hurry makes an approved withdrawal due now. Where it fails, the withdrawal is due within Timing.Review anyway.
func (s *Service) Hurry(ctx context.Context, id ledger.ID) {
	t, err := s.Books.Find(ctx, id)
	if err == nil {
		err = s.Books.Postpone(ctx, id, t.Fence, s.Store.Now(), ledger.Detail{})
	}
	if err != nil {
		s.Log.Info("withdraw: hurry", "transfer", id, "error", err)
	}
	s.Wake()
}

// inFlight is what an order that was put on the wire at its last moment may still need to arrive.
func (s *Service) inFlight() time.Duration { return 2 * s.Timing.Call }

// ReturnTx gives a withdrawal's money back to the wallet, inside an operator's decision: one in review, or, by two
// persons with the bank's statement, one whose order was sent. While an order may be on its way it is refused with
// TRY_AGAIN.
func (s *Service) ReturnTx(ctx context.Context, tx *store.Tx, reference string, reason fault.Code) (Withdrawal, error) {
	// The row is locked first: whoever is about to send waits here, and then finds it returned.
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
	if until := s.sentBy(row).Add(s.inFlight()); row.SendBy != 0 && tx.Now.Before(until) {
		return Withdrawal{}, fault.New(fault.TRY_AGAIN, "an order may be on its way until %s", until.Format(time.RFC3339))
	}
	if err := s.returnTx(ctx, tx, ledger.ID(row.Transfer), newest, State(row.State), reason, PayoutOutcome{Reason: "by an operator"}); err != nil {
		return Withdrawal{}, err
	}
	return withdrawalOf(row)
}

// newest is a fencing number that is never older than a transfer's: an operator's decision waits for no lease.
const newest = int64(1) << 62

// ResumeTx lets automatic payouts go on after a break.
func (s *Service) ResumeTx(ctx context.Context, tx *store.Tx) error {
	q := withdrawdb.New(tx)
	if _, err := q.LockBrake(ctx); err != nil {
		return err
	}
	return q.SetBrake(ctx, 0, "")
}

// StopTx stops automatic payouts, and says why. Where they are stopped already, the first reason stays.
func (s *Service) StopTx(ctx context.Context, tx *store.Tx, why string) error {
	q := withdrawdb.New(tx)
	brake, err := q.LockBrake(ctx)
	if err != nil || brake.StoppedAt != 0 {
		return err
	}
	return q.SetBrake(ctx, tx.Now.UnixMicro(), why)
}

// RestoredTx stops automatic payouts of a store that was just filled from a backup, anew also where they were stopped before:
// nothing that the backup has approved leaves until two persons have compared it with the bank (RULES.md section 14).
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
	return q.SetBrake(ctx, tx.Now.UnixMicro(), why)
}

// Stop stops automatic payouts after a break: until two persons resume them, withdrawals wait for a person (RULES.md
// section 14).
func (s *Service) Stop(ctx context.Context, why string) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return s.StopTx(ctx, tx, why) })
}

// Brake tells since when and why automatic payouts are stopped; the zero time: they are not.
func (s *Service) Brake(ctx context.Context) (since time.Time, why string, err error) {
	b, err := withdrawdb.New(s.Store.DB()).Brake(ctx)
	if err != nil || b.StoppedAt == 0 {
		return time.Time{}, "", err
	}
	return timeOf(b.StoppedAt), b.Why, nil
}
