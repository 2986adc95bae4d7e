package holder

import (
	"context"

	"krapao/internal/history"
	"krapao/member/holder/internal/holderdb"
)

// History lists pairs, newest first: of a member, or those that are open.
func (c *Cases) History(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Case, error) {
	q, p := holderdb.New(c.store.DB()), by.Page(after, most)
	var rows []holderdb.HolderCase
	var err error
	switch {
	case by.Member != "":
		rows, err = q.CasesBy(ctx, holderdb.CasesByParams(p.Of(by.Member)))
	case by.Open:
		rows, err = q.CasesIn(ctx, holderdb.CasesInParams(p.Of(caseOpen)))
	default:
		rows, err = q.CasesAll(ctx, holderdb.CasesAllParams(p))
	}
	return history.List("holder: cases", rows, err, func(row holderdb.HolderCase) (Case, error) { return caseOf(row), nil })
}
