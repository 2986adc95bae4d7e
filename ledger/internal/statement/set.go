package statement

// The set-based statements of a batch on PostgreSQL. A batch is two round trips: one that locks and reads all it needs, and one
// that writes and commits.
const (
	// SharedLast is the order in which accounts are locked: those of members and their games, then those of the house, which many
	// transactions need. A house account is then not held while its holder waits for a member's.
	SharedLast = `ORDER BY name NOT LIKE 'member:%' AND name NOT LIKE 'game:%', number`

	PgLockAccounts = `SELECT ` + AccountColumns + ` FROM account WHERE number = ANY ($1::bigint[])
	` + SharedLast + ` FOR NO KEY UPDATE`
	PgLockNamed = `SELECT ` + AccountColumns + ` FROM account WHERE name = ANY ($1::text[])
	` + SharedLast + ` FOR NO KEY UPDATE`
	PgLockParties = `SELECT ` + AccountColumns + ` FROM account WHERE number = ANY (ARRAY(
	SELECT unnest($1::bigint[]) UNION SELECT debit FROM transfer WHERE id = ANY ($2::bigint[])
	UNION SELECT credit FROM transfer WHERE id = ANY ($2::bigint[])))
	` + SharedLast + ` FOR NO KEY UPDATE`
	PgLockTransfers = SelectTransfer + `WHERE t.id = ANY ($1::bigint[]) ORDER BY t.id FOR NO KEY UPDATE OF t`
	PgReadByKey     = SelectTransfer + `WHERE t.key = ANY ($1::text[])`
	PgReadRefusals  = `SELECT key, request, code, detail, params FROM refusal WHERE key = ANY ($1::text[])`

	PgAddTransfers = `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, wallet,
	detail, created_at, settled_at, due_at) SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[],
	$5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::text[],
	$13::bigint[], $14::bigint[], $15::bigint[])`
	PgSettleTransfers = `UPDATE transfer t SET moved = u.moved, state = u.state, wallet = u.wallet, detail = u.detail,
	settled_at = u.settled_at, due_at = NULL FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[],
	$6::bigint[]) u (id, moved, state, wallet, detail, settled_at) WHERE t.id = u.id AND t.state = 'pending'`
	PgAddEntries = `INSERT INTO entry (batch, account, version, transfer, step, debit, pending, posted, balance, reserved,
	incoming) SELECT $1, u.* FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::boolean[],
	$7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) u`
	PgChangeAccounts = `UPDATE account a SET debits_pending = u.dp, debits_posted = u.d, credits_pending = u.cp,
	credits_posted = u.c, version = u.version FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],
	$5::bigint[], $6::bigint[]) u (number, dp, d, cp, c, version) WHERE a.number = u.number`
	PgAddRefusals = `INSERT INTO refusal (key, request, code, detail, params, batch, created_at)
	SELECT u.*, $6::bigint, $7::bigint FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]) u`
)

// WriterSettings pin the plans to the indexes. Otherwise, on a fresh table, the planner chooses a sequential scan or a hash
// join for ever: 43,000 transfers a second fell to 8,000 (research/ledger.md 1b). lock_timeout makes a batch give up and try
// again when a lock is held longer than a transaction may last.
var WriterSettings = map[string]string{
	"application_name": "krapao-ledger", "enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off",
	"plan_cache_mode": "force_generic_plan", "jit": "off", "lock_timeout": "5s",
}
