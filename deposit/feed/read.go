package feed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

const (
	// afterEnd is how long the statement of a withdrawn account is still read. People keep account numbers.
	afterEnd = 30 * 24 * time.Hour
	// concurrency is how many lines are booked, and how many statements are read, at the same time.
	concurrency = 8
	// slowest is the longest pause after failures.
	slowest = time.Minute
)

// Read reads the statements that are due, each on one node at a time, and books their lines. It returns the number of
// lines. A statement that fails is read again later from the same place, and blocks no other.
func (r *Reader) Read(ctx context.Context) (int, error) {
	accounts, err := r.accounts(ctx)
	if err != nil {
		return 0, err
	}
	var g errgroup.Group
	g.SetLimit(concurrency)
	lines := make([]int, len(accounts))
	for i, a := range accounts {
		g.Go(func() error {
			n, err := r.readOne(ctx, a)
			lines[i] = n
			if err != nil && ctx.Err() == nil {
				r.log.Warn("deposit: statement", "account", a.code, "error", err)
			}
			return nil
		})
	}
	err = g.Wait()
	total := 0
	for _, n := range lines {
		total += n
	}
	return total, err
}

// account is an account that has or had a feed, with all its versions, oldest first.
type account struct {
	code, number string
	versions     []depositdb.FeedAccountsRow
	// history: the statement was never read to its end, so that its lines may be older than our use of the account.
	history bool
}

// accounts lists the accounts and adds a row for each new one.
func (r *Reader) accounts(ctx context.Context) ([]account, error) {
	q := depositdb.New(r.store.DB())
	rows, err := q.FeedAccounts(ctx, clock.MicrosOf(r.store.Now().Add(-afterEnd)))
	if err != nil {
		return nil, fmt.Errorf("deposit: feed accounts: %w", err)
	}
	known, err := q.Feeds(ctx)
	if err != nil {
		return nil, fmt.Errorf("deposit: feeds: %w", err)
	}
	var list []account
	for _, row := range rows {
		if len(list) == 0 || list[len(list)-1].code != row.Code {
			list = append(list, account{code: row.Code})
		}
		last := &list[len(list)-1]
		last.versions = append(last.versions, row)
		if deposit.Source(row.Source) == deposit.SourceFeed {
			last.number = deposit.Digits(row.AccountNo)
		}
	}
	for _, a := range list {
		if slices.ContainsFunc(known, func(f depositdb.Feed) bool { return f.Account == a.code }) {
			continue
		}
		err := r.store.Write(ctx, func(tx *store.Tx) error { return depositdb.New(tx).AddFeed(ctx, a.code, clock.MicrosOf(tx.Now)) })
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readOne reads one statement to its end, if it is due and no other node reads it.
func (r *Reader) readOne(ctx context.Context, a account) (lines int, err error) {
	var turn depositdb.Feed
	row, due, err := r.due(ctx, a.code)
	if err != nil || !due {
		return 0, err
	}
	if rests, err := r.rests(ctx, a.code); rests || err != nil {
		return 0, err
	}
	pages, err := r.openPages(ctx, a.code)
	if err != nil {
		return 0, err
	}
	first, nothing := r.look(ctx, a, row, pages)
	if nothing {
		return 0, nil
	}
	err = r.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		turn, err = depositdb.New(tx).LeaseFeed(ctx, clock.MicrosOf(tx.Now.Add(r.timing.Lease)), a.code, clock.MicrosOf(tx.Now))
		return err
	})
	if store.NotFound(err) {
		return 0, nil // another node has taken it
	}
	if err != nil {
		return 0, err
	}
	a.history = turn.WholeAt == 0
	lines, err = r.readOn(ctx, a, turn, first, pages)
	return lines, errors.Join(err, r.retryPages(ctx, a, turn, pages))
}

// readOn reads a statement from its cursor. It passes a page that can't be read if the bank says where the statement
// continues.
func (r *Reader) readOn(
	ctx context.Context, a account, turn depositdb.Feed, first *answer, pages pageCases,
) (lines int, err error) {
	for range pagesATurn {
		page, err := r.next(ctx, a, turn.Position, first)
		first = nil
		n, err := r.takePage(ctx, a, turn.Position, page, err, pages)
		lines += n
		if err != nil {
			return lines, errors.Join(err, r.failed(ctx, turn, err))
		}
		turn.Position = page.Next
		goOn, err := r.moved(ctx, turn, page.More)
		if err != nil || !goOn {
			return lines, err
		}
	}
	return lines, nil
}

// due avoids a write if there is nothing to do.
func (r *Reader) due(ctx context.Context, account string) (row depositdb.Feed, due bool, err error) {
	row, err = depositdb.New(r.store.DB()).Feed(ctx, account)
	if store.NotFound(err) {
		return row, false, nil
	}
	now := r.store.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	return row, row.DueAt <= clock.MicrosOf(now) && now.Sub(r.looked[account]) >= r.timing.Every, err
}

// moved stores how far the statement is booked. goOn is false at its end, and if another reader took over.
func (r *Reader) moved(ctx context.Context, turn depositdb.Feed, more bool) (goOn bool, err error) {
	var n int64
	err = r.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		next, whole := tx.Now.Add(r.timing.Every), clock.MicrosOf(tx.Now)
		if more {
			next, whole = tx.Now.Add(r.timing.Lease), 0
		}
		n, err = depositdb.New(tx).MoveFeed(ctx, depositdb.MoveFeedParams{
			Position: turn.Position, DueAt: clock.MicrosOf(next), ReadAt: clock.MicrosOf(tx.Now), WholeAt: whole,
			Account: turn.Account, Turn: turn.Turn,
		})
		return err
	})
	return more && n == 1, err
}

// failed makes the statement due again. The pause grows with the time for which it has been failing.
func (r *Reader) failed(ctx context.Context, turn depositdb.Feed, why error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.timing.Call)
	defer cancel()
	return r.store.Write(ctx, func(tx *store.Tx) error {
		pause := r.timing.Retry
		if turn.FailingSince != 0 {
			pause = min(max(pause, tx.Now.Sub(turn.FailingSince.Time())), slowest)
		}
		_, err := depositdb.New(tx).FailFeed(ctx, depositdb.FailFeedParams{
			DueAt: clock.MicrosOf(tx.Now.Add(pause)), Now: clock.MicrosOf(tx.Now), Failure: why.Error(),
			Account: turn.Account, Turn: turn.Turn,
		})
		return err
	})
}
