package member

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

const holderCaseIDLength = 12

// HolderCase is a pair of members that are linked since names are compared in their normal form, and were not before. What
// they earned from each other until then stands; a person looks whether they are one.
type HolderCase struct {
	ID            string
	Member, Other string
	Open          bool
	// Note is who closed it and why.
	Note    string
	FoundAt time.Time
}

// HolderCases lists pairs, oldest first; all: the closed ones, too.
func (s *Service) HolderCases(ctx context.Context, all bool, most int) ([]HolderCase, error) {
	leftOut := caseClosed
	if all {
		leftOut = ""
	}
	rows, err := memberdb.New(s.Store.DB()).HolderCases(ctx, leftOut, int32(most))
	if err != nil {
		return nil, fmt.Errorf("member: holder cases: %w", err)
	}
	list := make([]HolderCase, len(rows))
	for i, row := range rows {
		list[i] = holderCaseOf(row)
	}
	return list, nil
}

// OpenHolderCases counts the open ones, and says since when the oldest is.
func (s *Service) OpenHolderCases(ctx context.Context) (n int64, since time.Time, err error) {
	open, err := memberdb.New(s.Store.DB()).OpenHolderCases(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("member: holder cases: %w", err)
	}
	return open.Count, clock.OfMicro(open.Oldest), nil
}

const caseClosed = "closed"

// HolderCase returns one; NO_DATA where there is none.
func (s *Service) HolderCase(ctx context.Context, id string) (HolderCase, error) {
	row, err := memberdb.New(s.Store.DB()).HolderCase(ctx, id)
	if store.NotFound(err) {
		return HolderCase{}, fault.New(fault.NO_DATA, "no case %q", id)
	}
	if err != nil {
		return HolderCase{}, fmt.Errorf("member: holder case: %w", err)
	}
	return holderCaseOf(row), nil
}

func holderCaseOf(row memberdb.HolderCase) HolderCase {
	return HolderCase{
		ID: row.ID, Member: row.Member, Other: row.Other, Open: row.State != caseClosed, Note: row.Note, FoundAt: instant(row.FoundAt),
	}
}

// CloseHolderCaseTx ends one, inside an operator's decision; NO_DATA where it is not open.
func (s *Service) CloseHolderCaseTx(ctx context.Context, tx *store.Tx, id, by, note string) error {
	n, err := memberdb.New(tx).CloseHolderCase(ctx, memberdb.CloseHolderCaseParams{
		ID: id, Note: note, DecidedBy: by, DecidedAt: tx.Now.UnixMicro(),
	})
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "no open case %q", id)
	}
	return err
}
