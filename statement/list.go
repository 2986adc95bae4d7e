package statement

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/statement/internal/statementdb"
)

// MaxLimit is the most rows of one page.
const MaxLimit = 100

// maxPage bounds the number of rows to skip.
const maxPage = 1_000_000

// anchorLife is how long an anchor is kept. A session may read on for at least half of it after its first page: one that shows
// nothing new stores its anchor again only then.
const anchorLife = 24 * time.Hour

// anchor is the statement as it was when a session read page 1: the wallet's version, and the number of rows.
type anchor struct {
	version int64
	total   int
}

// Page is which part of a statement is read, and what it depends on.
type Page struct {
	// Number is from 1, Limit the rows of a page.
	Number, Limit int
	// Content is the version of the operator's content when it was read.
	Content int64
	at      anchor
	// newest is the wallet's version when the page was begun.
	newest int64
}

// Same reports whether two pages have the same rows as long as none of these is in progress.
func (p Page) Same(as Page) bool {
	return p.Number == as.Number && p.Limit == as.Limit && p.Content == as.Content && p.at == as.at
}

// PageOf begins to read a page of a member's statement. Page 1 shows the rows that there are now, and fixes them for the later
// pages of the session. INVALID_INPUT where number or limit is out of range.
func (s *Service) PageOf(ctx context.Context, member, session string, number, limit int) (p Page, err error) {
	if number < 1 || number > maxPage || limit < 1 || limit > MaxLimit {
		return p, fault.New(fault.INVALID_INPUT, "page is from 1, limit 1 to %d", MaxLimit)
	}
	p = Page{Number: number, Limit: limit}
	if err = s.begin(ctx, &p, member, session); err != nil {
		return p, fmt.Errorf("statement: %w", err)
	}
	return p, nil
}

// List reads the rows of a page.
func (s *Service) List(ctx context.Context, member string, p Page) (List, error) {
	wallet := ledger.Wallet(member)
	list := List{Total: p.at.total, Rows: []Row{}}
	offset := (p.Number - 1) * p.Limit
	if offset >= p.at.total {
		return list, nil
	}
	var lines []ledger.Line
	err := s.lagging(ctx, wallet, p.newest, func(ctx context.Context) (err error) {
		lines, err = s.ledger.History(ctx, wallet, ledger.HistoryPage{UpTo: p.at.version, Offset: offset, Limit: p.Limit})
		return err
	})
	if err != nil {
		return List{}, fmt.Errorf("statement: %w", err)
	}
	for _, l := range lines {
		list.Rows = append(list.Rows, s.row(wallet, l))
	}
	return list, nil
}

// begin reads the session's anchor and the versions of the wallet and of the content, always on the primary. It makes a new
// anchor for page 1, and where the session has none or none any more.
func (s *Service) begin(ctx context.Context, p *Page, member, session string) error {
	wallet := ledger.Wallet(member)
	row, err := s.anchors.At(ctx, reader(session, member))
	if err != nil {
		return err
	}
	p.at, p.Content, p.newest = anchor{row.Version, int(row.Total)}, row.Content, row.Newest
	old := p.at != (anchor{}) && s.store.Now().Sub(clock.Micros(row.SetAt).Time()) >= anchorLife/2
	if p.at != (anchor{}) && p.Number > 1 || row.Newest == p.at.version && !old { // nothing new: most first pages write nothing
		return nil
	}
	var added int
	err = s.lagging(ctx, wallet, p.newest, func(ctx context.Context) (err error) {
		added, err = s.ledger.HistoryCount(ctx, wallet, p.at.version, p.newest)
		return err
	})
	if err != nil {
		return err
	}
	p.at = anchor{p.newest, p.at.total + added}
	s.save(ctx, member, session, p.at)
	return nil
}

// lagging runs a read on the standby only if that has the wallet's version, which the primary has just told. So no sum in a
// statement is older than an answer that the member has seen, whichever node gave it.
func (s *Service) lagging(ctx context.Context, wallet ledger.Account, version int64, read func(context.Context) error) error {
	_, err := s.store.Lagging(ctx, func(ctx context.Context, _ time.Time) (bool, error) {
		there, err := statementdb.New(s.store.DB()).Version(ctx, string(wallet))
		return err == nil && there >= version, err
	}, read)
	return err
}

// keepWithin bounds the time to store an anchor.
const keepWithin = patience.Book

// save stores the anchor for the pages that follow. This page is right without it: where nothing can be written, the next
// page goes by the anchor before.
func (s *Service) save(ctx context.Context, member, session string, a anchor) {
	ctx, cancel := context.WithTimeout(ctx, keepWithin)
	defer cancel()
	_ = s.store.Write(ctx, func(tx *store.Tx) error {
		return statementdb.New(tx).SetAnchor(ctx, statementdb.SetAnchorParams{
			Session: session, Member: member, Version: a.version, Total: int64(a.total), SetAt: clock.MicrosOf(tx.Now),
		})
	})
}

// Sweep deletes anchors older than anchorLife.
func (s *Service) Sweep(ctx context.Context) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := statementdb.New(tx).SweepAnchors(ctx, clock.MicrosOf(tx.Now.Add(-anchorLife)))
		return err
	})
}
