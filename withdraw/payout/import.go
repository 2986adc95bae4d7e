package payout

import (
	"context"
	"fmt"

	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/internal/withdrawdb"
)

// Listed is a payout that the bank lists.
type Listed struct {
	// Reference is the one under which it was ordered.
	Reference string
	Amount    money.Amount
	// Back: the line says that it came back to us.
	Back bool
}

// Imported is what became of a listed payout.
type Imported int

// The outcomes.
const (
	// ListedUnknown: the books have no withdrawal of this reference.
	ListedUnknown Imported = iota
	// ListedKnown: the books have it as the list says.
	ListedKnown
	// ListedBooked: it is booked now, or its order is known to be at the bank now, which is asked about it as ever.
	ListedBooked
	// ListedDiffers: the bank says another thing of it than its list. Nothing that only the list says is booked.
	ListedDiffers
)

// Import finishes a withdrawal as the bank says that lists it, by its own reference. A restored store may have it as requested or
// in review, although it was sent after the backup. An error: nobody knows yet.
func (s *Service) Import(ctx context.Context, l Listed) (Imported, error) {
	w, err := withdrawdb.New(s.Store.DB()).WithdrawalByReference(ctx, l.Reference)
	switch {
	case store.NotFound(err):
		return ListedUnknown, nil
	case err != nil:
		return 0, fmt.Errorf("withdraw: import: %w", err)
	case w.Amount != l.Amount:
		return ListedDiffers, nil
	case l.told(w):
		return ListedKnown, nil
	}
	outcome, err := s.checkWithBank(ctx, w)
	if err != nil {
		return 0, err
	}
	now, err := withdrawdb.New(s.Store.DB()).Withdrawal(ctx, w.Transfer)
	switch {
	case err != nil:
		return 0, fmt.Errorf("withdraw: import: %w", err)
	case l.told(now), outcome.Kind == Pending && withdraw.State(now.State) == withdraw.Sending:
		return ListedBooked, nil
	}
	return ListedDiffers, nil
}

// told reports whether a withdrawal is as the list says.
func (l Listed) told(w withdrawdb.Withdrawal) bool {
	state := withdraw.State(w.State)
	return state == withdraw.Bounced || state == withdraw.Paid && !l.Back
}
