package holder

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/member/holder/internal/holderdb"
)

const caseIDLength = 12

// Case is a pair of members that became linked when names began to be compared in their normal form. What they earned from
// each other before stands. An operator looks whether they are one person.
type Case struct {
	ID            string
	Member, Other string
	Open          bool
	// Note is who closed it and why.
	Note               string
	DecidedBy          string
	FoundAt, DecidedAt time.Time
}

// Cases are all of them, for operators.
type Cases struct{ store *store.Store }

// NewCases makes them.
func NewCases(s *store.Store) *Cases { return &Cases{store: s} }

// List lists cases, oldest first. all: closed ones, too.
func (c *Cases) List(ctx context.Context, all bool, most int) ([]Case, error) {
	leftOut := caseClosed
	if all {
		leftOut = ""
	}
	rows, err := holderdb.New(c.store.DB()).HolderCases(ctx, leftOut, int32(most))
	if err != nil {
		return nil, fmt.Errorf("holder: cases: %w", err)
	}
	list := make([]Case, len(rows))
	for i, row := range rows {
		list[i] = caseOf(row)
	}
	return list, nil
}

// CountOpen counts the open cases, and returns when the oldest was found.
func (c *Cases) CountOpen(ctx context.Context) (n int64, since time.Time, err error) {
	open, err := holderdb.New(c.store.DB()).OpenHolderCases(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("holder: cases: %w", err)
	}
	return open.Count, clock.Micros(open.Oldest).Time(), nil
}

// The states of a case (holder_case.state).
const caseOpen, caseClosed = "open", "closed"

// ByID returns one case. NO_DATA: there is none.
func (c *Cases) ByID(ctx context.Context, id string) (Case, error) {
	row, err := holderdb.New(c.store.DB()).HolderCase(ctx, id)
	if store.NotFound(err) {
		return Case{}, fault.New(fault.NO_DATA, "no case %q", id)
	}
	if err != nil {
		return Case{}, fmt.Errorf("holder: case: %w", err)
	}
	return caseOf(row), nil
}

func caseOf(row holderdb.HolderCase) Case {
	return Case{
		ID: row.ID, Member: row.Member, Other: row.Other, Open: row.State != caseClosed, Note: row.Note, FoundAt: row.FoundAt.Time(),
		DecidedBy: row.DecidedBy, DecidedAt: row.DecidedAt.Time(),
	}
}

// CloseTx closes a case, inside an operator's decision. NO_DATA: it is not open.
func (*Cases) CloseTx(ctx context.Context, tx *store.Tx, id, by, note string) error {
	n, err := holderdb.New(tx).CloseHolderCase(ctx, holderdb.CloseHolderCaseParams{
		ID: id, Note: note, DecidedBy: by, DecidedAt: clock.MicrosOf(tx.Now),
	})
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "no open case %q", id)
	}
	return err
}

// addCases makes cases of those members of the spans that are linked to a member who spells the name differently.
func addCases(ctx context.Context, tx *store.Tx, spans []span) error {
	q := holderdb.New(tx)
	for _, s := range spans {
		found, err := q.SpeltOtherwise(ctx, s.first, s.last)
		if err != nil {
			return err
		}
		for _, row := range found {
			if err := addCase(ctx, tx, row.Member, row.One); err != nil {
				return err
			}
			if err := addCase(ctx, tx, row.Member, row.Another); err != nil {
				return err
			}
		}
	}
	return nil
}

// addCase makes a case of a pair, once. other may be empty: then there is no case.
func addCase(ctx context.Context, tx *store.Tx, member, other string) error {
	if other == "" {
		return nil
	}
	return holderdb.New(tx).AddHolderCase(ctx, holderdb.AddHolderCaseParams{
		ID: id.Text(caseIDLength), Member: min(member, other), Other: max(member, other),
		FoundAt: clock.MicrosOf(tx.Now),
	})
}
