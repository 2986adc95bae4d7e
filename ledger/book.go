package ledger

import (
	"time"

	"krapao/fault"
	"krapao/money"
)

// step is what a command did to a transfer; each leaves one entry on both accounts.
type step string

const (
	stepReserve step = "reserve"
	stepMove    step = "move"
	stepPost    step = "post"
	stepVoid    step = "void"
)

// account is one row of the table account, locked, as the commands of one batch change it.
type account struct {
	number         int64
	name           Account
	floor          money.Amount
	gates          Gate
	debitsPending  money.Amount
	debitsPosted   money.Amount
	creditsPending money.Amount
	creditsPosted  money.Amount
	version        int64
	touched        bool
}

func (a *account) balance() Balance {
	return Balance{
		Posted: a.creditsPosted - a.debitsPosted, Reserved: a.debitsPending, Incoming: a.creditsPending,
		Gates: a.gates, Version: a.version,
	}
}

// record is one row of the table transfer.
type record struct {
	Transfer
	request int64
	debit   int64
	credit  int64
	wallet  *money.Amount // see Line.WalletAfter
}

// entry is one row of the table entry.
type entry struct {
	account  int64
	version  int64
	transfer *record
	step     step
	debit    bool
	pending  money.Amount
	posted   money.Amount
	after    Balance
}

// refusal is one row of the table refusal.
type refusal struct {
	key     Key
	request int64
	err     *fault.Error
}

// item is one command on its way through the ledger.
type item struct {
	step   step
	order  Order      // reserve, move
	settle Settlement // post, void
	// id is the id that a new transfer (the order's, or a surplus) gets. It stays the same when the ledger has to ask
	// again after a broken commit, and so tells what it did itself from a replay.
	id      ID
	debit   int64
	credit  int64
	request int64

	// waits reports whether the order may still begin: nothing is done for who has given up before its turn came.
	waits func() error

	result Result
	err    error
	done   chan struct{}
}

// isOrder tells reserve and move from post and void.
func (i *item) isOrder() bool { return i.step == stepReserve || i.step == stepMove }

// book is what one batch of commands is decided on: the rows that they name, locked, and what is to be written.
type book struct {
	now       time.Time
	batch     ID
	epoch     int64
	accounts  map[int64]*account
	transfers map[ID]*record
	byKey     map[Key]*record
	refused   map[Key]refusal

	created  []*record
	settled  []*record
	entries  []entry
	refusals []refusal
}

func (l *Ledger) newBook(now time.Time) (*book, error) {
	batch, err := l.numbers.id()
	if err != nil {
		return nil, err
	}
	return &book{
		now: now, batch: batch, epoch: epochAt(*l.epochs.Load(), batch).code, accounts: map[int64]*account{}, transfers: map[ID]*record{},
		byKey: map[Key]*record{}, refused: map[Key]refusal{},
	}, nil
}

// empty tells that the batch writes nothing.
func (b *book) empty() bool { return len(b.entries) == 0 && len(b.refusals) == 0 }

// write books a step of t on both of its accounts: pending and posted are the changes of the debit account's debits
// and of the credit account's credits, the same on both sides.
func (b *book) write(t *record, s step, pending, posted money.Amount) {
	debit, credit := b.accounts[t.debit], b.accounts[t.credit]
	debit.debitsPending += pending
	debit.debitsPosted += posted
	credit.creditsPending += pending
	credit.creditsPosted += posted
	for _, a := range [2]*account{debit, credit} {
		a.version++
		a.touched = true
		b.entries = append(b.entries, entry{
			account: a.number, version: a.version, transfer: t, step: s, debit: a == debit,
			pending: pending, posted: posted, after: a.balance(),
		})
	}
	for _, a := range [2]*account{debit, credit} {
		if t.Member != "" && a.name == Wallet(t.Member) {
			available := a.balance().Available()
			t.wallet = &available
		}
	}
}
