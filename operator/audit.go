package operator

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
	"krapao/operator/internal/operatordb"
)

func newID() string { return id.Text(16) }

// entry is a row of the audit log before it has its place in the chain.
type entry struct {
	Decision
	action string
	member string
}

// appendTx appends a row to the audit log. It locks the head's row until the commit, so that the numbers have no gap and two
// nodes can't append after the same row.
func (s *Service) appendTx(ctx context.Context, tx *store.Tx, e entry) error {
	q := operatordb.New(tx)
	head, err := q.LockHead(ctx)
	if err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	row := operatordb.AddAuditParams{
		Number: head.Number, At: clock.MicrosOf(tx.Now), Operator: e.By, Action: e.action, Subject: e.Subject, Member: e.member,
		Reason: e.Reason, Evidence: e.Evidence,
	}
	row.Hash = hashOf(head.Hash, operatordb.Audit(row))
	if s.Sign != nil {
		row.Signature = s.Sign(row.Number, row.Hash)
	}
	if err := q.AddAudit(ctx, row); err != nil {
		return fmt.Errorf("operator: audit: %w", err)
	}
	return q.SetHead(ctx, row.Hash)
}

// hashOf covers a row's content and the hash before it. It detects accidents. The signatures (internal/witness) detect
// somebody who rewrites the chain and hashes it again.
func hashOf(before string, row operatordb.Audit) string {
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
	Decision
	Action string
	Member string
}

// Audit lists the audit log after a number, in order.
func (s *Service) Audit(ctx context.Context, after int64, limit int) ([]Record, error) {
	rows, err := operatordb.New(s.Store.DB()).AuditAfter(ctx, after, int32(limit))
	if err != nil {
		return nil, fmt.Errorf("operator: audit: %w", err)
	}
	list := make([]Record, 0, len(rows))
	for _, r := range rows {
		list = append(list, Record{
			Number: r.Number, At: r.At.Time(), Action: r.Action, Member: r.Member,
			Decision: Decision{By: r.Operator, Subject: r.Subject, Reason: r.Reason, Evidence: r.Evidence},
		})
	}
	return list, nil
}

// VerifyAudit checks the hash chain of the whole audit log and returns how many rows it has. Its error names the first row that
// is wrong.
func VerifyAudit(ctx context.Context, s *store.Store) (rows int64, err error) {
	const page = 1000
	q := operatordb.New(s.DB())
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
			return rows, fmt.Errorf("operator: audit: row %d is missing", rows+1)
		}
		for _, r := range list {
			if r.Number != rows+1 {
				return rows, fmt.Errorf("operator: audit: row %d is missing", rows+1)
			}
			if hash = hashOf(hash, r); hash != r.Hash {
				return rows, fmt.Errorf("operator: audit: row %d was changed", r.Number)
			}
			if rows = r.Number; rows == head.Number {
				break
			}
		}
	}
	if hash != head.Hash {
		return rows, fmt.Errorf("operator: audit: the log does not end at row %d, as its head says", head.Number)
	}
	return rows, nil
}
