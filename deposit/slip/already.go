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
	// alreadyAround is how far the gateway's time of a payment and the bank's time on its slip may differ.
	alreadyAround = 10 * time.Minute
	// alreadySeen is how late after the payment a gateway may have reported it to us.
	alreadySeen = 24 * time.Hour
)

// alreadyPaid recognises the slip of a QR payment by the member that is already booked. Slips don't count for a
// gateway's account, but members send them to be safe. It matches amount and time, each payment once, and reveals
// nothing about other members. A payment of the code that the slip waits for may have the time of the gateway's
// decision instead. If the payment is held, it is no deposit yet, and the slip says why.
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

// alreadyOf returns the deposit that a slip turned out to be about. It is nil if there is none, or if it is still
// held.
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
	if fault.Code(row.Reason) != fault.SLIP_ALREADY_CREDITED && !deposit.State(in.State).InWallet() {
		return nil, nil
	}
	return &Already{Reference: s.books.Reference(ledger.ID(in.Transfer)), Amount: in.Amount, At: clock.Micros(in.PaidAt).Time()}, nil
}
