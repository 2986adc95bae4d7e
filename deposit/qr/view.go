package qr

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/qr"
	"krapao/internal/store"
	"krapao/money"
)

// View is what a panel shows.
type View struct {
	// ID is our reference, qrcodeId on the wire.
	ID string
	// Shown: there is a code to pay. Without one only Message may be set.
	Shown bool
	SVG   string
	// Payload is the text in the picture.
	Payload   string
	Amount    money.Amount
	ExpiresAt time.Time
	// Remaining is counted by the server in whole seconds. A phone with a wrong clock then shows no code that has ended.
	Remaining int
	// Other: another request made the code, under another key.
	Other bool
	// Message says why no code is shown: the gateway's reason if it refused, else a code of the catalogue.
	Message string
}

// show returns the view of a code as it is now. A code that can't be paid any more is not shown.
func (s *Service) show(ctx context.Context, reference string) (View, error) {
	o, err := s.codes.of(ctx, reference)
	if err != nil {
		return View{}, fmt.Errorf("deposit: code: %w", err)
	}
	return s.viewOf(o)
}

func (s *Service) viewOf(o depositdb.QrOrder) (View, error) {
	left := o.ExpiresAt.Time().Sub(s.store.Now())
	if o.State != stateOpen || left < time.Second {
		return View{Message: whyNone(o)}, nil
	}
	svg, err := qr.SVG(o.Payload)
	if err != nil {
		return View{}, fmt.Errorf("deposit: code %s: %w", o.Reference, err)
	}
	return View{
		ID: o.Reference, Shown: true, SVG: svg, Payload: o.Payload, Amount: o.Amount,
		ExpiresAt: o.ExpiresAt.Time(), Remaining: int(left / time.Second),
	}, nil
}

// whyNone returns the reason why a code is not shown.
func whyNone(o depositdb.QrOrder) string {
	switch o.State {
	case statePaid:
		return string(fault.QR_PAID)
	case stateCreating:
		return string(fault.QR_PENDING)
	case stateRefused:
		return refusedWords(o.Reason)
	case stateFailed:
		return string(fault.QR_FAIL)
	}
	return string(fault.QR_ENDED)
}

// refusedWords returns the gateway's own text if there is one.
func refusedWords(reason string) string {
	return cmp.Or(strings.TrimSpace(reason), string(fault.QR_REFUSED))
}

// Shown returns the member's open code at a bank. Its field Shown is false if there is none.
func (s *Service) Shown(ctx context.Context, member, code string) (View, error) {
	a, err := s.arrivals.AccountInForce(ctx, code)
	if err != nil {
		return View{}, err
	}
	if _, err := s.gatewayOf(a); err != nil {
		return View{}, err
	}
	o, err := depositdb.New(s.store.Brief()).OpenQR(ctx, member)
	if store.NotFound(err) || err == nil && o.Account != code {
		return View{Message: string(fault.QR_NONE)}, nil
	}
	if err != nil {
		return View{}, fmt.Errorf("deposit: code: %w", err)
	}
	return s.viewOf(o)
}
