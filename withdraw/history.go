package withdraw

import (
	"context"

	"krapao/internal/history"
	"krapao/withdraw/internal/withdrawdb"
)

// History lists withdrawals, newest first, without their accounts: of a member, or in a state.
func (s *Service) History(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Withdrawal, error) {
	q, p := withdrawdb.New(s.Store.DB()), by.Page(after, most)
	var rows []withdrawdb.Withdrawal
	var err error
	switch {
	case by.Member != "":
		rows, err = q.By(ctx, withdrawdb.ByParams(p.Of(by.Member)))
	case by.State != "" && by.State != string(Paid):
		rows, err = q.In(ctx, withdrawdb.InParams(p.Of(by.State)))
	default:
		rows, err = q.All(ctx, withdrawdb.AllParams(p))
	}
	return history.List("withdraw: history", rows, err, withdrawalOf)
}
