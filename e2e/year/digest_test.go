package year

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// digest is what must be the same of two years of one seed. Ids and times are not in it: members' ids and their
// names in games are random in the product, so a member is its number here.
type digest struct {
	// told is of every call in its turn: who, what, the status and the code of the answer.
	told uint64
	// books is of the ledger: of every account of a member, its games' too, all its entries (the transfer's kind, the step, the
	// amounts), and of every account what it holds at the end. The order of the entries is not in it: what a call does at
	// several games at one moment, and what two members do, may be booked in either order.
	books uint64
	// entries are those of members.
	entries int
}

// digest of what was done so far.
func (w *town) digest() digest {
	w.t.Helper()
	d := digest{told: w.happened}
	names := make([]string, 0, 2*len(w.people))
	for _, p := range w.people {
		names = append(names, p.id, fmt.Sprintf("%06d", p.number))
		for _, user := range p.users {
			names = append(names, user, fmt.Sprintf("%06d", p.number))
		}
	}
	numbered := strings.NewReplacer(names...)
	// The sum of each account's digest, so that the accounts' order does not count.
	add := func(account string, what ...any) uint64 {
		h := fnv.New64a()
		_, _ = fmt.Fprint(h, numbered.Replace(account), what)
		return h.Sum64()
	}
	for account, held := range w.held() {
		d.books += add(account, held)
	}
	rows, err := w.Store.DB().QueryContext(w.t.Context(), `SELECT a.name, t.kind, e.step, e.debit, e.pending, e.posted
		FROM entry e JOIN account a ON a.number = e.account JOIN transfer t ON t.id = e.transfer
		WHERE a.name LIKE 'member:%' OR a.name LIKE 'game:%'`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name, kind, step string
		var debit bool
		var pending, posted int64
		if err := rows.Scan(&name, &kind, &step, &debit, &pending, &posted); err != nil {
			w.t.Fatal(err)
		}
		d.books += add(name, kind, step, debit, pending, posted)
		d.entries++
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return d
}

// held is what every account holds and has reserved.
func (w *town) held() map[string][2]int64 {
	w.t.Helper()
	rows, err := w.Store.DB().QueryContext(w.t.Context(), `SELECT name, credits_posted - debits_posted, debits_pending FROM account`)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	held := map[string][2]int64{}
	for rows.Next() {
		var name string
		var h [2]int64
		if err := rows.Scan(&name, &h[0], &h[1]); err != nil {
			w.t.Fatal(err)
		}
		held[name] = h
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return held
}
