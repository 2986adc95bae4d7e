// Package witness finds who rewrites history: of the audit chain, and of the seals that bind the ledger's batches.
//
// Promises (architecture/0016):
//   - Each row of a chain is signed under a key of the database that nobody has who has not the master key. Hashes that were made
//     anew after a change don't fit their signatures.
//   - Where each chain ended is told to other places every minute, signed. Rows that were cut off, or a chain that is another one
//     since, differ from what stands there.
//   - Rows of a version before are covered by the first signature after them, and by a mark that was made with the keys.
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

// chain is one of them: what it is called, and how its rows are read.
type chain struct {
	name string
	// says is its name for people.
	says string
	last func(ctx context.Context, q *witnessdb.Queries) (row, error)
	rows func(ctx context.Context, q *witnessdb.Queries, after int64, most int32) ([]row, error)
}

// row is what is signed of one.
type row struct {
	number    int64
	hash      string
	at        clock.Micros
	signature string
}

var chains = []chain{
	{
		Audit, "the audit chain",
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

// end is a chain's last row; the zero row where it has none.
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

// grace is how long, after the first keys of a database that a version before ran on, nodes of that version may add rows without a
// signature: for as long as an upgrade may take.
const grace = 7 * 24 * time.Hour

// MarkTx marks where both chains end, signed with the newest key: with a database's first keys, and with each rotation, in the
// commit that makes it. ran tells that nodes of a version before may still run.
func MarkTx(ctx context.Context, tx *store.Tx, box *secret.Box, version uint32, ran bool) error {
	q := witnessdb.New(tx)
	for _, c := range chains {
		last, err := c.end(ctx, q)
		if err != nil {
			return err
		}
		m := witnessdb.ChainMark{Chain: c.name, Key: int64(version), Number: last.number, Hash: last.hash, At: clock.MicrosOf(tx.Now), UnsignedUntil: clock.MicrosOf(tx.Now)}
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
		m.Chain, strconv.FormatInt(m.Key, 10), rowText(m.Number, m.Hash), strconv.FormatInt(int64(m.At), 10), strconv.FormatInt(int64(m.UnsignedUntil), 10),
	}, " ")
}

// Check names what is wrong with the signatures of both chains, a line each. That rows fit their hashes is for those to check who
// know what a row says (operator.VerifyAudit, ledger.Verify).
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

// most bounds what is told of one chain: who rewrote it needs no longer list.
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

// marks are a chain's, by their numbers; what is wrong with them is enough to say.
func (c chain) marks(ctx context.Context, q *witnessdb.Queries, box *secret.Box) (marks []witnessdb.ChainMark, wrong []string, err error) {
	if marks, err = q.Marks(ctx, c.name); err != nil {
		return nil, nil, err
	}
	if len(marks) == 0 || marks[0].Key != 1 {
		return nil, []string{c.says + ": the mark from which on it is signed is gone"}, nil
	}
	for _, m := range marks {
		if int64(box.Signed("mark", markText(m), m.Signature)) != m.Key {
			return nil, []string{fmt.Sprintf("%s: the mark at row %d is not signed with this database's key", c.says, m.Number)}, nil
		}
	}
	return marks, nil, nil
}

// walk goes through a chain's rows in their order.
type walk struct {
	chain chain
	box   *secret.Box
	marks []witnessdb.ChainMark // those still ahead, but the first of those that were passed
	until clock.Micros          // when the last row may be of a version before
	key   int64                 // the version that signs at least, 0 before the first mark
	at    row
	// bare is the first of the last rows without a signature; 0: the last has one.
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

// pass goes past the marks that lie before a row: from there on their keys sign.
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
