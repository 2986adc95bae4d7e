package deposit

import (
	"context"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// ReleaseTx moves held money to its member's wallet, as part of an operator's decision.
func (s *Service) ReleaseTx(ctx context.Context, tx *store.Tx, id string) (Inflow, error) {
	return s.endHeldTx(ctx, tx, id, Released)
}

// ReturnTx books held or unmatched money as returned to its payer. The operator makes the transfer at the bank.
func (s *Service) ReturnTx(ctx context.Context, tx *store.Tx, id string) (Inflow, error) {
	return s.endHeldTx(ctx, tx, id, Returned)
}

func (s *Service) endHeldTx(ctx context.Context, tx *store.Tx, id string, end State) (Inflow, error) {
	q := depositdb.New(tx)
	from := Held
	ended := depositdb.EndInflowParams{State: string(end), EndedAt: clock.MicrosOf(tx.Now), ID: id, FromState: string(from)}
	n, err := q.EndInflow(ctx, ended)
	if err == nil && n == 0 && end == Returned {
		from = Unmatched
		ended.FromState = string(from)
		n, err = q.EndInflow(ctx, ended)
	}
	if err != nil {
		return Inflow{}, err
	}
	if n == 0 {
		return Inflow{}, fault.New(fault.NO_DATA, "no held money %q", id)
	}
	row, err := q.Inflow(ctx, id)
	if err != nil {
		return Inflow{}, err
	}
	if end == Released {
		shut, err := s.shutTx(ctx, tx, row.Member)
		if err != nil {
			return Inflow{}, err
		}
		if err := s.creditedTx(ctx, tx, row.ID, row.Member, row.Amount, shut); err != nil {
			return Inflow{}, err
		}
	}
	if _, err := s.books.MoveTx(ctx, tx, endOrder(row, from, end)); err != nil {
		return Inflow{}, err
	}
	return s.InflowOf(row)
}

// heldKey is the idempotency key of the movement that ends held money.
func heldKey(inflow string) ledger.Key { return ledger.InternalKey("held", inflow) }

// endOrder returns the movement that ends held or unmatched money.
func endOrder(row depositdb.Inflow, from, end State) ledger.Order {
	order := ledger.Order{
		Key: heldKey(row.ID), Kind: KindRelease, Debit: ledger.Held(row.Member), Credit: ledger.Wallet(row.Member),
		Amount: row.Amount, Member: row.Member,
		Detail: ledger.Detail{From: row.Account, To: ledger.LabelWallet, Outside: row.Source, Of: ledger.ID(row.Transfer)},
	}
	if end == Returned {
		order.Kind, order.Credit, order.Detail.To = KindReturn, ledger.Bank(row.Account), row.Account
	}
	if from == Unmatched {
		order.Debit, order.Member = ledger.Unmatched, ""
	}
	return order
}

// Verified reports whether an arrival proves that an account is the member's. It does if money came from the account.
// If content says so, a payment without a named payer proves it too.
func (s *Service) Verified(ctx context.Context, member string, account Payer) (bool, error) {
	q := depositdb.New(s.store.DB())
	if index := s.payerIndex(account); index != "" {
		n, err := q.CountCredited(ctx, member, index)
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	settings, err := s.Settings(ctx)
	if err != nil || !settings.UnnamedVerifies {
		return false, err
	}
	n, err := q.CountUnnamed(ctx, member)
	return n > 0, err
}

// HeldMoney is money that is the member's but not spendable until its payer is matched.
type HeldMoney struct {
	// ID is the arrival's. Account is the code of the account that it came in by.
	ID, Account string
	Amount      money.Amount
	// Reason is NOT_MATCH (another payer), LIMIT_REACHED (over the limit for unnamed payers) or SELF_EXCLUDED.
	Reason fault.Code
	SeenAt time.Time
}

// HeldMoney lists a member's held money, newest first, at most 20.
func (s *Service) HeldMoney(ctx context.Context, member string) ([]HeldMoney, error) {
	rows, err := depositdb.New(s.store.DB()).HeldOf(ctx, member, MostTransfers)
	if err != nil {
		return nil, fmt.Errorf("deposit: held: %w", err)
	}
	list := make([]HeldMoney, len(rows))
	for i, row := range rows {
		list[i] = HeldMoney{
			ID: row.ID, Account: row.Account, Amount: row.Amount, Reason: fault.Code(row.Reason), SeenAt: row.SeenAt.Time(),
		}
	}
	return list, nil
}
