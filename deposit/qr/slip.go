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

// Like returns the member's code that may have been paid with an amount between two instants. Unpaid codes come
// first. It returns false if there is none.
func (s *Service) Like(
	ctx context.Context, member string, amount money.Amount, since, until time.Time,
) (deposit.Code, bool, error) {
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
	return deposit.Code{
		Account: o.Account, Reference: o.Reference, Paid: o.State == statePaid, Review: o.State == stateReview, End: end,
	}, true, nil
}

// errNoGateway says that the gateway of a code is no longer connected, while a slip waits for its answer.
var errNoGateway = errors.New("deposit: the code's gateway is not connected")

// AskAbout makes one inquiry about a code, shared with all hints about it, and books the payments that it reports.
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
