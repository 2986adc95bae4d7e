package doubt

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// kindCaseBooked is the ledger's kind of what a case without a transfer of ours books.
const kindCaseBooked ledger.Kind = "case_booked"

// Bookable returns what is booked where an amount of a case without a transfer of ours is booked: what the provider moved by
// itself is in its result, by the readings of the account, and goes from there to the house's adjustments, or back. The
// member's money stays as it is. INVALID_INPUT: a transfer of ours is concerned, or the account is nobody's here, so no reading
// has booked anything. INVALID_AMOUNT: it is not within the difference.
func (x Difference) Bookable(amount money.Amount) (ledger.Order, error) {
	switch {
	case x.Transfer != 0:
		return ledger.Order{}, fault.New(fault.INVALID_INPUT, "a transfer of ours is concerned: decide moved or not-moved")
	case x.Member == "":
		return ledger.Order{}, fault.New(fault.INVALID_INPUT, "the account is nobody's here: nothing of it is booked")
	case amount <= 0 || amount > size(x.Theirs-x.Ours):
		return ledger.Order{}, fault.New(fault.INVALID_AMOUNT, "the difference is %s", size(x.Theirs-x.Ours))
	}
	o := ledger.Order{
		Key: ledger.InternalKey("case_booked", x.ID), Kind: kindCaseBooked, Debit: ledger.Adjustment,
		Credit: ledger.GameResult(x.Provider), Amount: amount,
	}
	if x.Theirs < x.Ours { // it took out of the game what nobody lost there
		o.Debit, o.Credit = o.Credit, o.Debit
	}
	return o, nil
}

// BookTx ends a case without a transfer of ours, and books an amount of it (Bookable), inside the transaction that records who
// decided it and why. NO_DATA: it is not open.
func (s *Cases) BookTx(ctx context.Context, tx *store.Tx, id string, amount money.Amount, by, note string) error {
	q := walletdb.New(tx)
	x, err := findDifference(ctx, q, id)
	if err != nil {
		return err
	}
	o, err := x.Bookable(amount)
	if err != nil {
		return err
	}
	n, err := q.DecideCase(ctx, walletdb.DecideCaseParams{
		State: string(CaseClosed), Outcome: string(Booked), Note: note, DecidedBy: by, DecidedAt: clock.MicrosOf(tx.Now), ID: id,
	})
	if err != nil {
		return fmt.Errorf("wallet: book a case: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "case %s ended as %s: %s", id, x.Outcome, clue.English(x.Note))
	}
	o.Detail.Note = note
	if _, err := s.books.MoveTx(ctx, tx, o); err != nil {
		return fmt.Errorf("wallet: book a case: %w", err)
	}
	return nil
}
