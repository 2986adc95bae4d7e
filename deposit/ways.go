package deposit

import (
	"context"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
	"krapao/money"
)

// Codes are the QR orders, which an arrival may be the payment of.
type Codes interface {
	// PaidTx ends the order that an arrival refers to as paid; it does nothing where there is none.
	PaidTx(ctx context.Context, tx *store.Tx, reference string) error
}

// Declarations are the transfers that members said they made.
type Declarations interface {
	// MeetTx ends a member's oldest open declaration of an amount and a time as the arrival that it was about.
	MeetTx(ctx context.Context, tx *store.Tx, member, inflow string, amount money.Amount, paidAt time.Time) error
}

// Lists tells what of a member's money, put in by one way, is open or ended since an instant: the newest, at most MostTransfers.
type Lists interface {
	TransfersOf(ctx context.Context, member string, since time.Time) ([]Transfer, error)
}

// Ways are the ways in that arrivals tell of themselves, in the commit that books them, or ask.
type Ways struct {
	Codes        Codes
	Declarations Declarations
	Lists        []Lists
}

// Wire sets the ways in, once, when the program is put together. One that is missing ends it.
func (s *Service) Wire(w Ways) {
	if w.Codes == nil || w.Declarations == nil || len(w.Lists) == 0 {
		panic("deposit: a way in is not wired")
	}
	s.ways = w
}

// declaredTx ends the member's own oldest declaration of an arrival that is booked without it: what is declared is what
// has not arrived yet.
func (s *Service) declaredTx(ctx context.Context, tx *store.Tx, row depositdb.AddInflowParams) error {
	if State(row.State) == Unmatched || !slices.Contains([]Channel{ChannelFeed, ChannelSlip}, Channel(row.Channel)) {
		return nil
	}
	return s.ways.Declarations.MeetTx(ctx, tx, row.Member, row.ID, row.Amount, row.PaidAt.Time())
}

// Code is a QR code of a member's own, as the slip of a payment of it is compared with it.
type Code struct {
	Account, Reference string
	// Paid: a payment of it is booked. Review: its gateway has not decided about one yet.
	Paid, Review bool
	// End is when it ended, or will.
	End time.Time
}
