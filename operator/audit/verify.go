package audit

import (
	"context"
	"fmt"

	"krapao/operator/internal/auditdb"
)

// Erasure is the action of the line that says who had a member erased. The texts that went with it name it.
const Erasure = "member.erase"

// Verify checks the hash chain of the whole audit log, and the texts that are apart from it, and returns how many rows it has.
// Its error names the first row that is wrong: a BrokenError, unless the log could not be read.
func (l *Log) Verify(ctx context.Context) (rows int64, err error) {
	const page = 1000
	q := auditdb.New(l.store.DB())
	// The head is read first: rows that are added in the meantime come after it, and are not missing.
	head, err := q.Head(ctx)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	c := checker{erased: map[int64]int64{}}
	for c.rows < head.Number {
		list, err := q.AuditAfter(ctx, c.rows, page)
		if err != nil {
			return c.rows, fmt.Errorf("operator: audit: %w", err)
		}
		if len(list) == 0 {
			return c.rows, broken("row %d is missing", c.rows+1)
		}
		for _, r := range list {
			if err := c.check(r); err != nil || c.rows == head.Number {
				if err != nil {
					return c.rows, err
				}
				break
			}
		}
	}
	if c.hash != head.Hash {
		return c.rows, broken("the log does not end at row %d, as its head says", head.Number)
	}
	return c.rows, c.end()
}

// checker walks along the chain.
type checker struct {
	rows int64
	hash string
	// erased are the numbers of lines that are still to come and say who had something erased, each with the first row whose texts
	// went by it.
	erased map[int64]int64
}

// check checks the next row.
func (c *checker) check(r auditdb.AuditLine) error {
	if r.Number != c.rows+1 {
		return broken("row %d is missing", c.rows+1)
	}
	if c.hash = hashOf(c.hash, chained(r)); c.hash != r.Hash {
		return broken("row %d was changed", r.Number)
	}
	c.rows = r.Number
	if first, named := c.erased[r.Number]; named {
		if r.Action != Erasure {
			return broken("the texts of row %d are gone, and row %d is no erasure", first, r.Number)
		}
		delete(c.erased, r.Number)
	}
	switch {
	case r.Form != formApart:
	case r.ErasedBy > r.Number:
		if _, named := c.erased[r.ErasedBy]; !named {
			c.erased[r.ErasedBy] = r.Number
		}
	case r.Reason != digest(r.Salt, "reason", r.SaidReason) || r.Evidence != digest(r.Salt, "evidence", r.SaidEvidence):
		return broken("the texts of row %d were changed", r.Number)
	}
	return nil
}

// end finds texts that went by an erasure which nobody decided.
func (c *checker) end() error {
	for by, first := range c.erased {
		return broken("the texts of row %d are gone, and there is no erasure at row %d", first, by)
	}
	return nil
}

// chained is what the chain covers of a row.
func chained(r auditdb.AuditLine) auditdb.AddAuditParams {
	return auditdb.AddAuditParams{
		Number: r.Number, At: r.At, Operator: r.Operator, Action: r.Action, Subject: r.Subject, Member: r.Member,
		Reason: r.Reason, Evidence: r.Evidence,
	}
}

// BrokenError is what is wrong with the log.
type BrokenError string

func (b BrokenError) Error() string { return "operator: audit: " + string(b) }

func broken(format string, args ...any) error { return BrokenError(fmt.Sprintf(format, args...)) }
