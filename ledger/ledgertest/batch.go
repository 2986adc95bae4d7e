package ledgertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/chain"
)

// made is a transfer of the past, with its two entries.
type made struct {
	chain.Transfer
	id      int64
	wallet  any // what the member's wallet has after it; nil where it is nobody's
	entries [2]chain.Entry
}

var (
	transferFields = []string{
		"id", "key", "request", "kind", "debit", "credit", "amount", "moved", "state", "member", "wallet", "detail", "created_at",
		"settled_at",
	}
	entryFields = []string{
		"batch", "account", "version", "transfer", "step", "debit", "pending", "posted", "balance", "reserved", "incoming",
	}
	batchFields   = []string{"id", "digest", "entries", "refusals", "created_at", "seal"}
	accountFields = []string{"number", "name", "floor", "debits_posted", "credits_posted", "version"}
)

// part is rows of a table.
type part struct {
	table  string
	fields []string
	rows   [][]any
}

// write makes all transfers, and writes what is made while it makes the next.
func (h *history) write(ctx context.Context, put Put) error {
	made := make(chan []part, 1)
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error {
		defer close(made)
		for h.made < h.count {
			select {
			case made <- h.some(min(chunk, h.count-h.made)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	both.Go(func() error {
		written := 0
		for parts := range made {
			for _, p := range parts {
				if err := put(p.table, p.fields, p.rows); err != nil {
					return err
				}
			}
			written += len(parts[0].rows)
			h.tell(fmt.Sprintf("%d of %d transfers", written, h.count))
		}
		return nil
	})
	return both.Wait()
}

// some makes the rows of some transfers.
func (h *history) some(some int) []part {
	var transfers, entries, batches [][]any
	for some > 0 {
		n := min(perBatch, some)
		some -= n
		id := h.id(h.made, h.count)
		var all []made
		for range n {
			t := h.transfer()
			all = append(all, t)
			transfers = append(transfers, t.row())
		}
		h.tally(id, all)
		digest, rows := h.seal(id, all)
		entries = append(entries, rows...)
		batches = append(batches, []any{id, digest, int64(len(rows)), int64(0), int64(timeOf(id)), int64(0)})
	}
	return []part{
		{"transfer", transferFields, transfers}, {"entry", entryFields, entries}, {"batch", batchFields, batches},
	}
}

// transfer makes the next one.
func (h *history) transfer() made {
	debit, credit, amount := h.next()
	id := h.id(h.made, h.count)
	t := made{id: id, Transfer: chain.Transfer{
		Key: rising(h.place() * h.step), Kind: "transfer", Member: debit.member, Request: 1, Debit: debit.number, Credit: credit.number,
		Amount: amount, CreatedAt: int64(timeOf(id)),
	}}
	debit.debits, credit.credits = debit.debits+amount, credit.credits+amount
	for side, w := range []*wallet{debit, credit} {
		w.version++
		t.entries[side] = chain.Entry{
			Account: w.number, Version: w.version, Transfer: id, Step: chain.Move, Debit: side == 0, Posted: amount, Balance: w.balance(),
		}
	}
	t.wallet = debit.balance()
	if debit == h.house {
		t.Kind, t.Member, t.wallet = "adjustment", credit.member, credit.balance()
	}
	h.made++
	return t
}

func (t made) row() []any {
	return []any{
		t.id, t.Key, t.Request, t.Kind, t.Debit, t.Credit, t.Amount, t.Amount, "posted", t.Member, t.wallet,
		`{"from":"WALLET","to":"JOKER"}`, t.CreatedAt, t.CreatedAt,
	}
}

// seal returns a batch's digest and the rows of its entries, in the digest's order: of accounts and versions.
func (h *history) seal(batch int64, all []made) (digest string, rows [][]any) {
	type line struct {
		chain.Entry
		of *chain.Transfer
	}
	var lines []line
	for n := range all {
		for _, e := range all[n].entries {
			lines = append(lines, line{e, &all[n].Transfer})
		}
	}
	slices.SortFunc(lines, func(x, y line) int {
		return cmp.Or(cmp.Compare(x.Account, y.Account), cmp.Compare(x.Version, y.Version))
	})
	d := chain.NewDigest(batch, h.epoch, int64(timeOf(batch)))
	for n := range lines {
		e := &lines[n].Entry
		d.Entry(e)
		if e.Opens() {
			d.Transfer(lines[n].of)
		}
		rows = append(rows, []any{
			batch, e.Account, e.Version, e.Transfer, string(e.Step), e.Debit, e.Pending, e.Posted, e.Balance, e.Reserved, e.Incoming,
		})
	}
	return d.Sum(), rows
}

// keep writes the accounts as the past leaves them.
func (h *history) keep(ctx context.Context, s *store.Store, put Put) error {
	if err := s.Write(ctx, func(tx *store.Tx) error {
		for _, w := range append(h.wallets[:h.opened:h.opened], *h.house) {
			if _, err := tx.ExecContext(ctx, "UPDATE account SET debits_posted = $1, credits_posted = $2, version = $3 WHERE number = $4",
				w.debits, w.credits, w.version, w.number); err != nil {
				return err
			}
		}
		return h.keepTallies(ctx, tx)
	}); err != nil {
		return err
	}
	for at := h.opened; at < len(h.wallets); at += chunk {
		var rows [][]any
		for _, w := range h.wallets[at:min(at+chunk, len(h.wallets))] {
			rows = append(rows, []any{w.number, string(ledger.Wallet(w.member)), int64(0), w.debits, w.credits, w.version})
		}
		if err := put("account", accountFields, rows); err != nil {
			return err
		}
	}
	return nil
}

// place is the position of the next key among all. The first half of the rows takes every other place, the second half those
// between. So the pages of keys are about two thirds full, as random keys leave them. If they were packed, each key of a
// measurement would split one.
func (h *history) place() uint64 {
	if h.packed {
		return uint64(h.made)
	}
	if first := (h.count + 1) / 2; h.made >= first {
		return uint64(2*(h.made-first) + 1)
	}
	return uint64(2 * h.made)
}

// rising writes n as a key whose order as text is that of the numbers: loading is quick, and the keys of the
// measurement then fall anywhere between them.
func rising(n uint64) string {
	const digits = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	var b [22]byte
	for i := range b {
		b[i] = '-'
	}
	for i := 10; i >= 0; i-- {
		b[i] = digits[n&63]
		n >>= 6
	}
	return string(b[:])
}
