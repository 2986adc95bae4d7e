package browse

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Transfer is a transfer as it stands.
type Transfer struct {
	ID ledger.ID
	// Key is its idempotency key as it is stored: a hash.
	Key           string
	Kind          ledger.Kind
	Debit, Credit ledger.Account
	// Amount was reserved, less what was given back since; Moved was posted.
	Amount, Moved money.Amount
	State         ledger.State
	Member        string
	Detail        ledger.Detail
	// Wallet is the member's wallet after it; nil where it did not change that.
	Wallet *money.Amount
	// CreatedAt is UTC, and so are the others; zero where there is none.
	CreatedAt, SettledAt, DueAt time.Time
}

func transferOf(t ledgerdb.Transfer, debit, credit string) (Transfer, error) {
	x := Transfer{
		ID: ledger.ID(t.ID), Key: t.Key, Kind: ledger.Kind(t.Kind), Debit: ledger.Account(debit), Credit: ledger.Account(credit),
		Amount: t.Amount - t.Lessened, Moved: money.Amount(t.Moved), State: ledger.State(t.State), Member: t.Member,
		CreatedAt: t.CreatedAt.Time(),
		SettledAt: clock.Micros(t.SettledAt.Int64).Time(), DueAt: clock.Micros(t.DueAt.Int64).Time(),
	}
	if t.Wallet.Valid {
		after := money.Amount(t.Wallet.Int64)
		x.Wallet = &after
	}
	if err := json.Unmarshal([]byte(t.Detail), &x.Detail); err != nil {
		return x, fmt.Errorf("ledger: transfer %d has an unreadable detail: %w", t.ID, err)
	}
	return x, nil
}

// Find returns a transfer; false where there is none.
func (r *Reader) Find(ctx context.Context, id ledger.ID) (Transfer, bool, error) {
	t, err := r.q().TransferByID(ctx, int64(id))
	if store.NotFound(err) {
		return Transfer{}, false, nil
	}
	if err != nil {
		return Transfer{}, false, fmt.Errorf("ledger: transfer: %w", store.MapError(err))
	}
	x, err := transferOf(t.Transfer, t.FromName, t.ToName)
	return x, err == nil, err
}

// Surplus returns what the settlement of a transfer moved beyond what was reserved, a transfer of its own; false where there is
// none.
func (r *Reader) Surplus(ctx context.Context, of ledger.ID) (Transfer, bool, error) {
	t, err := r.q().TransferByKey(ctx, ledger.SurplusKey(of).String())
	if store.NotFound(err) {
		return Transfer{}, false, nil
	}
	if err != nil {
		return Transfer{}, false, fmt.Errorf("ledger: surplus: %w", store.MapError(err))
	}
	x, err := transferOf(t.Transfer, t.FromName, t.ToName)
	return x, err == nil, err
}

// Wanted says which of all transfers a list is of. The others are returned, too, without the names of their accounts.
type Wanted struct {
	// Kind is empty for all kinds.
	Kind ledger.Kind
	// Over is below the amount of each; nil: of any amount.
	Over *money.Amount
}

// Has reports whether a list has a transfer. TransfersBefore asks the same.
func (w Wanted) Has(t Transfer) bool {
	return (w.Kind == "" || t.Kind == w.Kind) && (w.Over == nil || t.Amount > *w.Over)
}

// Transfers lists all transfers before one (0: from the newest), newest first. They are of the span or near it: ask Has.
func (r *Reader) Transfers(ctx context.Context, s Span, w Wanted, before ledger.ID, most int) ([]Transfer, error) {
	first, end := s.until(before)
	over := money.Amount(-1)
	if w.Over != nil {
		over = *w.Over
	}
	rows, err := r.q().TransfersBefore(ctx, ledgerdb.TransfersBeforeParams{
		Kind: string(w.Kind), Over: over, First: first, Before: end, Most: int32(most),
	})
	return transfersOf(rows, err, func(t ledgerdb.TransfersBeforeRow) (Transfer, error) {
		return transferOf(t.Transfer, t.FromName, t.ToName)
	})
}

// InState is Transfers of those in a state. Voided and pending ones are read by indexes of their own: among all transfers a
// page of them could be far apart.
func (r *Reader) InState(
	ctx context.Context, state ledger.State, s Span, w Wanted, before ledger.ID, most int,
) ([]Transfer, error) {
	first, end := s.until(before)
	switch state {
	case ledger.Voided:
		rows, err := r.q().VoidedTransfersBefore(ctx, first, end, int32(most))
		return transfersOf(rows, err, func(t ledgerdb.VoidedTransfersBeforeRow) (Transfer, error) {
			return transferOf(t.Transfer, t.FromName, t.ToName)
		})
	case ledger.Pending:
		rows, err := r.q().PendingTransfersBefore(ctx, first, end, int32(most))
		return transfersOf(rows, err, func(t ledgerdb.PendingTransfersBeforeRow) (Transfer, error) {
			return transferOf(t.Transfer, t.FromName, t.ToName)
		})
	case ledger.Posted: // most of them are
	}
	return r.Transfers(ctx, s, w, before, most)
}

