package deposit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/fault"
	"krapao/money"
)

// Progress is the progress of a slip or a transfer, as members see it and as it is on the wire.
type Progress string

// The values of Progress.
const (
	InProgress Progress = "IN_PROGRESS"
	Succeeded  Progress = "SUCCESS"
	Failed     Progress = "FAILED"
)

// TransferKind is the way by which a member put money in, or says that it did.
type TransferKind string

// The ways that have no line in a statement if they fail: no movement says why nothing arrived.
const (
	TransferDeclared TransferKind = "declared"
	TransferLink     TransferKind = "truelink"
	// TransferQR: a payment of a code that its gateway holds, or held.
	TransferQR TransferKind = "qr"
)

// Transfer is money that a member put in, and its progress.
type Transfer struct {
	Reference string
	Kind      TransferKind
	// Amount is 0 if it is not known.
	Amount   money.Amount
	Progress Progress
	// Note says why it failed, or why the money that came can't be spent yet. Empty if there is nothing to say.
	Note      fault.Code
	CreatedAt time.Time
	// LapsesAt is when a declared transfer lapses. Zero for the others.
	LapsesAt time.Time
}

const (
	// transferShown is how long a transfer stays in the list after its end.
	transferShown = 72 * time.Hour
	// MostTransfers is the length of the list.
	MostTransfers = 20
)

// Transfers lists a member's declared transfers, wallet links and payments that a gateway holds. It has those that
// are open and those that ended in the last 72 hours, newest first, at most 20.
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

// Arrived sets progress and note by the state of the arrival.
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
