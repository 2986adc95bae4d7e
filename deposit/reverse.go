package deposit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// kindReversed is the ledger's kind of all movements of an arrival that the outside took back.
const kindReversed ledger.Kind = "deposit_reversed"

// ReverseRequest says that the outside took back a whole arrival.
type ReverseRequest struct {
	// Account and Source name the arrival as Book knows it.
	Account, Source string
	// Also are other identifiers of the arrival, if the outside gives them. They find an arrival booked under another
	// account.
	Also []Identifier
	// Reference is the outside's identifier of the reversal. At is when it happened, or zero if that is not known.
	Reference string
	At        time.Time
}

// ReversalState is the state of a reversal.
type ReversalState string

// The states of a reversal.
const (
	// ReversalWaiting: the arrival is not booked yet. When it is, it is taken back in the same commit.
	ReversalWaiting ReversalState = "waiting"
	ReversalDone    ReversalState = "done"
	// ReversalVoid: nothing of the arrival was left with us. It had been returned to its payer, or taken back before.
	ReversalVoid ReversalState = "void"
)

// TakenBack is a reversal and its effect.
type TakenBack struct {
	Account, Source, Reference string
	State                      ReversalState
	// Inflow is the id of the arrival, Member its member. Both may be empty.
	Inflow, Member string
	// Amount is the amount of the arrival. Owed is the part that was no longer in the wallet, and that the member owes.
	Amount, Owed money.Amount
	At, ToldAt   time.Time
}

// Reverse books that the outside took an arrival back, once, however often and to whichever node it is reported. The
// money leaves the wallet as far as it goes, by a linked transfer; games and money under way are not touched. The
// member owes the rest. Held or unmatched money leaves from there. The coins of the deposit are undone, and it no
// longer counts for limits. An arrival that is not booked yet is taken back when it is booked.
func (s *Service) Reverse(ctx context.Context, r ReverseRequest) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := s.ReverseTx(ctx, tx, r)
		return err
	})
}

