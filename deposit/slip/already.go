package slip

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
)

const (
	// alreadyAround is how far the gateway's time of a payment and the bank's time on its slip may lie apart.
	alreadyAround = 10 * time.Minute
	// alreadySeen is how much later than it was made a payment may have been told to us.
	alreadySeen = 24 * time.Hour
)

// alreadyPaid recognises the slip of a QR payment of the member's own that is in the books: a gateway's account is none that
// slips are good for, and members send such slips to be safe. It is recognised by amount and time, once per payment; nothing
// is told of another member's. A payment of the code that the slip waits for may be told with the time of the gateway's decision.
// Money that came in by the code and is held is no deposit yet: the slip says why it is held.
func (s *Service) alreadyPaid(ctx context.Context, row *depositdb.Slip, o outcome, t Transfer, code string) (outcome, error) {
	payments, err := depositdb.New(s.store.DB()).PaidByQR(ctx, depositdb.PaidByQRParams{
		Member: row.Member, Amount: t.Amount, Until: clock.MicrosOf(t.At.Add(clockSkew)), Since: clock.MicrosOf(t.At.Add(-alreadySeen)),
		Transfer: row.Transfer,
	})
	if err != nil {
		return o, fmt.Errorf("deposit: payments: %w", err)
	}
	nearest := time.Duration(-1)
	for _, p := range payments {
		apart := t.At.Sub(clock.Micros(p.PaidAt).Time()).Abs()
		if (apart <= alreadyAround || p.Reference == code) && (nearest < 0 || apart <= nearest) {
			nearest = apart
			o = outcome{end: stateFailed, reason: fault.SLIP_ALREADY_CREDITED, already: p.ID}
			if deposit.State(p.State) == deposit.Held {
				o.reason = fault.Code(p.Reason)
			}
		}
	}
	return o, nil
}

// alreadyOf is the deposit that a slip turned out to be about; nil where it is none, or still held.
func (s *Service) alreadyOf(ctx context.Context, row depositdb.Slip) (*Already, error) {
	if row.Inflow == "" {
		return nil, nil
	}
	in, err := depositdb.New(s.store.DB()).CreditedBy(ctx, row.Inflow, row.Member)
	if store.NotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("deposit: inflow: %w", err)
	}
	if fault.Code(row.Reason) != fault.SLIP_ALREADY_CREDITED && deposit.State(in.State) != deposit.Credited && deposit.State(in.State) != deposit.Released {
		return nil, nil
	}
	return &Already{Reference: s.books.Reference(ledger.ID(in.Transfer)), Amount: in.Amount, At: clock.Micros(in.PaidAt).Time()}, nil
}
