package deposit

import (
	"context"
	"errors"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// assignment says how an unmatched arrival becomes a member's.
type assignment struct {
	member string
	// reference is the proof: a declaration or a slip. Empty for an operator's decision.
	reference string
	// state is Credited or Held. reason is why it is held.
	state  State
	reason fault.Code
	// released: a person decided, so that it is released in the same commit.
	released bool
	// free takes the money from a member who is not its payer. nil: it is nobody's.
	free func() error
}

// ErrChanged says that the arrival was changed by somebody else after it was read.
var ErrChanged = errors.New("deposit: the arrival was changed in the meantime")

// CreditLineTx gives an unmatched line to the member whose declaration (reference) proves that it paid the line. It
// returns ErrChanged if the line is no longer as it was read.
func (s *Service) CreditLineTx(ctx context.Context, tx *store.Tx, line depositdb.Inflow, member, reference string) error {
	return s.assignTx(ctx, tx, line, assignment{member: member, reference: reference, state: Credited})
}

// assignTx gives an unmatched arrival to a member, once. The money goes from unmatched to the wallet, or to held, in
// the same commit. It returns ErrChanged if the arrival is no longer as it was read.
func (s *Service) assignTx(ctx context.Context, tx *store.Tx, seen depositdb.Inflow, a assignment) error {
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, a.member); err != nil {
		return err
	}
	to := ledger.Wallet(a.member)
	if a.state == Held {
		to = ledger.Held(a.member)
	}
	q := depositdb.New(tx)
	row := depositdb.AssignInflowParams{
		Member: a.member, Reference: a.reference, State: string(a.state), Reason: string(a.reason),
		ID: seen.ID, FromState: seen.State, FromMember: seen.Member,
	}
	// The row comes first: a second writer waits for it here, and then finds it changed.
	if n, err := q.AssignInflow(ctx, row); err != nil || n == 0 {
		return moved(err)
	}
	if a.state == Credited || a.released {
		shut, err := s.shutTx(ctx, tx, a.member)
		if err != nil {
			return err
		}
		if err := s.creditedTx(ctx, tx, seen.ID, a.member, seen.Amount, shut); err != nil {
			return err
		}
	}
	if a.free != nil {
		if err := a.free(); err != nil {
			return err
		}
	}
	done, err := s.books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("assign", seen.ID, a.member), Kind: KindDeposit, Debit: ledger.Unmatched, Credit: to,
		Amount: seen.Amount, Member: a.member,
		Detail: ledger.Detail{
			From: seen.Account, To: ledger.LabelWallet, Outside: seen.Source, Reason: a.reason, Of: ledger.ID(seen.Transfer),
		},
	})
	if err != nil {
		return err
	}
	return q.SetAssigned(ctx, int64(done.Transfer.ID), seen.ID)
}

// detachTx takes held money from a member who is not its payer, so that assignTx can give it to the payer. It returns the row
// as it is then, and what moves the money.
func (s *Service) detachTx(
	ctx context.Context, tx *store.Tx, seen depositdb.Inflow, to string,
) (free depositdb.Inflow, move func() error, err error) {
	free = seen
	free.State, free.Member, free.Reference, free.Reason = string(Unmatched), "", "", ""
	n, err := depositdb.New(tx).AssignInflow(ctx, depositdb.AssignInflowParams{
		State: free.State, ID: seen.ID, FromState: seen.State, FromMember: seen.Member,
	})
	if err != nil || n == 0 {
		return seen, nil, moved(err)
	}
	return free, func() error { return s.detachMoneyTx(ctx, tx, seen, to) }, nil
}

func (s *Service) detachMoneyTx(ctx context.Context, tx *store.Tx, seen depositdb.Inflow, to string) error {
	// Together with assignTx these are two movements. Their accounts are locked in the same order as everywhere.
	if err := s.books.LockTx(ctx, tx, ledger.Unmatched, ledger.Held(seen.Member), ledger.Wallet(to)); err != nil {
		return err
	}
	_, err := s.books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("detach", seen.ID, seen.Member), Kind: KindReturn,
		Debit: ledger.Held(seen.Member), Credit: ledger.Unmatched, Amount: seen.Amount, Member: seen.Member,
		Detail: ledger.Detail{From: seen.Account, To: seen.Account, Outside: seen.Source, Of: ledger.ID(seen.Transfer)},
	})
	return err
}

func moved(err error) error {
	if err != nil {
		return err
	}
	return ErrChanged
}

// AssignTx gives unmatched money to a member by an operator's decision. The money goes through held, like all that a
// person decides about: the books show the decision, and withdrawals wait a day for it (RULES.md section 13).
func (s *Service) AssignTx(ctx context.Context, tx *store.Tx, id, member string) error {
	row, err := depositdb.New(tx).Inflow(ctx, id)
	if store.NotFound(err) || err == nil && State(row.State) != Unmatched {
		return fault.New(fault.NO_DATA, "no unmatched money %q", id)
	}
	if err != nil {
		return err
	}
	if err := s.assignTx(ctx, tx, row, assignment{member: member, state: Held, released: true}); err != nil {
		return err
	}
	if err := s.ways.Declarations.MatchTx(ctx, tx, member, id, row.Amount, row.PaidAt.Time()); err != nil {
		return err
	}
	_, err = s.endHeldTx(ctx, tx, id, Released)
	return err
}
