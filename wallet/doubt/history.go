package doubt

import (
	"context"

	"krapao/internal/history"
	"krapao/wallet/internal/walletdb"
)

// History lists cases, newest first: of a member, those that are not closed, or of a provider (by.Account).
func (s *Cases) History(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Difference, error) {
	q, p := walletdb.New(s.store.DB()), by.Page(after, most)
	var rows []walletdb.ReconcileCase
	var err error
	switch {
	case by.Member != "":
		rows, err = q.CasesBy(ctx, walletdb.CasesByParams(p.Of(by.Member)))
	case by.Open:
		rows, err = q.CasesOpen(ctx, walletdb.CasesOpenParams(p))
	case by.Account != "":
		rows, err = q.CasesAt(ctx, walletdb.CasesAtParams(p.Of(by.Account)))
	default:
		rows, err = q.CasesAll(ctx, walletdb.CasesAllParams(p))
	}
	return history.List("wallet: cases", rows, err, differenceFrom)
}
