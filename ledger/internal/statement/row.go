// Package statement is the text of the ledger's statements, those of one row and those of many.
package statement

// The statements of a batch, for one row each, as SQLite runs them. Their set-based form for PostgreSQL is in set.go.
const (
	AccountColumns = `number, name, floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version`

	// TransferColumns are those of the table t, with the accounts' names from d and c.
	TransferColumns = `t.id, t.key, t.request, t.kind, t.debit, t.credit, d.name, c.name, t.amount, t.moved, t.state,
	t.member, t.wallet, t.detail, t.created_at, t.settled_at, t.due_at, t.fence, t.attempts, t.lessened`
	DebitColumns = `d.number, d.name, d.floor, d.gates, d.debits_pending, d.debits_posted, d.credits_pending, d.credits_posted,
	d.version`
	CreditColumns = `c.number, c.name, c.floor, c.gates, c.debits_pending, c.debits_posted, c.credits_pending, c.credits_posted,
	c.version`
	TransferTables = ` FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit `

	SelectTransfer    = `SELECT ` + TransferColumns + TransferTables
	ReadNamed         = `SELECT ` + AccountColumns + ` FROM account WHERE name = $1`
	ReadTransfer      = SelectTransfer + `WHERE t.id = $1`
	ReadTransferByKey = SelectTransfer + `WHERE t.key = $1`
	ReadRefusal       = `SELECT key, request, code, detail, params FROM refusal WHERE key = $1`
	KeyUsed           = `EXISTS (SELECT 1 FROM transfer WHERE key = $1), EXISTS (SELECT 1 FROM refusal WHERE key = $1)`
	ReadKey           = `SELECT ` + KeyUsed
	// ReadOrder reads the accounts of an order, and whether its key was used.
	ReadOrder = `SELECT ` + AccountColumns + `, ` + KeyUsed + ` FROM account WHERE number IN ($2, $3)`
	// ReadSettled reads a transfer with its accounts, and whether the key of its surplus was used.
	ReadSettled = `SELECT ` + TransferColumns + `, ` + DebitColumns + `, ` + CreditColumns +
		`, EXISTS (SELECT 1 FROM transfer WHERE key = $2)` + TransferTables + `WHERE t.id = $1`

	AddTransfer = `INSERT INTO transfer (id, key, request, kind, debit, credit, amount, moved, state, member, wallet,
	detail, created_at, settled_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
	ON CONFLICT (key) DO NOTHING`
	SettleTransfer = `UPDATE transfer SET moved = $1, state = $2, wallet = $3, detail = $4, settled_at = $5, due_at = NULL
	WHERE id = $6 AND state = 'pending'`
	LessenTransfer = `UPDATE transfer SET lessened = $1, wallet = $2, detail = $3 WHERE id = $4 AND state = 'pending'`
	// AddEntries adds the two entries of a step.
	AddEntries = `INSERT INTO entry (batch, account, version, transfer, step, debit, pending, posted, balance, reserved,
	incoming) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11),
	($12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`
	ChangeAccount = `UPDATE account SET debits_pending = $1, debits_posted = $2, credits_pending = $3, credits_posted = $4,
	version = $5 WHERE number = $6`
	AddRefusal = `INSERT INTO refusal (key, request, code, detail, params, batch, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING`
	AddBatch = `INSERT INTO batch (id, digest, entries, refusals, created_at) VALUES ($1, $2, $3, $4, $5)`
)

// ReadMoved finds a member's transfers by the entries of its accounts.
const ReadMoved = `SELECT kind, count(*), CAST(sum(CASE WHEN state = 'posted' THEN moved ELSE 0 END) AS BIGINT),
	CAST(sum(CASE WHEN state = 'posted' AND created_at >= $2 THEN moved ELSE 0 END) AS BIGINT),
	CAST(sum(CASE WHEN state = 'posted' AND created_at >= $2 THEN 1 ELSE 0 END) AS BIGINT) FROM transfer WHERE member = $1
	AND id IN (SELECT e.transfer FROM account a JOIN entry e ON e.account = a.number WHERE a.name IN ($3, $4, $5, $6, $7))
	AND kind IN (?) GROUP BY kind`
