package browse

import (
	"context"

	"krapao/internal/personal"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Personal is what is kept of a member's transfers (docs/privacy.md).
func (r *Reader) Personal(member string) []personal.Table {
	q := ledgerdb.New(r.s.DB())
	return personal.Read(member,
		personal.Rows("transfer", func(ctx context.Context, p personal.Page) ([]ledgerdb.PersonalTransfersRow, error) {
			return q.PersonalTransfers(ctx, p.Member, int64(p.At), p.Most)
		}),
	)
}

// BalancesOf returns how all accounts of a member stand, those of its games included.
func (r *Reader) BalancesOf(ctx context.Context, member string) ([]ledger.Balance, error) {
	rows, err := r.q().PersonalBalances(ctx, ledgerdb.PersonalBalancesParams{
		Wallet: string(ledger.Wallet(member)), Held: string(ledger.Held(member)), Invite: string(ledger.InvitePurse(member)),
		Refund: string(ledger.RefundPurse(member)), Owed: string(ledger.Owed(member)), Member: member,
	})
	all := make([]ledger.Balance, len(rows))
	for n, row := range rows {
		all[n] = ledger.Balance{
			Posted: money.Amount(row.Posted), Reserved: money.Amount(row.Reserved), Incoming: money.Amount(row.Incoming),
		}
	}
	return all, err
}
