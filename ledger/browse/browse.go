// Package browse shows the books to people: any account, any transfer with its entries, and the proof that both are what was
// sealed. It reads only.
//
// Promises:
//   - Each page reads a part of an index in its order, however large the books are. A row is listed once while others are added.
//   - A proof is checked without this program: see docs/proof.md.
//
// Lists are newest first. From and To of a list are times of transfers and entries. The list begins and ends by their numbers,
// which agree with the time within a minute; what a node with a wrong clock numbered otherwise is found by its account alone.
package browse

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
	"krapao/money"
)

// slack is how far the time of a number may be from that of its transfer or entry.
const slack = time.Minute

// Reader reads the books of a store.
type Reader struct{ s *store.Store }

// New makes one.
func New(s *store.Store) *Reader { return &Reader{s} }

func (r *Reader) q() *ledgerdb.Queries { return ledgerdb.New(r.s.DB()) }

// Account is an account as it stands.
type Account struct {
	// Number is what entries and proofs name it by.
	Number int64
	Name   ledger.Account
	ledger.Balance
	// Floor is the lowest that may be available. Bounded is false where there is none.
	Floor   money.Amount
	Bounded bool
}

// AccountFilter selects accounts by their names. The zero value selects all.
type AccountFilter struct {
	// Class is the first part of the name: member, game, bank, result, house. The debts of members are the class receivable, and
	// no part of house.
	Class string
	// Prefix begins the name.
	Prefix string
}

// MemberOf returns whose account it is, by its name; "": nobody's, or a game's, whose name does not say it.
func MemberOf(name ledger.Account) string {
	if member, owed := strings.CutPrefix(string(name), string(ledger.Owed(""))); owed {
		return member
	}
	if of, members := strings.CutPrefix(string(name), "member:"); members {
		member, _, _ := strings.Cut(of, ":")
		return member
	}
	return ""
}

// bounds are between which names an account's name is: the first, and the ends, of which the later one counts. What follows
// a prefix is no later than one of two texts, whatever the order of the database's texts is.
func (f AccountFilter) bounds() (first, upto, orUpto string) {
	switch first = f.Prefix; {
	case first != "":
	case f.Class == "receivable":
		first = string(ledger.Owed(""))
	case f.Class != "":
		first = f.Class + ":"
	}
	return first, first + "zzzz", first + "\uffff"
}

// Selects reports whether an account is of the filter.
func (f AccountFilter) Selects(name ledger.Account) bool {
	return (f.Class == "" || f.Class == ClassOf(name)) && strings.HasPrefix(string(name), f.Prefix)
}

// ClassOf is the class of an account.
func ClassOf(name ledger.Account) string {
	if strings.HasPrefix(string(name), string(ledger.Owed(""))) {
		return "receivable"
	}
	class, _, _ := strings.Cut(string(name), ":")
	return class
}

// Accounts returns the accounts behind a name ("": from the first), in the order of names. They are of the filter or near it:
// ask Selects.
func (r *Reader) Accounts(ctx context.Context, f AccountFilter, after string, most int) ([]Account, error) {
	first, upto, orUpto := f.bounds()
	rows, err := r.q().AccountsAfter(ctx, ledgerdb.AccountsAfterParams{
		First: first, After: after, Upto: upto, OrUpto: orUpto, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: accounts: %w", store.MapError(err))
	}
	list := make([]Account, len(rows))
	for n, a := range rows {
		list[n] = accountOf(a)
	}
	return list, nil
}

// Account returns one. false: there is none of this name.
func (r *Reader) Account(ctx context.Context, name ledger.Account) (Account, bool, error) {
	a, err := r.q().Account(ctx, string(name))
	if store.NotFound(err) {
		return Account{}, false, nil
	}
	if err != nil {
		return Account{}, false, fmt.Errorf("ledger: account %s: %w", name, store.MapError(err))
	}
	return accountOf(a), true, nil
}

func accountOf(a ledgerdb.Account) Account {
	return Account{
		Number: a.Number, Name: ledger.Account(a.Name), Floor: money.Amount(a.Floor), Bounded: a.Floor != math.MinInt64,
		Balance: ledger.Balance{
			Posted: money.Amount(a.CreditsPosted - a.DebitsPosted), Reserved: money.Amount(a.DebitsPending),
			Incoming: money.Amount(a.CreditsPending), Gates: ledger.Gate(a.Gates), Version: a.Version,
		},
	}
}

// Span is a part of a list by time: From inclusive, To exclusive. Zero is no bound.
type Span struct{ From, To time.Time }

// Has reports whether a moment is in it.
func (s Span) Has(at time.Time) bool {
	return (s.From.IsZero() || !at.Before(s.From)) && (s.To.IsZero() || at.Before(s.To))
}

// numbers are the numbers that may have been made in it.
func (s Span) numbers() (first, before int64) {
	before = math.MaxInt64
	if !s.From.IsZero() {
		first = number.FirstAt(s.From.Add(-slack))
	}
	if !s.To.IsZero() {
		before = number.FirstAt(s.To.Add(slack))
	}
	return first, before
}

// versions are the versions of an account, of which the newest is given, that may have been made in it.
func (r *Reader) versions(ctx context.Context, account, newest int64, s Span) (first, before int64, err error) {
	from, to := s.numbers()
	first, before = 1, newest+1
	if !s.To.IsZero() {
		if before, err = r.versionAt(ctx, account, newest, to); err != nil {
			return 0, 0, err
		}
	}
	if !s.From.IsZero() {
		first, err = r.versionAt(ctx, account, before-1, from)
	}
	return first, before, err
}

// versionAt searches for the first version of an account whose batch has a number or a higher one; newest+1 where none has.
func (r *Reader) versionAt(ctx context.Context, account, newest, batch int64) (int64, error) {
	low, high := int64(1), newest+1
	for low < high {
		middle := low + (high-low)/2
		at, err := r.q().EntryBatch(ctx, account, middle)
		if err != nil {
			return 0, fmt.Errorf("ledger: version of account %d: %w", account, store.MapError(err))
		}
		if at >= batch {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low, nil
}
