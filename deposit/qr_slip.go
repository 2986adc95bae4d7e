package deposit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/money"
)

// Code is a QR code of a member's own, as the slip of a payment of it is compared with it.
type Code struct {
	Account, Reference string
	// Paid: a payment of it is booked. Review: its gateway has not decided about one yet.
	Paid, Review bool
	// End is when it ended, or will.
	End time.Time
}

// CodeLike returns the member's code that a payment of an amount between two instants may have been of; one that is not paid
// yet comes first. It returns false where there is none.
func (s *Service) CodeLike(ctx context.Context, member string, amount money.Amount, since, until time.Time) (Code, bool, error) {
	codes, err := depositdb.New(s.store.DB()).CodesLike(ctx, depositdb.CodesLikeParams{
		Member: member, Amount: amount, Until: until.UnixMicro(), Since: since.UnixMicro(),
	})
	if err != nil {
		return Code{}, false, fmt.Errorf("deposit: codes: %w", err)
	}
	if len(codes) == 0 {
		return Code{}, false, nil
	}
	o := codes[0]
	end := timeOf(o.ExpiresAt)
	if o.EndedAt > 0 {
		end = minTime(end, timeOf(o.EndedAt))
	}
	return Code{Account: o.Account, Reference: o.Reference, Paid: o.State == qrPaid, Review: o.State == qrReview, End: end}, true, nil
}

// errNoGateway: the operator disconnected the gateway of a code that a slip waits for.
var errNoGateway = errors.New("deposit: the code's gateway is not connected")

// AskAbout makes one inquiry about a code, together with all who hint at it, and books what it tells.
func (s *Service) AskAbout(ctx context.Context, account, reference string) error {
	if s.gateways[account] == nil {
		return errNoGateway
	}
	ctx, cancel := context.WithTimeout(ctx, s.timing.Call)
	defer cancel()
	return s.hints.look(ctx, account+" "+reference, func(ctx context.Context) error {
		o, err := depositdb.New(s.store.DB()).QR(ctx, reference)
		if err != nil {
			return fmt.Errorf("deposit: code: %w", err)
		}
		return s.inquire(ctx, o)
	})
}
