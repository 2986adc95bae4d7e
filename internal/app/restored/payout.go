package restored

import (
	"cmp"
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/quarantine"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// payout books what the bank paid to members. What the books don't have, or the bank says otherwise, is a case.
func (b Books) payout(ctx context.Context, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	back := r.Reverses != ""
	became, err := b.Payouts.Import(ctx, payout.Listed{Reference: r.Reference, Amount: r.Amount, Back: back})
	if err != nil {
		return "", nil, err
	}
	found := quarantine.Finding{Kind: quarantine.ContestedPayout, Amount: r.Amount}
	switch became {
	case payout.ListedKnown:
		return quarantine.Known, nil, nil
	case payout.ListedBooked:
		return quarantine.Booked, nil, nil
	case payout.ListedDiffers:
		w, err := b.Withdrawals.Find(ctx, r.Reference)
		if err != nil {
			return "", nil, err
		}
		found.Member = w.Member
	default:
		found.Kind = quarantine.LostPayout
		members, err := b.Accounts.ByAccount(ctx, r.Bank, r.Account)
		if err != nil {
			return "", nil, err
		}
		if len(members) == 1 {
			found.Member = members[0]
		}
	}
	if back {
		found.Kind = quarantine.ReturnedPayout
	}
	return quarantine.Kept, &found, nil
}

// reserved reports whether a case is about a withdrawal whose money has left the member's wallet.
func (b Books) reserved(ctx context.Context, c quarantine.Case) (bool, error) {
	w, err := b.Withdrawals.Find(ctx, c.Reference)
	if fault.Is(err, fault.NO_DATA) {
		return false, nil
	}
	return w.State != withdraw.Returned, err
}

func (b Books) lostPayoutTx(ctx context.Context, tx *store.Tx, c quarantine.Case, d quarantine.Decided) error {
	m, err := b.Members.ByIDTx(ctx, tx, d.Member)
	if err != nil {
		return err
	}
	account := withdraw.Account{BankCode: c.Row.Bank, Number: c.Row.Account, Name: cmp.Or(c.Row.Name, m.Bank.AccountName)}
	if account.Number == "" {
		account = withdraw.Account{BankCode: m.Bank.Code, Number: m.Bank.AccountNo, Name: m.Bank.AccountName}
	}
	return b.Payouts.BookLostTx(ctx, tx, payout.Lost{
		Reference: cmp.Or(c.Reference, "bank:"+c.Row.ID), Outside: c.Row.ID, Member: d.Member, Amount: c.Amount, Account: account,
	})
}
