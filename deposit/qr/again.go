package qr

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/patience"
	"krapao/internal/store"
)

// The same request may come again: under the same key, or as a double tap under another one. It then gets the code that it made,
// as it is now. A code that has ended is not shown a second time, so that nobody pays it.

// Replay answers a key under which a code was made. False: there is none. A request for another amount is IDEMPOTENCY_MISMATCH.
func (s *Service) Replay(ctx context.Context, ask Ask) (View, bool, error) {
	o, found, err := s.made(ctx, ask.Operation)
	switch {
	case err != nil || !found:
		return View{}, false, err
	case o.Member != ask.Member || o.Account != ask.Code || o.Amount != ask.Amount:
		return View{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another code")
	}
	view, err := s.awaitFirst(ctx, o)
	return view, true, err
}

// Made reports whether a code was made under a key.
func (s *Service) Made(ctx context.Context, operation string) (bool, error) {
	_, found, err := s.made(ctx, operation)
	return found, err
}

func (s *Service) made(ctx context.Context, operation string) (o depositdb.QrOrder, found bool, err error) {
	if operation == "" {
		return o, false, nil
	}
	o, err = s.codes.byOperation.At(ctx, operation)
	if store.NotFound(err) {
		return o, false, nil
	}
	if err != nil {
		return o, false, fmt.Errorf("deposit: code: %w", err)
	}
	return o, true, nil
}

// awaitFirst waits for the request that is already making this code, and returns its answer.
func (s *Service) awaitFirst(ctx context.Context, twin depositdb.QrOrder) (View, error) {
	ctx, cancel := context.WithTimeout(ctx, s.creatingTime())
	defer cancel()
	ctx, end := patience.But(ctx, 0)
	defer end()
	for {
		o, err := s.codes.of(ctx, twin.Reference)
		switch {
		case err != nil && ctx.Err() == nil:
			return View{}, fmt.Errorf("deposit: code: %w", err)
		case err == nil && o.State == stateRefused:
			return View{Message: refusedWords(o.Reason)}, nil
		case err == nil && o.State == stateFailed:
			return View{}, fault.New(fault.QR_FAIL, "the gateway's answer is not known")
		case err == nil && o.State != stateCreating:
			return s.show(ctx, o.Reference)
		}
		select {
		case <-ctx.Done():
			return View{}, fault.New(fault.QR_FAIL, "the gateway's answer is not known")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
