package feed

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
)

// notesEvery is how often it is written down that a statement was read and has no new line.
const notesEvery = time.Minute

// answer is what a bank answered about the page after a position.
type answer struct {
	position string
	page     Page
	err      error
}

// look asks for the next page before the statement is leased, and reports whether there is nothing to write: mostly the bank has
// nothing new. Two nodes may look at once, since a look changes nothing. Any other answer is worked on under the lease (next).
// A statement that fails, was not read to its end yet, or has unreadable pages is leased at once.
func (r *Reader) look(ctx context.Context, a account, row depositdb.Feed, pages pageCases) (first *answer, nothing bool) {
	now := r.store.Now()
	if row.WholeAt == 0 || row.FailingSince != 0 || len(pages) > 0 || now.Sub(row.ReadAt.Time()) >= notesEvery {
		return nil, false
	}
	page, err := r.page(ctx, a, row.Position)
	if err == nil && len(page.Lines) == 0 && !page.More && page.Next == row.Position {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.looked[a.code] = now
		return nil, true
	}
	return &answer{row.Position, page, err}, false
}

// next is the page after a position: what the bank answered to the look, or asked for now.
func (r *Reader) next(ctx context.Context, a account, position string, first *answer) (Page, error) {
	if first != nil && first.position == position {
		return first.page, first.err
	}
	return r.page(ctx, a, position)
}
