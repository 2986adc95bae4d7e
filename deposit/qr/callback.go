package qr

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
)

// Callback takes a gateway's hint. It does not trust it: the state and the payments of the code are asked for, and booked
// before it returns nil. ErrForged and a NO_BANK fault have no effect; any other error asks the gateway to call again. A
// gateway without a panel in the content is still heard: what comes late is late, not lost.
//
// Most gateways sign nothing, so anybody may send a hint. All waiting hints about one code share one inquiry, and there are
// only a few a minute (hints). A reference that was never handed out causes no call.
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
		o, err := s.codes.of(ctx, reference)
		switch {
		case store.NotFound(err):
			return s.handleUnknownReference(ctx, code, gateway, reference)
		case err != nil:
			return fmt.Errorf("deposit: code: %w", err)
		case o.Account != code:
			return nil // a code of another gateway: this one has no say about it
		}
		return s.inquire(ctx, o)
	})
}

// callbacks limits the callbacks about one reference that are let through whatever their address has sent. No honest gateway
// repeats one so often.
var callbacks = ratelimit.Limit{Name: "callback", Count: 1, Per: time.Second, Burst: 20}

// Ours reports whether a callback is about a reference that we handed out, and is not one too many about it. Nobody can make up
// such a reference, so many callbacks of one address are no flood where each is ours. It asks neither the database nor the
// gateway.
func (s *Service) Ours(ctx context.Context, code string, h Header, body []byte) bool {
	gateway := s.gateways[code]
	if gateway == nil {
		return false
	}
	reference, err := gateway.ParseCallback(h, body)
	if err != nil || !s.arrivals.GaveOut(reference) {
		return false
	}
	d, err := s.hints.limiter.Take(ctx, callbacks.On(code, reference))
	return err == nil && d.Allowed
}

// handleUnknownReference handles a callback about a reference that is not in our database. If we handed it out, the
// database was set back to an earlier point: the payment of it reached us and is kept for an operator. Any other is
// ignored.
func (s *Service) handleUnknownReference(ctx context.Context, code string, gateway Gateway, reference string) error {
	if !s.arrivals.GaveOut(reference) {
		return nil
	}
	return s.bookLost(ctx, code, gateway, reference)
}

// bookLost books what a gateway says of a code that our database has lost.
func (s *Service) bookLost(ctx context.Context, code string, gateway Gateway, reference string) error {
	state, err := s.ask(ctx, gateway, Ref{Reference: reference})
	if err != nil {
		return fmt.Errorf("deposit: inquiry: %w", err)
	}
	return errors.Join(state.Unread,
		s.book(ctx, state, deposit.Arrival{Account: code, Channel: deposit.ChannelQR, Reference: reference}))
}
