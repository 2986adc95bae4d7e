package qr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/money"
)

// Like returns the member's code that a payment of an amount between two instants may have been of; one that is not paid
// yet comes first. It returns false where there is none.
func (s *Service) Like(ctx context.Context, member string, amount money.Amount, since, until time.Time) (deposit.Code, bool, error) {
	codes, err := depositdb.New(s.store.DB()).CodesLike(ctx, depositdb.CodesLikeParams{
		Member: member, Amount: amount, Until: clock.MicrosOf(until), Since: clock.MicrosOf(since),
	})
	if err != nil {
		return deposit.Code{}, false, fmt.Errorf("deposit: codes: %w", err)
	}
	if len(codes) == 0 {
		return deposit.Code{}, false, nil
	}
	o := codes[0]
	end := o.ExpiresAt.Time()
	if o.EndedAt > 0 {
		end = minTime(end, o.EndedAt.Time())
	}
	return deposit.Code{Account: o.Account, Reference: o.Reference, Paid: o.State == statePaid, Review: o.State == stateReview, End: end}, true, nil
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
