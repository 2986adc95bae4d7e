// Package proof shows that the books are whole, or names the account where they are not. It reads only.
//
// Verify recomputes everything at once, for an operator and for the end of a test. The Auditor does the same all the time, a
// few slices at a time, so that a change behind the ledger's back is found within a minute, and later in a ledger too large for
// that.
package proof

import (
	"context"
	"database/sql"
	"fmt"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/chain"
	"krapao/ledger/internal/ledgerdb"
	"krapao/ledger/internal/number"
)

// Problem is one broken invariant.
type Problem struct {
	// Account is the account that is wrong; empty where the break lies elsewhere.
	Account ledger.Account
	// What says what is wrong, in English, for operators.
	What string
}

func (p Problem) String() string {
	if p.Account == "" {
		return p.What
	}
	return string(p.Account) + ": " + p.What
}

// Report says what a verification looked at, and what it found.
type Report struct {
	Accounts, Entries, Batches, Refusals, Seals int
	Problems                                    []Problem
}

// OK reports whether every invariant holds.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

func (r *Report) add(account string, what string, args ...any) {
	p := Problem{ledger.Account(account), fmt.Sprintf(what, args...)}
	for _, known := range r.Problems {
		if known == p {
			return
		}
	}
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, p)
	}
}

// maxProblems bounds a report: after a thousand broken accounts nobody needs a longer list.
const maxProblems = 1000

// Verify recomputes everything from the entries and checks every invariant of DESIGN.md section 3: balances are the
// sums of their entries, all accounts together are zero, no floor is broken, versions have no gaps, each transfer is
// opened once and settled at most once with what its entries say, each key has one answer, and the chain of digests is
// whole. It may run beside a working ledger. An error means that it could not finish, not that something is wrong.
func Verify(ctx context.Context, s *store.Store) (Report, error) {
	v := &verification{q: ledgerdb.New(s.DB())}
	for _, check := range []func(context.Context) error{
		v.numbers, v.accounts, v.sums, v.entrySums, v.transfers, v.keys, v.batches, v.chain,
	} {
		if err := check(ctx); err != nil {
			return v.Report, fmt.Errorf("ledger: verify: %w", store.MapError(err))
		}
	}
	if v.Entries+v.Batches+v.Refusals+v.Seals > 0 { // the house's accounts come with the schema
		return v.Report, v.first(ctx)
	}
	return v.Report, nil
}

// verification walks through the books in slices, so that no single statement takes long on a large ledger. The auditor
// does the same a few slices at a time.
type verification struct {
	q *ledgerdb.Queries
	Report
	epochs number.Epochs
	// noEpoch: the first one is missing. Books on which no ledger was ever opened have no epoch, and nothing else.
	noEpoch bool
	nodes   map[int64]int64 // number -> ceiling
}

const (
	accountSlice = 5000
	batchSlice   = 100
)

// numbers reads the epochs and the node numbers, and checks that the first epoch begins with the first id.
func (v *verification) numbers(ctx context.Context) error {
	epochs, err := v.q.Epochs(ctx)
	if err != nil {
		return err
	}
	v.epochs = nil
	for _, row := range epochs {
		e := number.Epoch{First: row.FirstTransfer, Code: row.Code}
		v.epochs = append(v.epochs, e)
		if !e.Valid() {
			v.add("", "the code %d of an epoch is not two characters", e.Code)
		}
	}
	if len(epochs) == 0 || epochs[0].FirstTransfer != 0 {
		v.noEpoch = true
		v.epochs = append(number.Epochs{{}}, v.epochs...)
	}
	return v.leases(ctx)
}

// leases reads up to where each node may make ids.
func (v *verification) leases(ctx context.Context) error {
	nodes, err := v.q.Nodes(ctx)
	v.nodes = map[int64]int64{}
	for _, n := range nodes {
		v.nodes[n.Number] = n.Ceiling
	}
	return err
}

// first checks that the first epoch is there, as in all books on which a ledger was ever opened.
func (v *verification) first(context.Context) error {
	if v.noEpoch {
		v.add("", "the first epoch is missing")
	}
	return nil
}

// made checks that an id was made within its node's lease. Nodes renew their leases while the books are looked at, and make an id
// only after that: what the leases of the beginning do not cover is held to those of now.
func (v *verification) made(ctx context.Context, id int64) error {
	if v.leased(id) {
		return nil
	}
	if err := v.leases(ctx); err != nil {
		return err
	}
	if !v.leased(id) {
		v.add("", "node %d made numbers beyond its lease", number.Node(id))
	}
	return nil
}

// leased reports whether the leases that were read cover an id.
func (v *verification) leased(id int64) bool {
	ceiling, known := v.nodes[number.Node(id)]
	return known && number.Millisecond(id) < ceiling
}

func (v *verification) accounts(ctx context.Context) error {
	for after, more := int64(-1), true; more; {
		var err error
		if after, more, err = v.accountSlice(ctx, after); err != nil {
			return err
		}
	}
	return nil
}

