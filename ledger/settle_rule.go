package ledger

import (
	"time"

	"krapao/fault"
	"krapao/money"
)

var zeroTime time.Time

// decideSettlement posts or voids a pending transfer, answers again what was settled the same way, and refuses the rest.
func (b *book) decideSettlement(i *item) {
	s := i.settle
	t, known := b.transfers[s.ID]
	if !known {
		i.err = ErrNoTransfer
		return
	}
	if s.Amount < 0 {
		i.err = fault.New(fault.INVALID_AMOUNT, "a settlement's amount is negative")
		return
	}
	amount := s.Amount
	if amount == 0 {
		amount = t.Amount
	}
	if t.State != Pending {
		i.result, i.err = b.settledBefore(i, t, amount)
		return
	}
	i.result.Transfer = t.Transfer
	switch {
	case s.Fence < t.Fence:
		i.err = ErrFenced
	case i.step == stepVoid:
		b.void(i, t)
	case amount > t.Amount && !s.Surplus:
		i.err = ErrSurplus
	default:
		b.post(i, t, amount)
	}
}

func (b *book) void(i *item, t *record) {
	b.settle(i, t, Voided, 0)
	b.write(t, stepVoid, -t.Amount, 0)
	i.result.Transfer = t.Transfer
}

// post books the amount that the outside says it moved. If it is less than reserved, the rest goes back in the same commit; if
// it is more, the surplus is a linked transfer in the same commit (RULES.md section 2).
func (b *book) post(i *item, t *record, amount money.Amount) {
	surplus := max(0, amount-t.Amount)
	if surplus > 0 {
		if err := room(b.accounts[t.debit], b.accounts[t.credit], amount, t.Amount); err != nil {
			i.err = err
			return
		}
	}
	b.settle(i, t, Posted, amount-surplus)
	b.write(t, stepPost, -t.Amount, amount-surplus)
	i.result.Transfer = t.Transfer
	if surplus == 0 {
		return
	}
	o := Order{
		Key: SurplusKey(t.ID), Kind: t.Kind, Debit: t.Debit, Credit: t.Credit, Amount: surplus, Member: t.Member,
		Detail: t.Detail,
	}
	o.Detail.Of = t.ID
	linked := b.open(o, i.id, t.debit, t.credit, o.fingerprint())
	b.close(linked, Posted, surplus)
	b.write(linked, stepMove, 0, surplus)
}

func (b *book) settle(i *item, t *record, s State, moved money.Amount) {
	b.close(t, s, moved)
	t.Detail = t.Detail.merge(i.settle.Detail)
	b.settled = append(b.settled, t)
}

// settledBefore answers a settlement of a settled transfer: the same way again is a replay.
func (b *book) settledBefore(i *item, t *record, amount money.Amount) (Result, error) {
	r := Result{Transfer: t.Transfer, Replayed: true}
	same := i.step == stepVoid && t.State == Voided
	if i.step == stepPost && t.State == Posted {
		total := t.Moved
		if linked, ok := b.byKey[SurplusKey(t.ID)]; ok {
			total += linked.Moved
		}
		same = amount == total
	}
	if !same {
		return r, ErrSettled
	}
	return r, nil
}

// merge replaces the fields that more sets.
func (d Detail) merge(more Detail) Detail {
	replace(&d.From, more.From)
	replace(&d.To, more.To)
	replace(&d.Reason, more.Reason)
	replace(&d.Outside, more.Outside)
	replace(&d.Note, more.Note)
	replace(&d.Account, more.Account)
	replace(&d.Parent, more.Parent)
	replace(&d.Of, more.Of)
	return d
}

func replace[T comparable](field *T, by T) {
	var none T
	if by != none {
		*field = by
	}
}