// until are the numbers that may have been made in the span, before one (0: all of them).
func (s Span) until(before ledger.ID) (first, end int64) {
	first, end = s.numbers()
	if before != 0 {
		end = min(end, int64(before))
	}
	return first, end
}

func transfersOf[R any](rows []R, err error, of func(R) (Transfer, error)) ([]Transfer, error) {
	if err != nil {
		return nil, fmt.Errorf("ledger: transfers: %w", store.MapError(err))
	}
	list := make([]Transfer, len(rows))
	for n, row := range rows {
		if list[n], err = of(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// EntriesOfTransfer returns a transfer's entries in the order of its steps, the debit's before the credit's.
//
// No index has the entries of a transfer, since each commit would have to keep it. They are found on the account that has fewer
// entries, by the time of the step, and on the other one by the batch.
func (r *Reader) EntriesOfTransfer(ctx context.Context, id ledger.ID) (entries []Entry, err error) {
	batches, err := r.batchesOf(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, batch := range batches {
		rows, err := r.q().EntriesOfTransfer(ctx, batch, int64(id))
		if err != nil {
			return nil, fmt.Errorf("ledger: entries: %w", store.MapError(err))
		}
		slices.SortFunc(rows, func(a, b ledgerdb.EntriesOfTransferRow) int { return cmp.Compare(order(a), order(b)) })
		for _, e := range rows {
			entries = append(entries, Entry{
				Batch: ledger.ID(e.Batch), Account: ledger.Account(e.Name), Version: e.Version, Transfer: id, Step: e.Step, Debit: e.Debit,
				Pending: money.Amount(e.Pending), Posted: money.Amount(e.Posted),
				After: after(e.Balance, e.Reserved, e.Incoming, e.Version), At: e.CreatedAt.Time(),
			})
		}
	}
	return entries, nil
}

// order is the place of an entry among those of its transfer in one batch: reserved and settled in one, it has four.
func order(e ledgerdb.EntriesOfTransferRow) int {
	place := 0
	if e.Step == string(chain.Post) || e.Step == string(chain.Void) {
		place = 2
	}
	if !e.Debit {
		place++
	}
	return place
}

// batchesOf returns the batches of a transfer's steps: one, or a second one that settled it.
func (r *Reader) batchesOf(ctx context.Context, id ledger.ID) ([]int64, error) {
	t, err := r.q().TransferByID(ctx, int64(id))
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("ledger: transfer: %w", store.MapError(err))
	}
	accounts, err := r.q().AccountsByNumber(ctx, t.Transfer.Debit, t.Transfer.Credit)
	if err != nil || len(accounts) != 2 {
		return nil, fmt.Errorf("ledger: %d accounts of transfer %d: %w", len(accounts), id, store.MapError(err))
	}
	fewer := accounts[0]
	if accounts[1].Version < fewer.Version {
		fewer = accounts[1]
	}
	moments := []time.Time{t.Transfer.CreatedAt.Time()}
	if settled := clock.Micros(t.Transfer.SettledAt.Int64); settled != 0 && settled != t.Transfer.CreatedAt {
		moments = append(moments, settled.Time())
	}
	var batches []int64
	for _, at := range moments {
		found, err := r.batchesAt(ctx, fewer, int64(id), at)
		if err != nil {
			return nil, err
		}
		batches = appendNew(batches, found)
	}
	return batches, nil
}

// batchesAt returns the batches of a transfer on an account about a moment. If a clock was wrong then, all its entries are
// looked through.
func (r *Reader) batchesAt(ctx context.Context, a ledgerdb.AccountsByNumberRow, id int64, at time.Time) ([]int64, error) {
	first, before, err := r.versions(ctx, a.Number, a.Version, Span{at, at})
	if err != nil {
		return nil, err
	}
	for {
		found, err := r.q().BatchesOfTransfer(ctx, ledgerdb.BatchesOfTransferParams{
			Account: a.Number, First: first, Before: before, Transfer: id,
		})
		if err != nil {
			return nil, fmt.Errorf("ledger: batches of transfer %d: %w", id, store.MapError(err))
		}
		if len(found) > 0 || first == 1 && before == a.Version+1 {
			return found, nil
		}
		first, before = 1, a.Version+1
	}
}

func appendNew(to, more []int64) []int64 {
	for _, n := range more {
		if !slices.Contains(to, n) {
			to = append(to, n)
		}
	}
	return to
}
