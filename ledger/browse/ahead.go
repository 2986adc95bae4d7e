package browse

import "context"

// few entries of an account are read as they come.
const few = 8

// scattered reads some entries of an account with their transfers. Each is on a page of its own, among those of all accounts.
const scattered = `SELECT count(t.moved) FROM transfer t WHERE t.id = ANY (ARRAY(
	SELECT e.transfer FROM entry e WHERE e.account = $1 AND e.version >= $2 AND e.version < $3))`

// readAhead brings the newest entries before a version into memory, with their transfers: a page of fifty is a hundred readings
// of the disk, and one after the other they take long on a slow one.
func (r *Reader) readAhead(ctx context.Context, account, first, before int64, most int) {
	if first = max(first, before-int64(most)); before-first >= few {
		r.s.DB().ReadAhead(ctx, scattered, account, first, before)
	}
}