// ReverseTx is Reverse as part of an operator's decision.
func (s *Service) ReverseTx(ctx context.Context, tx *store.Tx, r ReverseRequest) (TakenBack, error) {
	if r.Account == "" || r.Source == "" {
		return TakenBack{}, errors.New("deposit: a reversal names no arrival")
	}
	q := depositdb.New(tx)
	row, err := q.NoteReversal(ctx, depositdb.NoteReversalParams{
		Account: r.Account, Source: r.Source, Reference: r.Reference, ReversedAt: clock.MicrosOf(r.At), ToldAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return TakenBack{}, err
	}
	for _, also := range r.Also {
		err := q.AddReversalIdentifier(ctx, depositdb.AddReversalIdentifierParams{
			Kind: also.Kind, Value: strings.ToLower(also.Value), Account: r.Account, Source: r.Source,
		})
		if err != nil {
			return TakenBack{}, err
		}
	}
	return s.takeBackTx(ctx, tx, row)
}

// takeBackTx does what is left to do for a reversal whose row is locked.
func (s *Service) takeBackTx(ctx context.Context, tx *store.Tx, row depositdb.Reversal) (TakenBack, error) {
	if ReversalState(row.State) != ReversalWaiting {
		return reversalOf(row), nil
	}
	q := depositdb.New(tx)
	in, err := lockArrivalTx(ctx, q, row)
	if store.NotFound(err) {
		s.log.Warn("deposit: an arrival was taken back before it was booked", "account", row.Account, "source", row.Source)
		return reversalOf(row), nil
	}
	if err != nil {
		return TakenBack{}, err
	}
	row.State, row.Inflow, row.Member, row.Amount = string(ReversalDone), in.ID, in.Member, in.Amount
	if row.Owed, err = s.returnTx(ctx, tx, in, row.Reference); errors.Is(err, errNothingLeft) {
		row.State, err = string(ReversalVoid), nil
		s.log.Warn("deposit: an arrival was taken back that had been returned to its payer; nothing is booked", "inflow", in.ID)
	}
	if err != nil {
		return TakenBack{}, err
	}
	return reversalOf(row), q.EndReversal(ctx, depositdb.EndReversalParams{
		State: row.State, Inflow: row.Inflow, Member: row.Member, Amount: row.Amount, Owed: row.Owed,
		DoneAt: clock.MicrosOf(tx.Now), Account: row.Account, Source: row.Source,
	})
}

// arrival is the part of an inflow row that a reversal needs.
type arrival = depositdb.LockInflowBySourceRow

// lockArrivalTx locks the arrival of a reversal, so that no operator decides about it at the same time.
func lockArrivalTx(ctx context.Context, q *depositdb.Queries, row depositdb.Reversal) (arrival, error) {
	in, err := q.LockInflowBySource(ctx, row.Account, row.Source)
	if !store.NotFound(err) {
		return in, err
	}
	other, err := q.LockInflowByIdentifier(ctx, row.Account, row.Source)
	return arrival(other), err
}

// errNothingLeft says that the arrival was returned to its payer before.
var errNothingLeft = errors.New("deposit: the arrival was returned or taken back before")

// returnTx moves the money of an arrival from where it is back to the account that it came in by. It returns the
// amount that the member owes.
func (s *Service) returnTx(ctx context.Context, tx *store.Tx, in arrival, reference string) (owed int64, err error) {
	order := ledger.Order{
		Kind: kindReversed, Credit: ledger.Bank(in.Account), Member: in.Member,
		Detail: ledger.Detail{
			From: ledger.LabelWallet, To: in.Account, Outside: reference, Reason: fault.DEPOSIT_REVERSED, Of: ledger.ID(in.Transfer),
		},
	}
	move := func(part string, debit ledger.Account, amount money.Amount) error {
		if amount == 0 {
			return nil
		}
		order.Key, order.Debit, order.Amount = ledger.InternalKey("deposit_reversed", part, in.Account, in.Source), debit, amount
		_, err := s.books.MoveTx(ctx, tx, order)
		return err
	}
	if state := State(in.State); state != Returned && state != Reversed { // before the money moves, as in a booking
		if err := s.uncreditedTx(ctx, tx, in.ID); err != nil {
			return 0, err
		}
	}
	switch State(in.State) {
	case Credited, Released:
		var spendable money.Amount
		if spendable, err = s.lockWalletTx(ctx, tx, in); err != nil {
			return 0, err
		}
		taken := min(spendable, in.Amount)
		owed = int64(in.Amount - taken)
		err = errors.Join(move("wallet", ledger.Wallet(in.Member), taken), move("owed", ledger.Owed(in.Member), in.Amount-taken))
	case Held:
		err = move("held", ledger.Held(in.Member), in.Amount)
	case Unmatched:
		order.Member, order.Detail.From = "", ""
		err = move("unmatched", ledger.Unmatched, in.Amount)
	case Returned, Reversed:
		return 0, errNothingLeft
	default:
		err = fmt.Errorf("deposit: inflow %s is in the unknown state %q", in.ID, in.State)
	}
	if err != nil {
		return 0, err
	}
	return owed, depositdb.New(tx).SetInflowReversed(ctx, clock.MicrosOf(tx.Now), in.ID)
}

// lockWalletTx locks the member's wallet and returns the amount that it may spend.
func (s *Service) lockWalletTx(ctx context.Context, tx *store.Tx, in arrival) (money.Amount, error) {
	wallet := ledger.Wallet(in.Member)
	if err := s.books.LockTx(ctx, tx, wallet, ledger.Owed(in.Member), ledger.Bank(in.Account)); err != nil {
		return 0, err
	}
	b, err := s.books.BalanceTx(ctx, tx, wallet)
	return max(0, b.Available()), err
}

// bookedTx ends a booking. If the arrival was taken back before we knew of it, it leaves again in the same commit and
// can never be spent.
func (s *Service) bookedTx(ctx context.Context, tx *store.Tx, account, source, inflow string) error {
	told, err := depositdb.New(tx).WaitingReversalsOf(ctx, account, source, inflow)
	if err != nil {
		return err
	}
	for _, r := range told {
		if _, err := s.ReverseTx(ctx, tx, ReverseRequest{Account: r.Account, Source: r.Source}); err != nil {
			return err
		}
	}
	return nil
}

const reversalBatch = 32

// SweepReversals carries out reversals that were reported in the very moment in which their arrival was booked. It
// returns their number. Each is a commit of its own.
func (s *Service) SweepReversals(ctx context.Context) (n int, err error) {
	ready, err := depositdb.New(s.store.DB()).ReadyReversals(ctx, reversalBatch)
	if err != nil {
		return 0, fmt.Errorf("deposit: reversals: %w", err)
	}
	for _, r := range ready {
		if err := s.Reverse(ctx, ReverseRequest{Account: r.Account, Source: r.Source}); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// Reversals lists reversals whose arrival we have not booked, oldest first. An operator finds out what they are.
func (s *Service) Reversals(ctx context.Context, limit int) ([]TakenBack, error) {
	rows, err := depositdb.New(s.store.DB()).WaitingReversals(ctx, int32(limit))
	return reversalsOf(rows), err
}

// ReversalsOf lists a member's reversals, newest first.
func (s *Service) ReversalsOf(ctx context.Context, member string, limit int) ([]TakenBack, error) {
	rows, err := depositdb.New(s.store.DB()).ReversalsOf(ctx, member, int32(limit))
	return reversalsOf(rows), err
}

func reversalsOf(rows []depositdb.Reversal) []TakenBack {
	list := make([]TakenBack, len(rows))
	for i, row := range rows {
		list[i] = reversalOf(row)
	}
	return list
}

func reversalOf(row depositdb.Reversal) TakenBack {
	return TakenBack{
		Account: row.Account, Source: row.Source, Reference: row.Reference, State: ReversalState(row.State),
		Inflow: row.Inflow, Member: row.Member, Amount: row.Amount, Owed: money.Amount(row.Owed),
		At: row.ReversedAt.Time(), ToldAt: row.ToldAt.Time(),
	}
}
