package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"krapao/internal/lite"
	"krapao/internal/store"
)

// Between two points the node comes to its rest: what the point before left pending would be work of the next one. A count says
// so, not a time.

// pending are what the node has still to do, by name. What waits for a person waits on.
var pending = []struct{ name, count string }{
	{"transfers", `SELECT count(*) FROM transfer t WHERE t.state = 'pending'
		AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.transfer = t.id AND w.state = 'review')`},
	{"payouts", `SELECT count(*) FROM withdrawal WHERE state IN ('requested', 'sending')`},
	{"slips", `SELECT count(*) FROM slip WHERE state IN ('received', 'claimed', 'verified')`},
	{"movements", `SELECT count(*) FROM movement WHERE state = 'open'`},
	{"batches without a seal", `SELECT count(*) FROM batch WHERE seal IS NULL`},
}

const (
	// looksEvery is how often the counts are read, and looksMost how often they may be the same before the next point begins
	// all the same: what is left then waits for something that this run does not do.
	looksEvery = 250 * time.Millisecond
	looksMost  = 40
)

// settled waits until nothing is pending. It reports what is left if that does not change any more.
func (i *installation) settled(ctx context.Context) error {
	db, err := i.reader()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for same, before := 0, ""; ; {
		left, err := left(ctx, db)
		if err != nil || left == "" {
			return err
		}
		if same++; left != before {
			same, before = 0, left
		}
		if same == looksMost {
			progress("%-8s goes on with what does not settle:%s", i.engine, left)
			return nil
		}
		if err := wait(ctx, looksEvery); err != nil {
			return err
		}
	}
}

// left says what is pending; empty: nothing is.
func left(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (text string, err error) {
	for _, p := range pending {
		var n int
		if err := db.QueryRowContext(ctx, p.count).Scan(&n); err != nil {
			return "", fmt.Errorf("pending %s: %w", p.name, err)
		}
		if n > 0 {
			text += fmt.Sprintf(" %d %s", n, p.name)
		}
	}
	return text, nil
}

// reader opens the installation's database beside the node, to read only.
func (i *installation) reader() (*sql.DB, error) {
	if i.server != nil {
		return sql.Open("pgx", i.env["KRAPAO_DATABASE_URL"])
	}
	file := url.URL{Scheme: "file", Path: filepath.Join(i.dir, "data", store.File), RawQuery: "mode=ro&_pragma=busy_timeout(10000)"}
	return lite.Open(file.String())
}
