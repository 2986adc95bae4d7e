package store

import "context"

// aheadSettings have a statement find its rows by bitmaps of its indexes: PostgreSQL then asks the disk for many pages at
// once. With an index scan it waits for each.
const aheadSettings = `SELECT set_config('enable_indexscan', 'off', true), set_config('enable_seqscan', 'off', true),
	set_config('effective_io_concurrency', '64', true)`

// ReadAhead has PostgreSQL bring the pages of a query into memory, for one that reads the same rows in the order of an index:
// they may be far apart on the disk. query returns one number, which nobody wants. Errors are not told, because what fails here
// fails there, too. SQLite reads nothing ahead.
func (d DB) ReadAhead(ctx context.Context, query string, args ...any) {
	if d.house == nil || connOf(ctx) != nil {
		return
	}
	tx, err := d.pool(ctx).BeginTx(ctx, nil)
	if err != nil {
		return
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, aheadSettings); err == nil {
		var rows int64
		_ = tx.QueryRowContext(ctx, query, args...).Scan(&rows)
	}
}
