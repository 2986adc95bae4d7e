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

// HolderCase is a pair of members that became linked when names began to be compared in their normal form. What they earned from
// each other before stands. An operator looks whether they are one person.
type HolderCase struct {
	ID            string
	Member, Other string
	Open          bool
	// Note is who closed it and why.
	Note    string
	FoundAt time.Time
}

// HolderCases lists cases, oldest first. all: closed ones, too.
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

// OpenHolderCases counts the open cases, and returns when the oldest was found.
func (s *Service) OpenHolderCases(ctx context.Context) (n int64, since time.Time, err error) {
	open, err := memberdb.New(s.Store.DB()).OpenHolderCases(ctx)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("member: holder cases: %w", err)
	}
	return open.Count, clock.Micros(open.Oldest).Time(), nil
}

const caseClosed = "closed"

// HolderCase returns one case. NO_DATA: there is none.
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
		ID: row.ID, Member: row.Member, Other: row.Other, Open: row.State != caseClosed, Note: row.Note, FoundAt: row.FoundAt.Time(),
	}
}

// CloseHolderCaseTx closes a case, inside an operator's decision. NO_DATA: it is not open.
func (s *Service) CloseHolderCaseTx(ctx context.Context, tx *store.Tx, id, by, note string) error {
	n, err := memberdb.New(tx).CloseHolderCase(ctx, memberdb.CloseHolderCaseParams{
		ID: id, Note: note, DecidedBy: by, DecidedAt: clock.MicrosOf(tx.Now),
	})
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "no open case %q", id)
	}
	return err
}
