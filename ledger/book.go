package ledger

import (
	"time"

	"krapao/fault"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/lane"
	"krapao/money"
)

// step is what a command did to a transfer; each leaves one entry on both accounts.
type step = chain.Step

const (
	stepReserve = chain.Reserve
	stepMove    = chain.Move
	stepPost    = chain.Post
	stepVoid    = chain.Void
)

// account is one locked row of the table account, as the commands of one batch change it.
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
	lane.Place
	step   step
	order  Order      // reserve, move
	settle Settlement // post, void, lessen
	// lessenTo is what a reservation is lessened to; 0: it is no such command. Its entries are voids of a part.
	lessenTo money.Amount
	// id is the id of the new transfer (the order's, or a surplus). It stays the same when the ledger tries again after a
	// broken commit, so that it can tell its own work from a replay.
	id      ID
	debit   int64
	credit  int64
	request int64

	result Result
	err    error
}

// Accounts implements lane.Command. An order needs its accounts for itself.
func (i *item) Accounts() (debit, credit int64, exclusive bool) {
	return i.debit, i.credit, i.isOrder()
}

// Fail implements lane.Command.
func (i *item) Fail(err error) { i.result, i.err = Result{}, err }

// Err implements lane.Command.
func (i *item) Err() error { return i.err }

// isOrder reports whether the command is a reserve or a move, not a post or a void.
func (i *item) isOrder() bool { return i.step == stepReserve || i.step == stepMove }

// book is the state on which one batch of commands is decided: the locked rows that they name, and the rows to be written.
type book struct {
	now       time.Time
	batch     ID
	epoch     int64
	accounts  map[int64]*account
	transfers map[ID]*record
	byKey     map[Key]*record
	refused   map[Key]refusal
	beside    []Account // are locked first, and need not exist

	created  []*record
	settled  []*record
	lessened []*record
	entries  []entry
	refusals []refusal
}

func (l *Ledger) newBook(now time.Time) (*book, error) {
	batch, err := l.numbers.Next()
	if err != nil {
		return nil, err
	}
	return &book{
		now: now, batch: ID(batch), epoch: l.references.Epoch(batch).Code, accounts: map[int64]*account{},
		transfers: map[ID]*record{}, byKey: map[Key]*record{}, refused: map[Key]refusal{},
	}, nil
}

// empty reports whether the batch writes nothing.
func (b *book) empty() bool { return len(b.entries) == 0 && len(b.refusals) == 0 }

// write books a step of t on both of its accounts. pending and posted are the changes of the debit account's debits and of
// the credit account's credits, the same on both sides.
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

// digest is the hash of all that the batch writes and nothing changes later.
func (b *book) digest() string {
	d := chain.NewDigest(int64(b.batch), b.epoch, micros(b.now))
	for n := range b.entries {
		e := &b.entries[n]
		hashed := chain.Entry{
			Account: e.account, Version: e.version, Transfer: int64(e.transfer.ID), Step: e.step, Debit: e.debit,
			Pending: int64(e.pending), Posted: int64(e.posted), Balance: int64(e.after.Posted),
			Reserved: int64(e.after.Reserved), Incoming: int64(e.after.Incoming),
		}
		d.Entry(&hashed)
		if t := e.transfer; hashed.Opens() {
			d.Transfer(&chain.Transfer{
				Key: t.Key.String(), Kind: string(t.Kind), Member: t.Member, Request: t.request,
				Debit: t.debit, Credit: t.credit, Amount: int64(t.Amount), CreatedAt: micros(t.CreatedAt),
			})
		}
	}
	for _, f := range b.refusals {
		d.Refusal(&chain.Refusal{
			Key: f.key.String(), Request: f.request, Code: string(f.err.Code), Detail: f.err.Detail, Params: paramsText(f.err.Params),
		})
	}
	return d.Sum()
}
