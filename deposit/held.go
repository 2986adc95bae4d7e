package deposit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Inflow is an arrival as an operator sees it.
type Inflow struct {
	ID        string
	Account   string
	Source    string
	Channel   Channel
	Reference string
	Member    string
	Amount    money.Amount
	State     State
	// Reason is why it is held.
	Reason fault.Code
	Flag   string
	Payer  Payer
	PaidAt time.Time
	SeenAt time.Time
	// Late: unmatched for a day, an operator has to look. Due: for 30 days, it goes back to its payer.
	Late, Due bool
}

// Waiting lists held and unmatched arrivals, oldest first.
func (s *Service) Waiting(ctx context.Context, limit int) ([]Inflow, error) {
	rows, err := depositdb.New(s.store.DB()).Waiting(ctx, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("deposit: waiting: %w", err)
	}
	list := make([]Inflow, 0, len(rows))
	for _, row := range rows {
		in, err := s.InflowOf(row)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// Inflow returns one arrival; NO_DATA where there is none.
func (s *Service) Inflow(ctx context.Context, id string) (Inflow, error) {
	row, err := depositdb.New(s.store.DB()).Inflow(ctx, id)
	if store.NotFound(err) {
		return Inflow{}, fault.New(fault.NO_DATA, "no arrival %q", id)
	}
	if err != nil {
		return Inflow{}, fmt.Errorf("deposit: inflow: %w", err)
	}
	return s.InflowOf(row)
}

// InflowOf is an arrival's row with its payer opened.
func (s *Service) InflowOf(row depositdb.Inflow) (Inflow, error) {
	in := Inflow{
		ID: row.ID, Account: row.Account, Source: row.Source, Channel: Channel(row.Channel), Reference: row.Reference,
		Member: row.Member, Amount: row.Amount, State: State(row.State), Reason: fault.Code(row.Reason), Flag: row.Flag,
		PaidAt: row.PaidAt.Time(), SeenAt: row.SeenAt.Time(),
	}
	if age := s.store.Now().Sub(in.SeenAt); in.State == Unmatched {
		in.Late, in.Due = age >= UnmatchedAlarm, age >= unmatchedReturn
	}
	if row.PayerSealed == "" {
		return in, nil
	}
	payer, err := s.box.Open(payerRow(row.ID), row.PayerSealed)
	if err != nil {
		return in, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	if err := json.Unmarshal([]byte(payer), &in.Payer); err != nil {
		return in, fmt.Errorf("deposit: payer of %s: %w", row.ID, err)
	}
	return in, nil
}

// ReleaseTx gives held money to its member's wallet, inside an operator's decision.
func (s *Service) ReleaseTx(ctx context.Context, tx *store.Tx, id string) (Inflow, error) {
	return s.endHeldTx(ctx, tx, id, Released)
}

// ReturnTx books held or unmatched money as gone back to its payer. The transfer at the bank is the operator's.
func (s *Service) ReturnTx(ctx context.Context, tx *store.Tx, id string) (Inflow, error) {
	return s.endHeldTx(ctx, tx, id, Returned)
}

func (s *Service) endHeldTx(ctx context.Context, tx *store.Tx, id string, end State) (Inflow, error) {
	q := depositdb.New(tx)
	from := Held
	n, err := q.EndInflow(ctx, depositdb.EndInflowParams{State: string(end), EndedAt: clock.MicrosOf(tx.Now), ID: id, FromState: string(from)})
	if err == nil && n == 0 && end == Returned {
		from = Unmatched
		n, err = q.EndInflow(ctx, depositdb.EndInflowParams{State: string(end), EndedAt: clock.MicrosOf(tx.Now), ID: id, FromState: string(from)})
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
	if _, err := s.books.MoveTx(ctx, tx, endOrder(row, from, end)); err != nil {
		return Inflow{}, err
	}
	if end == Released {
		if err := s.creditedTx(ctx, tx, row.ID, row.Member, row.Amount); err != nil {
			return Inflow{}, err
		}
	}
	return s.InflowOf(row)
}

// heldKey is the key of the movement that ends held money.
func heldKey(inflow string) ledger.Key { return ledger.InternalKey("held", inflow) }

// endOrder is the movement that ends held or unmatched money.
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

// Verified tells whether an arrival proves that an account is the member's: money came from it, or, where content says
// so, came at all without a named payer.
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
