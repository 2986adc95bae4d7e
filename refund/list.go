package refund

import (
	"context"
	"fmt"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/refund/internal/refunddb"
)

// Check is the state of a member's refund by the books, with those of strongly linked members. No game is asked, so a receive
// may pay a different amount.
type Check struct {
	// Ready: a refund can be received now. Held: a condition is active.
	Ready, Held bool
	// From is the time of the last receive, zero before the first; To is now.
	From, To time.Time
	// Before is what the member had at From, Deposits and Withdrawals are since then, Balance is what it has now:
	// Loss = Deposits + Before - Withdrawals - Balance, at least 0, and less if all who share C lost less together.
	Before, Deposits, Withdrawals, Balance, Loss money.Amount
	Percent                                      int64
	// Next is when a refund can be received again; zero: now.
	Next time.Time
	// Purse can be added to the wallet, under a condition that succeeds and fails at these percents.
	Purse                       money.Amount
	PercentSuccess, PercentFail int64
}

// Check returns the state of a member's refund.
func (s *Service) Check(ctx context.Context, member string) (Check, error) {
	q := s.q()
	now, err := settings(ctx, q)
	if err != nil {
		return Check{}, err
	}
	c := Check{To: s.Store.Now(), Percent: now.Percent, PercentSuccess: now.Terms.PercentSuccess, PercentFail: now.Terms.PercentFail}
	purse, err := s.Books.Balance(ctx, ledger.RefundPurse(member))
	if err != nil {
		return Check{}, err
	}
	c.Purse = purse.Available()
	life, err := s.shownLife(ctx, member)
	if err != nil {
		return Check{}, err
	}
	if c.Held, err = s.held(ctx, member); err != nil {
		return Check{}, err
	}
	c.Deposits, c.Withdrawals, c.Balance = life.Deposits, life.Withdrawals, life.Total
	last, err := q.LastReceive(ctx, member)
	switch {
	case err == nil:
		c.From, c.Before = last.ReceivedAt.Time(), money.Amount(last.Total)
		c.Deposits -= money.Amount(last.Deposits)
		c.Withdrawals -= money.Amount(last.Withdrawals)
		life.Star = money.Amount(last.Star)
		if last.ReceivedWeek == week(c.To) {
			c.Next = nextWeek(c.To).UTC()
		}
	case !store.NotFound(err):
		return Check{}, fmt.Errorf("refund: check a member's refund: %w", err)
	}
	linked, countable, err := s.shownLinked(ctx, member)
	if err != nil {
		return Check{}, err
	}
	c.Loss = max(0, Refundable(life, linked...))
	c.Ready = now.On && !c.Held && c.Next.IsZero() && countable && Refund(c.Loss, now.Percent, now.WeekCap) >= now.Minimum
	return c, nil
}

// held reports whether the member has a condition that is not over.
func (s *Service) held(ctx context.Context, member string) (held bool, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		err := s.freeTx(ctx, tx, member)
		if held = fault.Is(err, fault.REFUND_CONDITION); held {
			return nil
		}
		return err
	})
	return held, err
}

// shownLinked returns the lives of the members who share C, by the books. countable is false if there are more of them than a
// receive counts together.
func (s *Service) shownLinked(ctx context.Context, member string) (linked []Life, countable bool, err error) {
	others, err := s.Links.Linked(ctx, member, mostLinked)
	if err != nil || len(others) > mostLinked {
		return nil, false, err
	}
	for _, other := range others {
		life, err := s.shownLife(ctx, other)
		if err != nil {
			return nil, false, err
		}
		last, err := s.q().LastReceive(ctx, other)
		if err != nil && !store.NotFound(err) {
			return nil, false, fmt.Errorf("refund: check a member's refund: %w", err)
		}
		life.Star = money.Amount(last.Star)
		linked = append(linked, life)
	}
	return linked, true, nil
}

// shownLife reads a member's life by the books, without C*.
func (s *Service) shownLife(ctx context.Context, member string) (Life, error) {
	var life Life
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if life.Deposits, err = s.Lives.DepositedTx(ctx, tx, member); err != nil {
			return err
		}
		if life.Withdrawals, err = s.Lives.WithdrawnTx(ctx, tx, member); err != nil {
			return err
		}
		life.Total, err = s.Known.TotalTx(ctx, tx, member)
		return err
	})
	return life, err
}

// Received is one refund that a member received.
type Received struct {
	Amount money.Amount
	At     time.Time
}

// List returns a page of a member's receives, newest first, and how many there are in all.
func (s *Service) List(ctx context.Context, member string, page, limit int) ([]Received, int, error) {
	q := s.q()
	total, err := q.CountReceives(ctx, member)
	if err != nil {
		return nil, 0, fmt.Errorf("refund: read receives: %w", err)
	}
	rows, err := q.Receives(ctx, member, int32((page-1)*limit), int32(limit))
	if err != nil {
		return nil, 0, fmt.Errorf("refund: read receives: %w", err)
	}
	list := make([]Received, len(rows))
	for i, row := range rows {
		list[i] = receivedOf(row)
	}
	return list, int(total), nil
}

func receivedOf(row refunddb.RefundReceive) Received {
	return Received{Amount: row.Amount, At: row.ReceivedAt.Time()}
}

// Banners returns the page's banners, none while there are no refunds.
func (s *Service) Banners(ctx context.Context) ([]bonus.Banner, error) {
	now, err := settings(ctx, s.q())
	if err != nil || !now.On {
		return nil, err
	}
	return now.Banners, nil
}
