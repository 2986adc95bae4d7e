// Package ledgertest writes large books at once, for measurements on a ledger that is full. It writes the rows as the ledger
// would have: balances, versions, entries, ids and digests agree, so that ledger/proof finds them whole.
package ledgertest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/number"
)

// Past is what is written: transfers of 0.01 to 1.00 baht between wallets, over thirty days that ended yesterday. The store is
// new: its ledger has made no ids in that time. Nothing else may write to it meanwhile. The past's batches are marked as sealed:
// the past is no part of the chain. It is in the tallies, but for who was active.
type Past struct {
	// Transfers is how many there are; each has two entries.
	Transfers int
	// Members is how many wallets are opened for it, each with a first transfer from house:adjustment. The wallets that have money
	// already take part as well.
	Members int
	// Packed builds the indexes after the rows, where the engine is PostgreSQL: for measurements that read. Those that write need
	// pages as full as a ledger's own.
	Packed bool
	// Tell is told how far it is, in a few words; nil: nobody is.
	Tell func(what string)
}

const (
	// day is the time since its end, and days how long it is.
	day, days = 24 * time.Hour, 30 * 24 * time.Hour
	// node is the number that made its ids: the one that every ledger has.
	node = 0
	// perBatch is how many transfers one batch has.
	perBatch = 50
	// chunk is how many transfers are written at once, a whole number of batches.
	chunk = 20_000
	// funds are what each opened wallet begins with, in satang.
	funds = 100_000_00
)

// Write writes it.
func (p Past) Write(ctx context.Context, s *store.Store) error {
	h, err := p.begin(ctx, s)
	if err != nil {
		return fmt.Errorf("ledgertest: %w", err)
	}
	k := Sink{Tell: p.Tell}
	if p.Packed {
		k.Packed = []string{"entry", "transfer", "batch"} // the biggest index first, while there is the most room for its sorting
	}
	h.tell, h.packed = k.tell, p.Packed
	if err := k.Fill(ctx, s, func(put Put) error {
		if err := h.write(ctx, put); err != nil {
			return err
		}
		return h.keep(ctx, s, put)
	}); err != nil {
		return fmt.Errorf("ledgertest: %w", err)
	}
	return nil
}

// history makes the rows.
type history struct {
	wallets []wallet
	// house is house:adjustment, from which opened wallets get their first money.
	house *wallet
	// opened is the place of the first opened wallet.
	opened      int
	count, made int
	random      *rand.Rand
	epoch       int64
	began       time.Time
	last        int64 // the last id
	step        uint64
	// sums are the tallies of what was written.
	sums map[column]sum
	// packed: the keys rise, since none will come between them.
	packed bool
	tell   func(what string)
}

// wallet is an account while the past is made, in satang.
type wallet struct {
	number, debits, credits, version int64
	member                           string
}

func (w *wallet) balance() int64 { return w.credits - w.debits }

func (p Past) begin(ctx context.Context, s *store.Store) (*history, error) {
	count := p.Transfers + p.Members
	h := &history{
		count: count, random: rand.New(rand.NewPCG(1, 2)), began: s.Now().Add(-days - day).Truncate(time.Millisecond),
		step: 1<<63/uint64(max(count, 1)) - 1, sums: map[column]sum{},
	}
	if err := h.open(ctx, s); err != nil {
		return nil, err
	}
	if err := s.DB().QueryRowContext(ctx, "SELECT code FROM epoch").Scan(&h.epoch); err != nil {
		return nil, err
	}
	found, err := s.DB().QueryContext(ctx, `SELECT number, name, debits_posted, credits_posted, version FROM account
		WHERE name LIKE 'member:%:wallet' AND credits_posted > 0 OR name = $1`, string(ledger.Adjustment))
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var w wallet
		var name string
		if err := found.Scan(&w.number, &name, &w.debits, &w.credits, &w.version); err != nil {
			return nil, err
		}
		if name == string(ledger.Adjustment) {
			h.house = &w
			continue
		}
		w.member = strings.Split(name, ":")[1]
		h.wallets = append(h.wallets, w)
	}
	h.opened = len(h.wallets)
	for n := range p.Members {
		h.wallets = append(h.wallets, wallet{number: h.id(n, count), member: fmt.Sprintf("P%011d", n)})
	}
	h.last = 0
	return h, found.Err()
}

// open opens the house's account.
func (h *history) open(ctx context.Context, s *store.Store) error {
	l, err := ledger.Open(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	return s.Write(ctx, func(tx *store.Tx) error { return l.OpenTx(ctx, tx, ledger.Adjustment) })
}

// id makes the id of the n-th thing of a count, at its time in the past.
func (h *history) id(n, count int) int64 {
	at := h.began.Add(time.Duration(float64(days) * float64(n) / float64(count)))
	h.last = max(h.last+1, number.FirstAt(at))
	if number.Node(h.last) != node { // the millisecond is full
		h.last = number.FirstAt(timeOf(h.last).Time().Add(time.Millisecond))
	}
	return h.last
}

// timeOf is the moment of an id.
func timeOf(id int64) clock.Micros {
	return clock.MicrosOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(number.Millisecond(id)) * time.Millisecond))
}

// next chooses the two sides and the amount of the next transfer. First each opened wallet gets its money.
func (h *history) next() (debit, credit *wallet, amount int64) {
	if first := h.opened + h.made; first < len(h.wallets) {
		return h.house, &h.wallets[first], funds
	}
	debit = &h.wallets[h.random.IntN(len(h.wallets))]
	for debit.balance() < 100 {
		debit = &h.wallets[h.random.IntN(len(h.wallets))]
	}
	for credit = debit; credit == debit; {
		credit = &h.wallets[h.random.IntN(len(h.wallets))]
	}
	return debit, credit, int64(1 + h.random.IntN(100))
}
