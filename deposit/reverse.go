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

// KindReversed is the ledger's kind of an arrival that the outside took back, all parts of it.
const KindReversed ledger.Kind = "deposit_reversed"

// Reversed is the state of an inflow that the outside took back.
const Reversed State = "reversed"

// ReverseRequest says that the outside took an arrival back, all of it.
type ReverseRequest struct {
	// Account and Source name the arrival as Book knows it.
	Account, Source string
	// Also are the arrival's other identifiers, where the outside gives them: they find one that is booked under another
	// account.
	Also []Identifier
	// Reference is the outside's identifier of the taking back; At when it happened, zero where nobody says.
	Reference string
	At        time.Time
}

// ReversalState is how far a reversal is.
type ReversalState string

// The states of a reversal.
const (
	// ReversalWaiting: we have not booked the arrival yet; when we do, it is taken back in the same commit.
	ReversalWaiting ReversalState = "waiting"
	ReversalDone    ReversalState = "done"
	// ReversalVoid: nothing of the arrival was left with us, it had gone back to its payer or was taken back before.
	ReversalVoid ReversalState = "void"
)

// TakenBack is what became of an arrival that was taken back.
type TakenBack struct {
	Account, Source, Reference string
	State                      ReversalState
	// Inflow is the arrival's row, Member whose it was; both may be empty.
	Inflow, Member string
	// Amount is the arrival's, Owed the part that was no longer in the wallet and that the member owes.
	Amount, Owed money.Amount
	At, ToldAt   time.Time
}

// Reverse books that the outside took an arrival back, once, however often and on whichever node it is told: a linked
// transfer out of the wallet as far as it goes (games are not touched, money under way neither), the rest to what the
// member owes; out of held or unmatched money where it was one of these. The deposit's coins are undone and it no longer
// counts for limits. An arrival that is not booked yet is taken back when it is.
func (s *Service) Reverse(ctx context.Context, r ReverseRequest) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := s.ReverseTx(ctx, tx, r)
		return err
	})
}

// ReverseTx is Reverse inside an operator's decision.
func (s *Service) ReverseTx(ctx context.Context, tx *store.Tx, r ReverseRequest) (TakenBack, error) {
	if r.Account == "" || r.Source == "" {
		return TakenBack{}, errors.New("deposit: a reversal names no arrival")
	}
	q := depositdb.New(tx)
	row, err := q.LockReversal(ctx, depositdb.LockReversalParams{
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

// takeBackTx does what is left to do of a reversal whose row is locked.
func (s *Service) takeBackTx(ctx context.Context, tx *store.Tx, row depositdb.Reversal) (TakenBack, error) {
	if ReversalState(row.State) != ReversalWaiting {
		return reversalOf(row), nil
	}
	q := depositdb.New(tx)
	in, err := lockArrivalTx(ctx, q, row)
	if store.NotFound(err) {
		s.log.Warn("deposit: taken back before it was booked", "account", row.Account, "source", row.Source)
		return reversalOf(row), nil
	}
	if err != nil {
		return TakenBack{}, err
	}
	row.State, row.Inflow, row.Member, row.Amount = string(ReversalDone), in.ID, in.Member, in.Amount
	if row.Owed, err = s.returnTx(ctx, tx, in, row.Reference); errors.Is(err, errNothingLeft) {
		row.State, err = string(ReversalVoid), nil
		s.log.Warn("deposit: taken back after it had gone back; nothing is booked", "inflow", in.ID)
	}
	if err != nil {
		return TakenBack{}, err
	}
	return reversalOf(row), q.EndReversal(ctx, depositdb.EndReversalParams{
		State: row.State, Inflow: row.Inflow, Member: row.Member, Amount: row.Amount, Owed: row.Owed,
		DoneAt: clock.MicrosOf(tx.Now), Account: row.Account, Source: row.Source,
	})
}

// arrival is the part of an inflow's row that a reversal needs.
type arrival = depositdb.LockInflowBySourceRow

// lockArrivalTx locks the arrival that a reversal speaks of, so that no operator decides about it meanwhile.
func lockArrivalTx(ctx context.Context, q *depositdb.Queries, row depositdb.Reversal) (arrival, error) {
	in, err := q.LockInflowBySource(ctx, row.Account, row.Source)
	if !store.NotFound(err) {
		return in, err
	}
	other, err := q.LockInflowByIdentifier(ctx, row.Account, row.Source)
	return arrival(other), err
}

// errNothingLeft: the arrival went back to its payer before.
var errNothingLeft = errors.New("deposit: the arrival is not with us any more")

// returnTx moves an arrival's money from where it is to the account that it came in by, and returns what the member owes.
func (s *Service) returnTx(ctx context.Context, tx *store.Tx, in arrival, reference string) (owed int64, err error) {
	order := ledger.Order{
		Kind: KindReversed, Credit: ledger.Bank(in.Account), Member: in.Member,
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
		err = fmt.Errorf("deposit: inflow %s is %s; nobody knows where its money is", in.ID, in.State)
	}
	if err != nil {
		return 0, err
	}
	if err := s.uncreditedTx(ctx, tx, in.ID); err != nil {
		return 0, err
	}
	return owed, depositdb.New(tx).SetInflowReversed(ctx, clock.MicrosOf(tx.Now), in.ID)
}

// lockWalletTx locks the member's wallet and returns what it may spend.
func (s *Service) lockWalletTx(ctx context.Context, tx *store.Tx, in arrival) (money.Amount, error) {
	wallet := ledger.Wallet(in.Member)
	if err := s.books.LockTx(ctx, tx, wallet, ledger.Owed(in.Member), ledger.Bank(in.Account)); err != nil {
		return 0, err
	}
	b, err := s.books.BalanceTx(ctx, tx, wallet)
	return max(0, b.Available()), err
}

// bookedTx ends a booking: an arrival that was taken back before we knew of it goes back in the same commit, and is
// never there to be spent.
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

// SweepReversals takes back what was told in the very moment in which the arrival was booked, and returns how much that
// was. Each is a commit of its own.
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

// Reversals lists those whose arrival we have not booked, oldest first: an operator asks what they are.
func (s *Service) Reversals(ctx context.Context, limit int) ([]TakenBack, error) {
	rows, err := depositdb.New(s.store.DB()).WaitingReversals(ctx, int32(limit))
	return reversalsOf(rows), err
}

// ReversalsOf lists a member's, newest first.
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
