package deposit

import (
	"context"
	"errors"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
)

// assignment is how an arrival that is nobody's becomes a member's.
type assignment struct {
	member string
	// reference is what proved it: a declaration, a slip; "" for an operator's word.
	reference string
	// state is Credited or Held; reason is why it is held.
	state  State
	reason fault.Code
}

// ErrMoved says that what was to be assigned is not as it was when it was looked at. Somebody was quicker.
var ErrMoved = errors.New("deposit: the arrival was decided meanwhile")

// CreditLineTx gives a line that is nobody's to the member that a reference, its declaration, proves to have paid it: errMoved
// where it is not as it was seen.
func (s *Service) CreditLineTx(ctx context.Context, tx *store.Tx, line depositdb.Inflow, member, reference string) error {
	return s.assignTx(ctx, tx, line, assignment{member: member, reference: reference, state: Credited})
}

// assignTx gives an unmatched arrival to a member, once: errMoved where it is not as it was seen. The money goes from
// unmatched to the wallet, or to held, in the same commit.
func (s *Service) assignTx(ctx context.Context, tx *store.Tx, seen depositdb.Inflow, a assignment) error {
	if err := depositdb.New(tx).LockMember(ctx, a.member); err != nil {
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
	// The row first: whoever comes second waits for it here, and then finds it changed.
	if n, err := q.AssignInflow(ctx, row); err != nil || n == 0 {
		return moved(err)
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
	if err := q.SetAssigned(ctx, int64(done.Transfer.ID), seen.ID); err != nil || a.state != Credited {
		return err
	}
	return s.creditedTx(ctx, tx, seen.ID, a.member, seen.Amount)
}

// detachTx takes held money from a member whose payer it is not, so that assignTx can give it to the one whose it is.
func (s *Service) detachTx(ctx context.Context, tx *store.Tx, seen depositdb.Inflow, to string) (depositdb.Inflow, error) {
	free := seen
	free.State, free.Member, free.Reference, free.Reason = string(Unmatched), "", "", ""
	n, err := depositdb.New(tx).AssignInflow(ctx, depositdb.AssignInflowParams{
		State: free.State, ID: seen.ID, FromState: seen.State, FromMember: seen.Member,
	})
	if err != nil || n == 0 {
		return seen, moved(err)
	}
	// With assignTx's, two movements: their accounts are locked in one order with everybody else's.
	if err := s.books.LockTx(ctx, tx, ledger.Unmatched, ledger.Held(seen.Member), ledger.Wallet(to)); err != nil {
		return seen, err
	}
	_, err = s.books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("detach", seen.ID, seen.Member), Kind: KindReturn,
		Debit: ledger.Held(seen.Member), Credit: ledger.Unmatched, Amount: seen.Amount, Member: seen.Member,
		Detail: ledger.Detail{From: seen.Account, To: seen.Account, Outside: seen.Source, Of: ledger.ID(seen.Transfer)},
	})
	return free, err
}

func moved(err error) error {
	if err != nil {
		return err
	}
	return ErrMoved
}
