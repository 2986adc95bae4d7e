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
	"krapao/internal/id"
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
	// Fixed: the texts are the program's own words, which name nobody. They are never erased.
	Fixed bool
}

// The forms of a line. Of form 1, the chain covers its texts as they are: of lines that were written before there was another,
// and of those with Fixed texts. Of form 2, it covers salted digests, and the texts are apart (audit_text), so that they can be
// erased.
const (
	formWhole = 1
	formApart = 2
)

// digest stands for a text in the chain. Without its salt nobody can test a guess of the text.
func digest(salt, what, text string) string {
	sum := sha256.Sum256([]byte(salt + " " + what + " " + text))
	return hex.EncodeToString(sum[:])
}

// tellTx stores the texts of a row apart, and leaves their digests in it.
func tellTx(ctx context.Context, q *auditdb.Queries, row *auditdb.AddAuditParams) error {
	text := auditdb.AddTextParams{Number: row.Number, Salt: id.Secret(), Reason: row.Reason, Evidence: row.Evidence}
	row.Form = formApart
	row.Reason, row.Evidence = digest(text.Salt, "reason", text.Reason), digest(text.Salt, "evidence", text.Evidence)
	return q.AddText(ctx, text)
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
		Reason: e.Reason, Evidence: e.Evidence, Form: formWhole,
	}
	if !e.Fixed {
		if err := tellTx(ctx, q, &row); err != nil {
			return fmt.Errorf("operator: audit: %w", err)
		}
	}
	row.Hash = hashOf(head.Hash, row)
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

// hashOf covers a row's columns and the hash before it, whatever its form. It detects accidents. The signatures
// (internal/witness) detect somebody who rewrites the chain and hashes it again.
func hashOf(before string, row auditdb.AddAuditParams) string {
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
	// Erased: its texts went with an erasure of a member.
	Erased bool
	Entry
}

func records(rows []auditdb.AuditLine) []Record {
	list := make([]Record, 0, len(rows))
	for _, r := range rows {
		made := Record{
			Number: r.Number, At: r.At.Time(), Hash: r.Hash, Erased: r.ErasedBy > 0,
			Entry: Entry{
				By: r.Operator, Action: r.Action, Subject: r.Subject, Member: r.Member, Reason: r.Reason, Evidence: r.Evidence,
				Fixed: r.Form == formWhole,
			},
		}
		if r.Form == formApart {
			made.Reason, made.Evidence = r.SaidReason, r.SaidEvidence
		}
		list = append(list, made)
	}
	return list
}
