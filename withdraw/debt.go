package withdraw

import (
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Debt is what a member owes after a proven reversal. It limits the member's withdrawals to the wallet's balance less the debt
// (RULES.md section 3). This holds for a request, and again when an operator approves one that was made before the reversal: its
// money is reserved, so the reversal could not take it.
type Debt struct {
	Books interface {
		LockedTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) (map[ledger.Account]ledger.Balance, error)
		BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	}
}

// OwedTx returns what the member owes.
func (d Debt) OwedTx(ctx context.Context, tx *store.Tx, member string) (money.Amount, error) {
	b, err := d.Books.BalanceTx(ctx, tx, ledger.Owed(member))
	return -b.Posted, err
}

// BesideTx refuses with MONEY_NOT_ENOUGH (params owed) where the wallet does not hold amount and the debt together. The wallet
// stays locked, so a reversal comes either before or after this decision.
func (d Debt) BesideTx(ctx context.Context, tx *store.Tx, member string, amount money.Amount) error {
	locked, err := d.Books.LockedTx(ctx, tx, ledger.Wallet(member), ledger.Owed(member), ledger.Payout)
	if err != nil {
		return err
	}
	return beside(locked, member, amount)
}

// beside is BesideTx of accounts that are locked.
func beside(locked map[ledger.Account]ledger.Balance, member string, amount money.Amount) error {
	owed := -locked[ledger.Owed(member)].Posted
	if owed <= 0 || locked[ledger.Wallet(member)].Available()-owed >= amount {
		return nil
	}
	return fault.New(fault.MONEY_NOT_ENOUGH, "the wallet holds less than amount and debt together").With("owed", owed.Number())
}
