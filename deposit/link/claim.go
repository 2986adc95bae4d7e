package link

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// claim is a link that is being handed in.
type claim struct {
	member, operation, account string
	// code is the blind index of the voucher's code. sealed is the code, encrypted.
	code, sealed string
	reference    string
}

// claim commits the link and the claim of its voucher before the issuer is asked. fresh is false if the same
// operation, or the same link of the same member, is known already. Then both get the same outcome.
func (s *Service) claim(ctx context.Context, c claim, text string) (l depositdb.WalletLink, fresh bool, err error) {
	code, err := codeOf(text)
	if err != nil {
		return l, false, err // no voucher is named: nobody is asked, and nothing is stored
	}
	c.reference, c.code = s.arrivals.NewReference(), s.box.Index("voucher", code)
	if c.sealed, err = s.box.Seal(sealedRow(c.reference), code); err != nil {
		return l, false, fmt.Errorf("deposit: link: %w", err)
	}
	for attempt := 1; ; attempt++ {
		err = s.store.Write(ctx, func(tx *store.Tx) (err error) {
			l, fresh, err = s.claimTx(ctx, tx, c)
			return err
		})
		if !errors.Is(err, store.ErrUnique) || attempt == 3 {
			return l, fresh, err
		}
		// Another claim of this voucher was faster. Its row exists now.
	}
}

func (s *Service) claimTx(ctx context.Context, tx *store.Tx, c claim) (l depositdb.WalletLink, fresh bool, err error) {
	q := depositdb.New(tx)
	l, err = q.LinkOfOperation(ctx, c.operation)
	if err == nil || !store.NotFound(err) {
		return l, false, err
	}
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, c.member); err != nil {
		return l, false, err
	}
	other, err := q.LinkByCode(ctx, c.code)
	if err != nil && !store.NotFound(err) {
		return l, false, err
	}
	claimed := err == nil
	if claimed && other.Member == c.member && other.EndedAt == 0 {
		return other, false, nil // a repetition while the first is under way
	}
	if err := s.formOpen(ctx, q, c.member, tx.Now); err != nil {
		return l, false, err
	}
	if claimed {
		return s.add(ctx, tx, c, fault.TRUELINK_DUPLICATE)
	}
	// The value of the voucher is not known yet. If not even the minimum is within the member's limit, nobody is asked.
	if err := s.allowedTx(ctx, tx, c.member, minimum); err != nil {
		return l, false, err
	}
	return s.add(ctx, tx, c, "")
}

// add stores the row: under way, or refused at once.
func (s *Service) add(ctx context.Context, tx *store.Tx, c claim, refused fault.Code) (depositdb.WalletLink, bool, error) {
	row := depositdb.AddLinkParams{
		Reference: c.reference, Member: c.member, Operation: c.operation, Account: c.account, Code: c.code, CodeSealed: c.sealed,
		State: stateAsking, DueAt: clock.MicrosOf(tx.Now.Add(s.timing.Request)), CreatedAt: clock.MicrosOf(tx.Now),
	}
	if refused != "" {
		row.State, row.Reason, row.CodeSealed, row.DueAt, row.EndedAt = stateRefused, string(refused), "", 0, clock.MicrosOf(tx.Now)
	}
	q := depositdb.New(tx)
	if err := q.AddLink(ctx, row); err != nil {
		return depositdb.WalletLink{}, false, err
	}
	l, err := q.Link(ctx, c.reference)
	return l, true, err
}

// formOpen refuses a member whose form is closed. Five links refused by the issuer within an hour close it for an
// hour. Links without an answer count as if they might fail, so that nobody can guess codes in parallel.
func (s *Service) formOpen(ctx context.Context, q *depositdb.Queries, member string, now time.Time) error {
	// The order matters: a link that fails between the two queries is then counted twice, never missed.
	asking, err := q.CountAsking(ctx, member)
	if err != nil {
		return err
	}
	failures, err := q.LatestFailures(ctx, member, mostFailures)
	if err != nil {
		return err
	}
	closed := func(until time.Time) error {
		seconds := int((until.Sub(now) + time.Second - 1) / time.Second)
		return fault.New(fault.REQUEST_LIMIT, "too many links failed").With("seconds", max(seconds, 1))
	}
	failed := func(at clock.Micros) time.Time {
		if t := at.Time(); t.Before(now) {
			return t
		}
		return s.store.CountFrom(at.Time())
	}
	if len(failures) == mostFailures {
		last, first := failed(failures[0]), failed(failures[mostFailures-1])
		if until := last.Add(failureWindow); last.Sub(first) < failureWindow && now.Before(until) {
			return closed(until)
		}
	}
	recent := int64(0)
	for _, at := range failures {
		if now.Sub(failed(at)) < failureWindow {
			recent++
		}
	}
	if recent+asking >= mostFailures && asking > 0 {
		return closed(now.Add(s.timing.Request))
	}
	return nil
}

// allowedTx checks a link against the member's limits, together with the member's links that are being redeemed.
func (s *Service) allowedTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	expected, err := depositdb.New(tx).ExpectedOf(ctx, member)
	if err != nil {
		return err
	}
	return s.arrivals.AllowedTx(ctx, tx, member, amount+money.Amount(expected))
}
