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

// Decision is what an operator found out about a wallet link that is a case: what our own wallet's history says it
// got, or that it got nothing.
type Decision struct {
	Link OpenLink
	// Got is 0 where our wallet got nothing.
	Got money.Amount

	tx func(ctx context.Context, tx *store.Tx) error
}

// Tx does it, in the commit of the operator's decision. What was got is booked under the voucher, so that the job,
// another node or a second decision can't book it again.
func (d Decision) Tx(ctx context.Context, tx *store.Tx) error { return d.tx(ctx, tx) }

// Decide prepares an operator's decision. NO_DATA where the link is not open, or younger than 24 hours: until then
// the job may still find out.
func (s *Service) Decide(ctx context.Context, reference string, got money.Amount) (Decision, error) {
	if got < 0 {
		return Decision{}, fault.New(fault.INVALID_AMOUNT, "what our wallet got is not negative")
	}
	l, err := depositdb.New(s.store.DB()).Link(ctx, reference)
	if err != nil && !store.NotFound(err) {
		return Decision{}, fmt.Errorf("deposit: link: %w", err)
	}
	if err != nil || !isCase(l, s.store.Now()) {
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
		row, booked, err := book(ctx, tx)
		if errors.Is(err, deposit.ErrBooked) || err == nil && !booked {
			return fault.New(fault.TRUELINK_DUPLICATE, "this voucher is booked already")
		}
		if err != nil {
			return err
		}
		return s.endCaseTx(ctx, tx, reference, depositdb.EndLinkParams{State: stateCredited, Amount: row.Amount, Reason: row.Reason})
	}
	return d, nil
}

func isCase(l depositdb.WalletLink, now time.Time) bool {
	return l.EndedAt == 0 && now.Sub(l.CreatedAt.Time()) >= caseAge
}

// endCaseTx takes the link's turn from whoever works on it and ends it.
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

// OpenLink is a wallet link whose outcome is not known.
type OpenLink struct {
	Reference string
	Member    string
	Account   string
	// Voucher is the issuer's number of it, Amount what it should bring; empty where not even that is known.
	Voucher string
	Amount  money.Amount
	// Sent: a redemption may have gone out. Otherwise it is certain that we have nothing of it yet.
	Sent bool
	// Said is the issuer's last word, or what went wrong.
	Said  string
	Since time.Time
}

// Open lists links without an outcome that are at least so old, the oldest first. From 24 hours on they are cases.
func (s *Service) Open(ctx context.Context, age time.Duration, limit int) ([]OpenLink, error) {
	rows, err := depositdb.New(s.store.DB()).OpenLinks(ctx, clock.MicrosOf(s.store.Now().Add(-age)), int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: links: %w", err)
	}
	list := make([]OpenLink, len(rows))
	for i, l := range rows {
		list[i] = openLinkOf(l)
	}
	return list, nil
}

func openLinkOf(l depositdb.WalletLink) OpenLink {
	return OpenLink{
		Reference: l.Reference, Member: l.Member, Account: l.Account, Voucher: l.Voucher, Amount: l.Amount, Sent: l.Sends > 0,
		Said: l.Said, Since: l.CreatedAt.Time(),
	}
}
