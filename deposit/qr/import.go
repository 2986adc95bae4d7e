package qr

import (
	"context"
	"errors"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/store"
	"krapao/money"
)

// errUnconfirmed: a gateway lists a payment that it does not know when it is asked about its code.
var errUnconfirmed = errors.New("deposit: the gateway does not confirm a payment that it lists")

// Import books a payment that a gateway lists, and reports whether it was not booked before. The gateway itself is asked about
// the payment's code, as ever, so that it is booked under the gateway's own number. A code that is not in the books, and was
// handed out by them once, was lost with them: its payment is unmatched. So is one of no code of ours, under the list's number.
func (s *Service) Import(ctx context.Context, account, reference string, p deposit.Payment) (booked bool, err error) {
	o, err := s.codes.of(ctx, reference)
	ours := err == nil && o.Account == account
	if err != nil && !store.NotFound(err) {
		return false, fmt.Errorf("deposit: code: %w", err)
	}
	gateway := s.gateways[account]
	if gateway == nil || !ours && (err == nil || !s.arrivals.GaveOutOnce(reference)) {
		p.Source = "list:" + p.Source
		return s.arrivals.Book(ctx, deposit.Arrival{Account: account, Channel: deposit.ChannelQR, Payment: p})
	}
	before, err := s.received(ctx, account, reference)
	if err != nil {
		return false, err
	}
	if before < p.Amount {
		if ours {
			err = s.inquire(ctx, o)
		} else {
			err = s.bookLost(ctx, account, gateway, reference)
		}
	}
	if err != nil {
		return false, err
	}
	now, err := s.received(ctx, account, reference)
	if err == nil && now < p.Amount {
		err = errUnconfirmed
	}
	return now > before, err
}

// received is what was booked for a code in all.
func (s *Service) received(ctx context.Context, account, reference string) (money.Amount, error) {
	sum, err := depositdb.New(s.store.DB()).ReceivedForCode(ctx, reference, account)
	if err != nil {
		return 0, fmt.Errorf("deposit: code: %w", err)
	}
	return money.Amount(sum), nil
}

// Knows reports whether a code is in the books: its gateway is asked about it.
func (s *Service) Knows(ctx context.Context, reference string) (bool, error) {
	_, err := s.codes.of(ctx, reference)
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("deposit: code: %w", err)
	}
	return true, nil
}
