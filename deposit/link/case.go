package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// OpenLink is a wallet link whose outcome is not known.
type OpenLink struct {
	Reference string
	Member    string
	Account   string
	// State is asking until a redemption may have been sent, then taking.
	State string
	// Voucher is the issuer's number of it, Amount the expected amount. Empty if not even that is known.
	Voucher string
	Amount  money.Amount
	// Sent: a redemption may have been sent. Otherwise it is certain that we have got nothing yet.
	Sent bool
	// Said is the issuer's last answer, or the last error.
	Said  string
	Since time.Time
}

// Open lists links without an outcome of at least this age, oldest first. From 24 hours on they are cases. The age is counted by
// one clock, as for a decision.
func (s *Service) Open(ctx context.Context, age time.Duration, limit int) ([]OpenLink, error) {
	now := s.store.Now()
	rows, err := depositdb.New(s.store.DB()).OpenLinks(ctx, clock.MicrosOf(now.Add(-age)), clock.MicrosOf(now), int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: links: %w", err)
	}
	list := []OpenLink{}
	for _, l := range rows {
		if s.age(l) >= age {
			list = append(list, openLinkOf(l))
		}
	}
	return list, nil
}

// LookAt returns a link without an outcome, and until when the job may still settle it. Zero: it is a case, and an operator
// decides. NO_DATA if it has an outcome, or there is none.
func (s *Service) LookAt(ctx context.Context, reference string) (l OpenLink, byItselfUntil time.Time, err error) {
	row, err := depositdb.New(s.store.DB()).Link(ctx, reference)
	if err != nil && !store.NotFound(err) {
		return OpenLink{}, time.Time{}, fmt.Errorf("deposit: link: %w", err)
	}
	if err != nil || row.EndedAt != 0 {
		return OpenLink{}, time.Time{}, fault.New(fault.NO_DATA, "no link %q without an outcome", reference)
	}
	if !s.old(row) {
		byItselfUntil = row.CreatedAt.Time().Add(caseAge)
	}
	return openLinkOf(row), byItselfUntil, nil
}

func openLinkOf(l depositdb.WalletLink) OpenLink {
	return OpenLink{
		Reference: l.Reference, Member: l.Member, Account: l.Account, State: l.State, Voucher: l.Voucher, Amount: l.Amount,
		Sent: l.Sends > 0, Said: l.Said, Since: l.CreatedAt.Time(),
	}
}

// Decision is an operator's finding about a wallet link that is a case. By the history of our own wallet, it got an
// amount or nothing.
type Decision struct {
	Link OpenLink
	// Got is 0 if our wallet got nothing.
	Got money.Amount

	tx func(ctx context.Context, tx *store.Tx) error
}

// Tx carries out the decision in the commit of the operator's decision. The amount is booked under the voucher, so
// that neither the job nor another node nor a second decision can book it again.
func (d Decision) Tx(ctx context.Context, tx *store.Tx) error { return d.tx(ctx, tx) }

// Decide prepares an operator's decision. NO_DATA if the link is not open, or younger than 24 hours: until then the
// job may still settle it.
func (s *Service) Decide(ctx context.Context, reference string, got money.Amount) (Decision, error) {
	if got < 0 {
		return Decision{}, fault.New(fault.INVALID_AMOUNT, "the amount that our wallet got can't be negative")
	}
	l, err := depositdb.New(s.store.DB()).Link(ctx, reference)
	if err != nil && !store.NotFound(err) {
		return Decision{}, fmt.Errorf("deposit: link: %w", err)
	}
	if err != nil || !s.isCase(l) {
		return Decision{}, fault.New(fault.NO_DATA, "no case %q", reference)
	}
	d := Decision{Link: openLinkOf(l), Got: got}
	if got == 0 {
		d.tx = func(ctx context.Context, tx *store.Tx) error {
			return s.endCaseTx(ctx, tx, reference, depositdb.EndLinkParams{State: stateRefused, Reason: string(fault.TRUELINK_INVALID)})
		}
		return d, nil
	}
	book, err := s.arrivals.Prepare(ctx, s.arrival(l, Redemption{Voucher: l.Voucher, Amount: got}))
	if err != nil {
		return Decision{}, err
	}
	d.tx = func(ctx context.Context, tx *store.Tx) error {
		row, err := book(ctx, tx, nil)
		if errors.Is(err, deposit.ErrBooked) {
			return fault.New(fault.TRUELINK_DUPLICATE, "this voucher is booked already")
		}
		if err != nil {
			return err
		}
		return s.endCaseTx(ctx, tx, reference, depositdb.EndLinkParams{State: stateCredited, Amount: row.Amount, Reason: row.Reason})
	}
	return d, nil
}

// FindTx returns a link as it is now, with an outcome or without, as part of an operator's decision. NO_DATA if there is none.
func (s *Service) FindTx(ctx context.Context, tx *store.Tx, reference string) (OpenLink, error) {
	l, err := depositdb.New(tx).Link(ctx, reference)
	if store.NotFound(err) {
		return OpenLink{}, fault.New(fault.NO_DATA, "no wallet link %q", reference)
	}
	return openLinkOf(l), err
}

func (s *Service) isCase(l depositdb.WalletLink) bool { return l.EndedAt == 0 && s.old(l) }

// old reports whether a link is so old that it is an operator's case if it has no outcome.
func (s *Service) old(l depositdb.WalletLink) bool {
	return s.age(l) >= caseAge
}

func (s *Service) age(l depositdb.WalletLink) time.Duration {
	return max(s.store.Now().Sub(s.store.CountFrom(l.CreatedAt.Time())), 0)
}

// endCaseTx takes over the link's turn and ends it.
func (s *Service) endCaseTx(ctx context.Context, tx *store.Tx, reference string, end depositdb.EndLinkParams) error {
	q := depositdb.New(tx)
	l, err := q.LeaseLink(ctx, reference)
	if store.NotFound(err) {
		return fault.New(fault.NO_DATA, "no case %q", reference)
	}
	if err != nil {
		return err
	}
	s.arrivals.ChangedTx(tx, l.Member)
	end.Reference, end.Turn, end.EndedAt, end.Said = reference, l.Turn, clock.MicrosOf(tx.Now), "decided by an operator"
	_, err = q.EndLink(ctx, end)
	return err
}
