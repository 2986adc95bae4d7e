// Package witness detects rewritten history: of the audit log, and of the seals that cover the ledger's batches.
//
// Promises (architecture/0016):
//   - Each row of a chain is signed with a key of the database, which nobody can read without the master key. After a change,
//     recomputed hashes don't fit the signatures.
//   - The end of each chain is sent to other places every minute, signed. If rows were cut off, or the chain was replaced, it
//     differs from the notes there.
//   - Rows that an earlier version wrote are covered by the first signature after them, and by a mark that was made with the
//     keys.
package witness

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness/internal/witnessdb"
)

// The chains.
const (
	Audit  = "audit"
	Ledger = "ledger"
)

// chain is one of the chains: its name, and how its rows are read.
type chain struct {
	name string
	// says is its name for people.
	says string
	last func(ctx context.Context, q *witnessdb.Queries) (row, error)
	rows func(ctx context.Context, q *witnessdb.Queries, after int64, most int32) ([]row, error)
}

// row is the signed part of a row, with its signature.
type row struct {
	number    int64
	hash      string
	at        clock.Micros
	signature string
}

var chains = []chain{
	{
		Audit, "the audit log",
		func(ctx context.Context, q *witnessdb.Queries) (row, error) {
			r, err := q.LastAudit(ctx)
			return row{r.Number, r.Hash, r.At, r.Signature}, err
		},
		func(ctx context.Context, q *witnessdb.Queries, after int64, most int32) ([]row, error) {
			rows, err := q.AuditRows(ctx, after, most)
			return all(rows, func(r witnessdb.AuditRowsRow) row { return row{r.Number, r.Hash, r.At, r.Signature} }), err
		},
	},
	{
		Ledger, "the ledger's chain",
		func(ctx context.Context, q *witnessdb.Queries) (row, error) {
			r, err := q.LastSeal(ctx)
			return row{r.Number, r.Hash, r.At, r.Signature}, err
		},
		func(ctx context.Context, q *witnessdb.Queries, after int64, most int32) ([]row, error) {
			rows, err := q.SealRows(ctx, after, most)
			return all(rows, func(r witnessdb.SealRowsRow) row { return row{r.Number, r.Hash, r.At, r.Signature} }), err
		},
	},
}

func all[R any](rows []R, of func(R) row) []row {
	list := make([]row, len(rows))
	for i, r := range rows {
		list[i] = of(r)
	}
	return list
}

// end returns a chain's last row; the zero row if it has none.
func (c chain) end(ctx context.Context, q *witnessdb.Queries) (row, error) {
	r, err := c.last(ctx, q)
	if err != nil && !store.NotFound(err) {
		return row{}, fmt.Errorf("witness: %w", err)
	}
	return r, nil
}

// Signer signs the rows of a chain.
func Signer(box *secret.Box, name string) func(number int64, hash string) string {
	return func(number int64, hash string) string { return box.Sign("row of "+name, rowText(number, hash)) }
}

func rowText(number int64, hash string) string { return strconv.FormatInt(number, 10) + " " + hash }

// grace is how long nodes of an earlier version may add rows without a signature, after a database got its first keys: as long
// as an upgrade may take.
const grace = 7 * 24 * time.Hour

// MarkTx marks the ends of both chains, signed with the newest key: in the commit that makes a database's first keys, and in
// that of each rotation. ran reports whether nodes of an earlier version may still run.
func MarkTx(ctx context.Context, tx *store.Tx, box *secret.Box, version uint32, ran bool) error {
	q := witnessdb.New(tx)
	for _, c := range chains {
		last, err := c.end(ctx, q)
		if err != nil {
			return err
		}
		now := clock.MicrosOf(tx.Now)
		m := witnessdb.ChainMark{
			Chain: c.name, Key: int64(version), Number: last.number, Hash: last.hash, At: now, UnsignedUntil: now,
		}
		if ran {
			m.UnsignedUntil = clock.MicrosOf(tx.Now.Add(grace))
		}
		m.Signature = box.Sign("mark", markText(m))
		if err := q.AddMark(ctx, witnessdb.AddMarkParams(m)); err != nil {
			return fmt.Errorf("witness: %w", err)
		}
	}
	return nil
}

func markText(m witnessdb.ChainMark) string {
	return strings.Join([]string{
		m.Chain, strconv.FormatInt(m.Key, 10), rowText(m.Number, m.Hash),
		strconv.FormatInt(int64(m.At), 10), strconv.FormatInt(int64(m.UnsignedUntil), 10),
	}, " ")
}

