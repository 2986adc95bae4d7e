package ledger

import (
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// Lessening gives a part of a pending transfer's money back. To is an amount and not a difference: the same lessening again finds
// it done, and moves nothing. So the transfer and To are its key, as the transfer alone is a settlement's.
type Lessening struct {
	ID ID
	// To is what stays reserved, in satang and positive.
	To money.Amount
	// Detail's non-empty fields replace the transfer's.
	Detail Detail
}

// LessenTx lessens a reservation inside an area's transaction; the rest is available on its account at once. It asks for no
// lease: the area sees to it that nobody sends the amount of before. ErrNoTransfer, ErrSettled: there is no reservation.
// INVALID_AMOUNT: To is more than is reserved, or not positive.
func (l *Ledger) LessenTx(ctx context.Context, tx *store.Tx, s Lessening) (Result, error) {
	if s.To <= 0 {
		return Result{}, fault.New(fault.INVALID_AMOUNT, "nothing would stay reserved")
	}
	if err := s.Detail.check(); err != nil {
		return Result{}, err
	}
	return l.decideTx(ctx, tx, &item{step: stepVoid, lessenTo: s.To, settle: Settlement{ID: s.ID, Detail: s.Detail}})
}

// decideLessening voids a part of a reservation. The transfer stays pending, with what is left.
func (b *book) decideLessening(i *item) {
	t, known := b.transfers[i.settle.ID]
	if !known {
		i.err = ErrNoTransfer
		return
	}
	i.result.Transfer = t.Transfer
	rest := t.Amount - i.lessenTo
	switch {
	case t.State != Pending:
		i.err = ErrSettled
	case rest < 0:
		i.err = fault.New(fault.INVALID_AMOUNT, "only %s is reserved", t.Amount)
	case rest == 0:
		i.result.Replayed = true
	default:
		t.Amount, t.Lessened = i.lessenTo, t.Lessened+rest
		t.Detail = t.Detail.merge(i.settle.Detail)
		b.lessened = append(b.lessened, t)
		b.write(t, stepVoid, -rest, 0)
		i.result.Transfer = t.Transfer
	}
}

// lessenedArgs are the values of lessenTransfer.
func (t *record) lessenedArgs() []any {
	return []any{int64(t.Lessened), null(t.wallet), t.Detail.text(), int64(t.ID)}
}
