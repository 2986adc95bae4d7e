package ledger

import (
	"errors"
	"math"

	"krapao/fault"
	"krapao/money"
)

// Definitive refusals that no key remembers: they say something about the call, and the next one may succeed.
var (
	// ErrSettled: the transfer was settled before, and not in this way. The result holds it as it stands.
	ErrSettled = errors.New("ledger: the transfer was already settled in another way")
	// ErrFenced: a newer lease exists, and its holder settles.
	ErrFenced = errors.New("ledger: a newer lease on the transfer exists")
	// ErrNoTransfer: there is no such transfer.
	ErrNoTransfer = errors.New("ledger: no such transfer")
	// ErrSurplus: the outside says it moved more than was reserved, and the settlement does not allow that.
	ErrSurplus = errors.New("ledger: the outside moved more than was reserved")
)

// decide is the rule core: it accepts, refuses or replays one command, changes the book and sets the item's result. It reads
// nothing but the book, so the same order of commands gives the same answers on every engine.
func (b *book) decide(i *item) {
	i.result, i.err = Result{}, nil
	if i.isOrder() {
		b.decideOrder(i)
		return
	}
	if i.lessenTo > 0 {
		b.decideLessening(i)
		return
	}
	b.decideSettlement(i)
}

func (b *book) decideOrder(i *item) {
	if t, known := b.byKey[i.order.Key]; known {
		i.result, i.err = replay(t, i)
		return
	}
	if r, known := b.refused[i.order.Key]; known {
		if i.err = error(r.err); r.request != 0 && r.request != i.request {
			i.err = mismatch()
		}
		i.result.Replayed = true
		return
	}
	if err := b.admit(i); err != nil {
		i.err = err
		if f := (*fault.Error)(nil); errors.As(err, &f) && remembered(f.Code) {
			r := refusal{i.order.Key, i.request, f}
			b.refused[r.key] = r
			b.refusals = append(b.refusals, r)
		}
		return
	}
	t := b.open(i.order, i.id, i.debit, i.credit, i.request)
	if i.step == stepReserve {
		b.write(t, stepReserve, t.Amount, 0)
	} else {
		b.close(t, Posted, t.Amount)
		b.write(t, stepMove, 0, t.Amount)
	}
	i.result = Result{Transfer: t.Transfer}
}

// remembered reports whether a key remembers a refusal: every one but TRY_AGAIN, which passes by itself within seconds
// (RULES.md section 1, hold).
func remembered(c fault.Code) bool { return c != fault.TRY_AGAIN }

func mismatch() *fault.Error {
	return fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another request")
}

func replay(t *record, i *item) (Result, error) {
	if t.request != i.request {
		return Result{Replayed: true}, mismatch()
	}
	return Result{Transfer: t.Transfer, Replayed: t.ID != i.id}, nil
}

// admit returns why an order may not be booked; nil admits it.
func (b *book) admit(i *item) error {
	debit, credit := b.accounts[i.debit], b.accounts[i.credit]
	raised := debit.gates | credit.gates
	if err := stopped(raised & i.order.Gates); err != nil {
		return err
	}
	return room(debit, credit, i.order.Amount, money.Amount(0))
}

// stopped is the refusal of the first gate that is raised.
func stopped(raised Gate) error {
	switch {
	case raised&GateHeld != 0:
		return fault.Wrap(ErrHeld, fault.TRY_AGAIN, "the member's total is being read")
	case raised&GateIntoGames != 0:
		return fault.New(fault.SELF_EXCLUDED, "money may not move into games")
	case raised&GateWithdraw != 0:
		return fault.New(fault.BONUS_REMAINING, "no withdrawals while a condition is active")
	case raised&GateCredits != 0:
		return fault.New(fault.BONUS_ALREADY_ACTIVE, "no conditional credits at present")
	}
	return nil
}

// room returns why amount can't move from debit to credit, or nil. freed is given back to debit at the same time. Money under
// way out of an account counts as spent; money under way into it does not count yet.
func room(debit, credit *account, amount, freed money.Amount) error {
	const most = math.MaxInt64 / 4 // no sum of counters overflows
	if debit.debitsPosted+debit.debitsPending > most-amount || credit.creditsPosted+credit.creditsPending > most-amount {
		return fault.New(fault.INVALID_AMOUNT, "the account's counters would overflow")
	}
	if debit.balance().Available()+freed-amount < debit.floor {
		return fault.New(fault.MONEY_NOT_ENOUGH, "less than the amount is available")
	}
	return nil
}

// open adds a pending transfer to the book.
func (b *book) open(o Order, id ID, debit, credit, request int64) *record {
	t := &record{
		Transfer: Transfer{
			ID: id, Key: o.Key, Kind: o.Kind, Debit: o.Debit, Credit: o.Credit, Amount: o.Amount, State: Pending,
			Member: o.Member, Detail: o.Detail, CreatedAt: b.now, DueAt: o.DueAt,
		},
		request: request, debit: debit, credit: credit,
	}
	b.byKey[o.Key] = t
	b.transfers[id] = t
	b.created = append(b.created, t)
	return t
}

// close moves a transfer out of pending, once.
func (b *book) close(t *record, s State, moved money.Amount) {
	t.State, t.Moved, t.SettledAt, t.DueAt = s, moved, b.now, zeroTime
}
