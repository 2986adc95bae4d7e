package feed

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
)

const (
	// pagesATurn is how many pages are read in one turn. The next turn reads the rest.
	pagesATurn = 50
	// pageKept is how many bytes of an unreadable answer are kept.
	pageKept = 256 << 10
	// pageSlowest is the longest pause between two tries for a page that the statement has passed.
	pageSlowest = 10 * time.Minute
)

// pageCases are the unreadable pages of an account, by the cursors of their calls.
type pageCases map[string]depositdb.FeedCase

func (r *Reader) openPages(ctx context.Context, account string) (pageCases, error) {
	rows, err := depositdb.New(r.store.DB()).OpenPages(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("deposit: pages: %w", err)
	}
	pages := pageCases{}
	for _, row := range rows {
		pages[row.Position] = row
	}
	return pages, nil
}

// takePage books the readable lines of an answer. It returns an error if the statement can't continue after it:
// reading then stays in place and asks again. An unreadable page is one case, however often it is asked for, until
// the bank sends it correctly.
func (r *Reader) takePage(
	ctx context.Context, a account, position string, page Page, answered error, pages pageCases,
) (lines int, err error) {
	unreadable := (*UnreadablePageError)(nil)
	if answered != nil && !errors.As(answered, &unreadable) {
		return 0, answered
	}
	if err := r.takeLines(ctx, a, page.Lines); err != nil {
		return len(page.Lines), err
	}
	if unreadable == nil {
		return len(page.Lines), r.pageRead(ctx, pages[position])
	}
	if err := r.keepPage(ctx, a.code, position, page.Next, unreadable); err != nil {
		return len(page.Lines), err
	}
	if page.Next == "" || page.Next == position {
		return len(page.Lines), answered
	}
	return len(page.Lines), nil
}

// keepPage keeps an unreadable answer as a case, unless it is known. resume is where the statement continues after
// it, and the case must be stored before that. Empty: it does not continue.
func (r *Reader) keepPage(ctx context.Context, account, position, resume string, u *UnreadablePageError) error {
	key := r.box.Index("statement_page", position)
	if resume == position {
		resume = ""
	}
	known, err := depositdb.New(r.store.DB()).FeedCaseOf(ctx, account, key)
	switch {
	case store.NotFound(err):
		known = depositdb.FeedCase{ID: id.Text(16), Account: account, Raw: key, Page: true, Position: position}
	case err != nil:
		return fmt.Errorf("deposit: page: %w", err)
	case known.EndedAt > 0 && known.State != CaseRead && resume == "":
		return nil // an operator has looked at it; the halted statement has an alarm of its own
	case known.EndedAt == 0 && (resume == "" || known.Resume != ""):
		return nil
	}
	sealed, err := r.box.Seal(rawRow(known.ID), pageText(u.Raw))
	if err != nil {
		return fmt.Errorf("deposit: a page's text: %w", err)
	}
	n := int64(0)
	err = r.store.Write(ctx, func(tx *store.Tx) error {
		n, err = keepPageTx(ctx, tx, known, depositdb.ReopenPageParams{
			FoundAt: clock.MicrosOf(tx.Now), RawSealed: sealed, Why: string(u.Why), Resume: resume,
			RetryAt: retryAt(tx.Now, resume, r.timing.Retry), ID: known.ID,
		})
		return err
	})
	if err == nil && n == 1 {
		r.log.Error("deposit: a bank's answer is no page of its statement; it is asked for again",
			"account", account, "case", known.ID, "why", u.Why.English(), "goes_on", resume != "")
	}
	return err
}

// keepPageTx adds a case, opens it again, or stores that the statement now continues after it.
func keepPageTx(ctx context.Context, tx *store.Tx, known depositdb.FeedCase, now depositdb.ReopenPageParams) (int64, error) {
	q := depositdb.New(tx)
	switch {
	case known.FoundAt == 0:
		return q.AddFeedCase(ctx, depositdb.AddFeedCaseParams{
			ID: now.ID, Account: known.Account, Raw: known.Raw, RawSealed: now.RawSealed, Why: now.Why, FoundAt: now.FoundAt,
			Page: true, Position: known.Position, Resume: now.Resume, RetryAt: now.RetryAt,
		})
	case known.EndedAt > 0:
		return q.ReopenPage(ctx, now)
	}
	_, err := q.PassPage(ctx, now.Resume, now.RetryAt, now.ID)
	return 0, err
}

