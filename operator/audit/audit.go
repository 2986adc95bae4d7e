// Package audit is the audit log: who decided what, when and why. Each row has the hash of the row before it, so that a change
// to one is found. It has a signature, too, which finds somebody who rewrites the chain
// (docs/architecture/0016-signed-chains.md).
package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/auditdb"
)

// Log is the audit log. It is safe for concurrent use.
type Log struct {
	store *store.Store
	sign  func(number int64, hash string) string
	// appended is told of each row in its transaction; nil: nobody is.
	appended func(ctx context.Context, tx *store.Tx, number int64, e Entry) error
}

// New returns the audit log of a store. sign signs a row; nil: rows are not signed.
func New(s *store.Store, sign func(number int64, hash string) string) *Log {
	return &Log{store: s, sign: sign}
}

// OnAppend sets who is told of each row in its transaction, before the log is used.
func (l *Log) OnAppend(tell func(ctx context.Context, tx *store.Tx, number int64, e Entry) error) {
	l.appended = tell
}

// Entry is a row before it has its place in the chain.
type Entry struct {
	// By is the operator's name. Subject is what it decided about, Member whom, by ID; empty: nobody.
	By, Action, Subject, Member string
	Reason, Evidence            string
}

// AppendTx appends a row. It locks the head's row until the commit, so that the numbers have no gap and two nodes can't append
// after the same row.
func (l *Log) AppendTx(ctx context.Context, tx *store.Tx, e Entry) error {
	q := auditdb.New(tx)
	head, err := q.NextHead(ctx)
	if err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	row := auditdb.AddAuditParams{
		Number: head.Number, At: clock.MicrosOf(tx.Now), Operator: e.By, Action: e.Action, Subject: e.Subject, Member: e.Member,
		Reason: e.Reason, Evidence: e.Evidence,
	}
	row.Hash = hashOf(head.Hash, auditdb.Audit(row))
	if l.sign != nil {
		row.Signature = l.sign(row.Number, row.Hash)
	}
	if err := q.AddAudit(ctx, row); err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	if err := q.SetHead(ctx, row.Hash); err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	if l.appended == nil {
		return nil
	}
	return l.appended(ctx, tx, row.Number, e)
}

// Rows returns how many rows the log has.
func (l *Log) Rows(ctx context.Context) (int64, error) {
	head, err := auditdb.New(l.store.DB()).Head(ctx)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	return head.Number, nil
}

// LockTx keeps everybody else from appending until the commit.
func (l *Log) LockTx(ctx context.Context, tx *store.Tx) error { return auditdb.New(tx).TouchHead(ctx) }

// hashOf covers a row's content and the hash before it. It detects accidents. The signatures (internal/witness) detect
// somebody who rewrites the chain and hashes it again.
func hashOf(before string, row auditdb.Audit) string {
	text, err := json.Marshal([]any{
		before, row.Number, row.At, row.Operator, row.Action, row.Subject, row.Member, row.Reason, row.Evidence,
	})
	if err != nil {
		panic(err) // texts and numbers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Record is one row of the audit log.
type Record struct {
	Number int64
	At     time.Time
	// Hash covers the row and all rows before it.
	Hash string
	Entry
}

// After lists the rows after a number, in order.
func (l *Log) After(ctx context.Context, after int64, limit int) ([]Record, error) {
	rows, err := auditdb.New(l.store.DB()).AuditAfter(ctx, after, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("operator: audit: %w", err)
	}
	return records(rows), nil
}

func records(rows []auditdb.Audit) []Record {
	list := make([]Record, 0, len(rows))
	for _, r := range rows {
		list = append(list, Record{
			Number: r.Number, At: r.At.Time(), Hash: r.Hash,
			Entry: Entry{
				By: r.Operator, Action: r.Action, Subject: r.Subject, Member: r.Member, Reason: r.Reason, Evidence: r.Evidence,
			},
		})
	}
	return list
}

// Verify checks the hash chain of the whole audit log and returns how many rows it has. Its error names the first row that is
// wrong: a BrokenError, unless the log could not be read.
func (l *Log) Verify(ctx context.Context) (rows int64, err error) {
	const page = 1000
	q := auditdb.New(l.store.DB())
	// The head is read first: rows that are added in the meantime come after it, and are not missing.
	head, err := q.Head(ctx)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	hash := ""
	for rows < head.Number {
		list, err := q.AuditAfter(ctx, rows, page)
		if err != nil {
			return rows, fmt.Errorf("operator: audit: %w", err)
		}
		if len(list) == 0 {
			return rows, broken("row %d is missing", rows+1)
		}
		for _, r := range list {
			if r.Number != rows+1 {
				return rows, broken("row %d is missing", rows+1)
			}
			if hash = hashOf(hash, r); hash != r.Hash {
				return rows, broken("row %d was changed", r.Number)
			}
			if rows = r.Number; rows == head.Number {
				break
			}
		}
	}
	if hash != head.Hash {
		return rows, broken("the log does not end at row %d, as its head says", head.Number)
	}
	return rows, nil
}

// BrokenError is what is wrong with the log.
type BrokenError string

func (b BrokenError) Error() string { return "operator: audit: " + string(b) }

func broken(format string, args ...any) error { return BrokenError(fmt.Sprintf(format, args...)) }
