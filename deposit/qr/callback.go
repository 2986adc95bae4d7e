package qr

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
)

// Callback takes a gateway's hint. It is not believed: the code's state and payments are asked for, and booked before
// this returns without an error. ErrForged and a NO_BANK fault have no effect; any other error asks the gateway to call
// again. A gateway whose panel content no longer has is still listened to: what comes late is late, not lost.
//
// Most gateways sign nothing, so anybody may hint: all hints of one code that wait share one inquiry, and there are never more
// than a few a minute (hints); a reference that was never given out costs the gateway nothing.
func (s *Service) Callback(ctx context.Context, code string, h Header, body []byte) error {
	gateway := s.gateways[code]
	if gateway == nil {
		return fault.New(fault.NO_BANK, "no gateway %q is connected", code)
	}
	reference, err := gateway.ParseCallback(h, body)
	if err != nil {
		return err
	}
	return s.hints.look(ctx, code+" "+reference, func(ctx context.Context) error {
		o, err := depositdb.New(s.store.DB()).QR(ctx, reference)
		switch {
		case store.NotFound(err):
			return s.stranger(ctx, code, gateway, reference)
		case err != nil:
			return fmt.Errorf("deposit: code: %w", err)
		case o.Account != code:
			return nil // another gateway's code: nothing that this one says counts
		}
		return s.inquire(ctx, o)
	})
}

// stranger handles a callback about a reference that is not in the books. One that we gave out can only come from a store that
// was set back to an earlier point; what was paid on it reached us and is kept for an operator. Any other is nothing at all.
func (s *Service) stranger(ctx context.Context, code string, gateway Gateway, reference string) error {
	if !s.arrivals.GaveOut(reference) {
		return nil
	}
	state, err := s.ask(ctx, gateway, Ref{Reference: reference})
	if err != nil {
		return fmt.Errorf("deposit: inquiry: %w", err)
	}
	return s.book(ctx, state, deposit.Arrival{Account: code, Channel: deposit.ChannelQR, Reference: reference})
}