// retryAt returns when a page is asked for again. A page that the statement has not passed is read with the
// statement.
func retryAt(now time.Time, resume string, pause time.Duration) clock.Micros {
	if resume == "" {
		return 0
	}
	return clock.MicrosOf(now.Add(pause))
}

func pageText(raw string) string {
	if len(raw) <= pageKept {
		return raw
	}
	return strings.ToValidUTF8(raw[:pageKept], "") + fmt.Sprintf("… (%d bytes in all)", len(raw))
}

// pageRead ends the case of a page, if there is one: the bank sent the page correctly, and its lines are booked.
func (r *Reader) pageRead(ctx context.Context, c depositdb.FeedCase) error {
	if c.ID == "" {
		return nil
	}
	err := r.store.Write(ctx, func(tx *store.Tx) error {
		_, err := depositdb.New(tx).EndFeedCase(ctx, depositdb.EndFeedCaseParams{
			State: CaseRead, EndedAt: clock.MicrosOf(tx.Now), ID: c.ID,
		})
		return err
	})
	if err == nil {
		r.log.Info("deposit: a page of a statement could be read at last", "account", c.Account, "case", c.ID)
	}
	return err
}

// retryPages asks again for the pages that the statement has passed. Each is asked for by one node at a time, and
// less often the longer it stays unreadable.
func (r *Reader) retryPages(ctx context.Context, a account, turn depositdb.Feed, pages pageCases) error {
	var failed error
	for _, c := range pages {
		now := r.store.Now()
		if c.Resume == "" || c.RetryAt > clock.MicrosOf(now) {
			continue
		}
		a.history = turn.WholeAt == 0 || c.FoundAt <= turn.WholeAt // its lines are older than the first full reading
		failed = errors.Join(failed, r.retryPage(ctx, a, c, now))
	}
	return failed
}

func (r *Reader) retryPage(ctx context.Context, a account, c depositdb.FeedCase, now time.Time) error {
	pause := min(max(r.timing.Retry, now.Sub(c.FoundAt.Time())), pageSlowest)
	claimed := int64(0)
	err := r.store.Write(ctx, func(tx *store.Tx) (err error) {
		claimed, err = depositdb.New(tx).ClaimPage(ctx, clock.MicrosOf(now.Add(pause)), c.ID, c.RetryAt)
		return err
	})
	if err != nil || claimed == 0 {
		return err
	}
	read, err := r.readBetween(ctx, a, c.Position, c.Resume)
	if err != nil || !read {
		return err
	}
	return r.pageRead(ctx, c)
}

// readBetween books what stands between two places of a statement. The bank may divide it into other pages than
// before, so it reads to the second place or to the end. read is false if one of the pages is unreadable.
func (r *Reader) readBetween(ctx context.Context, a account, from, to string) (read bool, err error) {
	for range pagesATurn {
		page, err := r.page(ctx, a, from)
		unreadable := (*UnreadablePageError)(nil)
		if err != nil && !errors.As(err, &unreadable) {
			return false, err
		}
		if err := r.takeLines(ctx, a, page.Lines); err != nil || unreadable != nil {
			return false, err
		}
		if page.Next == to || !page.More {
			return true, nil
		}
		from = page.Next
	}
	return false, fmt.Errorf("deposit: the statement of %s has no end between two of its places", a.code)
}

var errNoFeed = errors.New("deposit: the account's feed is not connected")

// page asks for the page after a cursor. With an UnreadablePageError it returns the readable lines.
func (r *Reader) page(ctx context.Context, a account, after string) (Page, error) {
	feed := r.feeds[a.code]
	if feed == nil {
		return Page{}, errNoFeed
	}
	ctx, cancel := context.WithTimeout(ctx, r.timing.Call)
	defer cancel()
	page, err := feed.Lines(ctx, a.number, after)
	if err != nil {
		return page, err
	}
	if page.Next == "" && (len(page.Lines) > 0 || after != "") {
		return Page{}, errors.New("deposit: the bank's page has no cursor for the next one")
	}
	return page, nil
}
