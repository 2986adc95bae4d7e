package deposit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// TransferKind is the way by which a member put money in, or says so.
type TransferKind string

// The ways whose fate no statement tells: where nothing came, no movement says why.
const (
	TransferDeclared TransferKind = "declared"
	TransferLink     TransferKind = "truelink"
	// TransferQR: a payment of a code that its gateway holds, or held.
	TransferQR TransferKind = "qr"
)

// Transfer is money that a member put in, and where it stands.
type Transfer struct {
	Reference string
	Kind      TransferKind
	// Amount is 0 where it is not known.
	Amount   money.Amount
	Progress Progress
	// Note says why it failed, or why what came can't be spent yet; empty where there is nothing to say.
	Note      fault.Code
	CreatedAt time.Time
	// LapsesAt is until when a declared transfer waits; zero for the others.
	LapsesAt time.Time
}

const (
	// transferShown is how long a transfer is listed after its end.
	transferShown = 72 * time.Hour
	// MostTransfers is how many are listed.
	MostTransfers = 20
)

// Transfers lists a member's declared transfers, wallet links and payments that a gateway holds: those that are open and
// those that ended in the last 72 hours, newest first, at most 20.
func (s *Service) Transfers(ctx context.Context, member string) ([]Transfer, error) {
	since := s.store.Now().Add(-transferShown)
	var all []Transfer
	for _, way := range s.ways.Lists {
		list, err := way.TransfersOf(ctx, member, since)
		if err != nil {
			return nil, fmt.Errorf("deposit: transfers: %w", err)
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b Transfer) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.Reference, b.Reference))
	})
	return all[:min(len(all), MostTransfers)], nil
}

// Arrived tells where money that has reached us stands.
func (t *Transfer) Arrived(state State, reason fault.Code) {
	switch state {
	case Held, Unmatched:
		t.Progress, t.Note = InProgress, reason
	case Returned:
		t.Progress, t.Note = Failed, fault.DEPOSIT_RETURNED
	case Reversed:
		t.Progress, t.Note = Failed, fault.DEPOSIT_REVERSED
	case Credited, Released:
		t.Progress, t.Note = Succeeded, ""
	}
}

// Hold is money that came and is the member's, but not spendable before it is known who paid it.
type Hold struct {
	// ID is the arrival's; Account the code of our account that it came in by.
	ID, Account string
	Amount      money.Amount
	// Reason is NOT_MATCH (another payer) or LIMIT_REACHED (over the limit for payers that nobody names).
	Reason fault.Code
	SeenAt time.Time
}

// Holds lists what is held of a member's money, newest first, at most 20.
func (s *Service) Holds(ctx context.Context, member string) ([]Hold, error) {
	rows, err := depositdb.New(s.store.DB()).HeldOf(ctx, member, MostTransfers)
	if err != nil {
		return nil, fmt.Errorf("deposit: held: %w", err)
	}
	list := make([]Hold, len(rows))
	for i, row := range rows {
		list[i] = Hold{ID: row.ID, Account: row.Account, Amount: row.Amount, Reason: fault.Code(row.Reason), SeenAt: row.SeenAt.Time()}
	}
	return list, nil
}

// Changed hints that what a member sees of its slips and transfers changed.
func (s *Service) Changed(member string) { s.changed(member) }

// ChangedTx hints, after the commit, that what members see of their transfers changed though no money of theirs moved.
func (s *Service) ChangedTx(tx *store.Tx, members ...string) {
	if len(members) > 0 {
		tx.AfterCommit(func() {
			for _, member := range members {
				s.changed(member)
			}
		})
	}
}
