package holder

import (
	"context"
	"errors"

	"krapao/internal/store"
	"krapao/member/holder/internal/holderdb"
)

// batch is how many names one transaction indexes. On SQLite other transactions wait for it, for some 20 milliseconds.
const batch = 500

// IndexNames indexes the names that are not indexed yet, and returns how many they were: names of members that registered
// before the index or its present form existed, and names that a node of the previous version has changed. Members that
// become linked by this become cases. A name that can't be opened is skipped, and the error names it.
func (x *Index) IndexNames(ctx context.Context) (int, error) {
	left, err := holderdb.New(x.store.DB()).UnindexedHolders(ctx, Form)
	if err != nil || len(left) == 0 {
		return 0, err
	}
	old, errOld := x.indexOld(ctx)
	changed, errChanged := x.indexRows(ctx, func(q *holderdb.Queries, _ string) ([]row, error) {
		rows, err := q.TakeChangedHolders(ctx, Form, batch)
		return convert(rows, func(r holderdb.TakeChangedHoldersRow) row { return row(r) }), err
	}, scattered)
	return old + changed, errors.Join(errOld, errChanged)
}

// indexOld indexes the names of each older form.
func (x *Index) indexOld(ctx context.Context) (n int, err error) {
	for older := range int64(Form) {
		more, errForm := x.indexRows(ctx, func(q *holderdb.Queries, after string) ([]row, error) {
			rows, err := q.TakeOldHolders(ctx, holderdb.TakeOldHoldersParams{Form: Form, Older: older, After: after, Most: batch})
			return convert(rows, func(r holderdb.TakeOldHoldersRow) row { return row(r) }), err
		}, wholeSpan)
		n, err = n+more, errors.Join(err, errForm)
	}
	return n, err
}

// row is what indexing a holder needs from a member's row.
type row struct{ ID, BankAccountName, BankHolderIndex string }

func convert[From, To any](rows []From, one func(From) To) []To {
	list := make([]To, len(rows))
	for i, r := range rows {
		list[i] = one(r)
	}
	return list
}

// indexRows indexes the rows that take returns, one transaction at a time, until there are none left. take is told the last
// member of the transaction before: PostgreSQL would otherwise read all that was indexed so far to find the next.
func (x *Index) indexRows(
	ctx context.Context, take func(q *holderdb.Queries, after string) ([]row, error), spans func([]row) []span,
) (n int, err error) {
	var failed []error
	var after string
	for {
		var rows []row
		var unopened []error
		err := x.store.Write(ctx, func(tx *store.Tx) (err error) {
			if rows, err = take(holderdb.New(tx), after); err != nil {
				return err
			}
			if unopened, err = x.writeMany(ctx, tx, rows); err != nil {
				return err
			}
			return addCases(ctx, tx, spans(rows))
		})
		failed = append(failed, unopened...)
		if err != nil || len(rows) == 0 {
			return n, errors.Join(append(failed, err)...)
		}
		n += len(rows)
		after = wholeSpan(rows)[0].last // the rows come in no order
	}
}

// span is all members from the first to the last ID.
type span struct{ first, last string }

// wholeSpan is one span of all rows: rows of an old form follow one another.
func wholeSpan(rows []row) []span {
	if len(rows) == 0 {
		return nil
	}
	all := span{rows[0].ID, rows[0].ID}
	for _, r := range rows {
		all.first, all.last = min(all.first, r.ID), max(all.last, r.ID)
	}
	return []span{all}
}

// scattered is one span for each row: many other rows are between them.
func scattered(rows []row) []span {
	return convert(rows, func(r row) span { return span{r.ID, r.ID} })
}