// Check lists what is wrong with the signatures of both chains, one line each. Whether rows fit their hashes is checked where
// their content is known (operator.VerifyAudit, proof.Verify).
func Check(ctx context.Context, s *store.Store, box *secret.Box) (wrong []string, err error) {
	for _, c := range chains {
		found, err := c.check(ctx, s, box)
		if err != nil {
			return nil, fmt.Errorf("witness: %w", store.MapError(err))
		}
		wrong = append(wrong, found...)
	}
	return wrong, nil
}

// most bounds the list of one chain: if it was rewritten, nobody needs a longer one.
const most = 10

func (c chain) check(ctx context.Context, s *store.Store, box *secret.Box) (wrong []string, err error) {
	q := witnessdb.New(s.DB())
	marks, wrong, err := c.marks(ctx, q, box)
	if err != nil || len(marks) == 0 {
		return wrong, err
	}
	// The end is read first: rows that are added meanwhile are beyond it.
	end, err := c.end(ctx, q)
	if err != nil {
		return wrong, err
	}
	v := walk{chain: c, box: box, marks: marks, until: marks[0].UnsignedUntil}
	const page = 1000
	for v.at.number < end.number && len(v.wrong) < most {
		rows, err := c.rows(ctx, q, v.at.number, page)
		if err != nil {
			return wrong, err
		}
		if len(rows) == 0 {
			break
		}
		for _, r := range rows {
			v.row(r)
		}
	}
	v.end(s.Now())
	return append(wrong, v.wrong...), nil
}

// marks returns a chain's marks in the order of their numbers, or what is wrong with them: then the rows need no check.
func (c chain) marks(
	ctx context.Context, q *witnessdb.Queries, box *secret.Box,
) (marks []witnessdb.ChainMark, wrong []string, err error) {
	if marks, err = q.Marks(ctx, c.name); err != nil {
		return nil, nil, err
	}
	if len(marks) == 0 || marks[0].Key != 1 {
		return nil, []string{c.says + ": the first mark is missing, from which on its rows are signed"}, nil
	}
	for _, m := range marks {
		if int64(box.Signed("mark", markText(m), m.Signature)) != m.Key {
			return nil, []string{fmt.Sprintf("%s: the mark at row %d is not signed with this database's key", c.says, m.Number)}, nil
		}
	}
	return marks, nil, nil
}

// walk goes through a chain's rows in order.
type walk struct {
	chain chain
	box   *secret.Box
	marks []witnessdb.ChainMark // those still ahead, and the first of those passed
	until clock.Micros          // until when an earlier version may have added rows
	key   int64                 // the oldest key that may sign, 0 before the first mark
	at    row
	// bare is the first of the trailing rows without a signature; its number is 0 if the last row has one.
	bare  row
	wrong []string
}

func (w *walk) say(format string, args ...any) {
	if len(w.wrong) < most {
		w.wrong = append(w.wrong, w.chain.says+": "+fmt.Sprintf(format, args...))
	}
}

func (w *walk) row(r row) {
	w.pass(r.number)
	w.at = r
	switch signed := int64(w.box.Signed("row of "+w.chain.name, rowText(r.number, r.hash), r.signature)); {
	case r.signature == "" && w.key == 0:
	case r.signature == "" && r.at <= w.until:
		if w.bare.number == 0 {
			w.bare = r
		}
	case r.signature == "":
		w.say("row %d is not signed", r.number)
	case signed == 0:
		w.say("row %d does not fit its signature: it was written without the key", r.number)
	case signed < w.key:
		w.say("row %d is signed with a key that was out of use", r.number)
	default:
		w.bare = row{}
	}
	if len(w.marks) > 0 && w.marks[0].Number == r.number && w.marks[0].Hash != r.hash {
		w.say("row %d is not the one that was marked", r.number)
	}
}

// pass passes the marks before a row: from there on their keys sign.
func (w *walk) pass(number int64) {
	for len(w.marks) > 0 && w.marks[0].Number < number {
		if m := w.marks[0]; m.Number > 0 && w.at.number != m.Number {
			w.say("row %d, which was marked, is missing", m.Number)
		}
		w.key, w.marks = w.marks[0].Key, w.marks[1:]
	}
}

func (w *walk) end(now time.Time) {
	for _, m := range w.marks {
		if m.Number > w.at.number {
			w.say("it ends at row %d, and row %d was marked", w.at.number, m.Number)
		}
	}
	if w.bare.number > 0 && clock.MicrosOf(now) > w.until {
		w.say("rows %d to %d are not signed, and nothing after them is", w.bare.number, w.at.number)
	}
}