// accountSlice checks the next accounts after a number: their figures are those of their last entry and of their pending
// transfers, and above their floor.
func (v *verification) accountSlice(ctx context.Context, after int64) (last int64, more bool, err error) {
	slice, err := v.q.AccountSlice(ctx, after, accountSlice)
	if err != nil || len(slice) == 0 {
		return after, false, err
	}
	last = slice[len(slice)-1]
	off, err := v.q.AccountsOff(ctx, after, last)
	if err != nil {
		return after, false, err
	}
	v.Accounts += len(slice)
	for _, a := range off {
		v.explain(a)
	}
	return last, len(slice) == accountSlice, nil
}

func (v *verification) explain(a ledgerdb.AccountsOffRow) {
	posted, available := a.CreditsPosted-a.DebitsPosted, a.CreditsPosted-a.DebitsPosted-a.DebitsPending
	if a.Balance.Int64 != posted || a.Reserved.Int64 != a.DebitsPending || a.Incoming.Int64 != a.CreditsPending ||
		a.Version > 0 && !a.Balance.Valid {
		v.add(a.Name, "posted %d, reserved %d, incoming %d satang at version %d; its last entry says %d, %d, %d",
			posted, a.DebitsPending, a.CreditsPending, a.Version, a.Balance.Int64, a.Reserved.Int64, a.Incoming.Int64)
	}
	if a.Debits != a.DebitsPending || a.Credits != a.CreditsPending {
		v.add(a.Name, "reserved %d and incoming %d satang; its pending transfers say %d and %d",
			a.DebitsPending, a.CreditsPending, a.Debits, a.Credits)
	}
	if available < a.Floor {
		v.add(a.Name, "%d satang available, below its floor of %d", available, a.Floor)
	}
	if a.Floor != 0 && ledger.Account(a.Name).NeverNegative() {
		v.add(a.Name, "its floor is %d", a.Floor)
	}
}

func (v *verification) sums(ctx context.Context) error {
	sum, err := v.q.SumOfAccounts(ctx)
	if err != nil {
		return err
	}
	// PostgreSQL sums BIGINT to NUMERIC, which arrives as text.
	if posted, pending := fmt.Sprint(sum.Posted), fmt.Sprint(sum.Pending); posted != "0" || pending != "0" {
		v.add("", "all accounts together are %s satang posted and %s pending, not zero", posted, pending)
	}
	return nil
}

func (v *verification) entrySums(ctx context.Context) error {
	off, err := v.q.EntrySums(ctx)
	for _, name := range off {
		v.add(name, "its counters are not the sums of its entries")
	}
	return err
}

func (v *verification) transfers(ctx context.Context) error {
	off, err := v.q.TransfersOff(ctx)
	for _, t := range off {
		v.add(t.Name.String, "transfer %d is not what its entries say", t.ID)
	}
	return err
}

func (v *verification) keys(ctx context.Context) error {
	twice, err := v.q.KeysTwice(ctx)
	if err != nil {
		return err
	}
	for _, k := range twice {
		v.add("", "the key of transfer %d also answers a refusal", k.ID)
	}
	stray, err := v.q.StrayEntries(ctx)
	if err != nil {
		return err
	}
	for _, e := range stray {
		v.add(v.name(ctx, e.Account), "an entry belongs to batch %d, which does not exist", e.Batch)
	}
	refusals, err := v.q.StrayRefusals(ctx)
	for _, r := range refusals {
		v.add("", "a refusal belongs to batch %d, which does not exist", r.Batch)
	}
	return err
}

func (v *verification) name(ctx context.Context, number int64) string {
	name, err := v.q.AccountName(ctx, number)
	if err != nil {
		return fmt.Sprintf("account %d", number)
	}
	return name
}

// chain checks the seals one after another.
func (v *verification) chain(ctx context.Context) error {
	newest, err := v.q.NewestSealOfBatches(ctx)
	if err != nil && !store.NotFound(err) {
		return err
	}
	before, expected := "", int64(1)
	for {
		seals, err := v.q.Seals(ctx, expected)
		if err != nil {
			return err
		}
		if len(seals) == 0 {
			if newest.Int64 >= expected {
				v.add("", "seal %d is missing from the chain", expected)
			}
			return nil
		}
		for _, s := range seals {
			if s.Number != expected {
				v.add("", "seal %d is missing from the chain", expected)
			}
			if err := v.seal(ctx, s, before); err != nil {
				return err
			}
			before, expected = s.Hash, s.Number+1
		}
	}
}

// seal checks one seal against the one before it and the batches that it covers.
func (v *verification) seal(ctx context.Context, s ledgerdb.SealsRow, before string) error {
	v.Seals++
	rows, err := v.q.BatchesOfSeal(ctx, sql.NullInt64{Int64: s.Number, Valid: true})
	if err != nil {
		return err
	}
	links := make([]chain.Link, len(rows))
	for i, r := range rows {
		links[i] = chain.Link{ID: r.ID, Digest: r.Digest}
	}
	if int64(len(links)) != s.Batches || chain.SealHash(before, s.Number, links) != s.Hash {
		v.add("", "seal %d does not fit its %d batches and the seal before it", s.Number, len(links))
	}
	return nil
}
