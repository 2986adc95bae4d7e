-- The books for people (ledger/browse). Each reads a part of an index in its order.

-- name: AccountsAfter :many
-- Accounts by their names, behind one of them. The end is the later of two, by the database's own order of texts.
SELECT number, name, floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version FROM account
WHERE name >= sqlc.arg(first) AND name > sqlc.arg(after)
    AND name < CASE WHEN CAST(sqlc.arg(upto) AS TEXT) < CAST(sqlc.arg(or_upto) AS TEXT) THEN CAST(sqlc.arg(or_upto) AS TEXT)
        ELSE CAST(sqlc.arg(upto) AS TEXT) END
ORDER BY name LIMIT sqlc.arg(most);

-- name: AccountsOfMember :many
-- The accounts by which a member's transfers are found, five by their names and those of its games.
SELECT w.number, w.version FROM account w WHERE w.name IN (sqlc.arg(wallet), sqlc.arg(held), sqlc.arg(invite), sqlc.arg(refund), sqlc.arg(owed))
UNION ALL
SELECT a.number, a.version FROM game_account g JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
WHERE g.member = sqlc.arg(member);

-- name: AccountsByNumber :many
SELECT number, version FROM account WHERE number IN (sqlc.arg(one), sqlc.arg(other));

-- name: EntryBatch :one
SELECT batch FROM entry WHERE account = $1 AND version = $2;

-- name: EntriesBefore :many
-- An account's entries between two versions, newest first, each with its transfer and the other account.
SELECT e.batch, e.account, e.version, e.transfer, e.step, e.debit, e.pending, e.posted, e.balance, e.reserved, e.incoming,
    b.created_at, t.kind, t.member, t.state, o.name AS other
FROM entry e JOIN batch b ON b.id = e.batch JOIN transfer t ON t.id = e.transfer
    JOIN account o ON o.number = CASE WHEN e.debit THEN t.credit ELSE t.debit END
WHERE e.account = sqlc.arg(account) AND e.version >= sqlc.arg(first) AND e.version < sqlc.arg(before)
ORDER BY e.version DESC LIMIT sqlc.arg(most);

-- name: TransfersBefore :many
-- All transfers between two numbers, newest first. Names of accounts are read for those that a list wants: it may look at thousands
-- for a page.
SELECT sqlc.embed(t),
    CAST(CASE WHEN sqlc.arg(kind) IN ('', t.kind) AND t.amount - t.lessened > sqlc.arg(over) THEN (SELECT d.name FROM account d WHERE d.number = t.debit) ELSE '' END AS TEXT) AS from_name,
    CAST(CASE WHEN sqlc.arg(kind) IN ('', t.kind) AND t.amount - t.lessened > sqlc.arg(over) THEN (SELECT c.name FROM account c WHERE c.number = t.credit) ELSE '' END AS TEXT) AS to_name
FROM transfer t
WHERE t.id >= sqlc.arg(first) AND t.id < sqlc.arg(before) ORDER BY t.id DESC LIMIT sqlc.arg(most);

-- name: VoidedTransfersBefore :many
-- TransfersBefore, of those that were voided: they are few, and have an index.
SELECT sqlc.embed(t), d.name AS from_name, c.name AS to_name
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'voided' AND t.id >= sqlc.arg(first) AND t.id < sqlc.arg(before) ORDER BY t.id DESC LIMIT sqlc.arg(most);

-- name: PendingTransfersBefore :many
-- TransfersBefore, of those that are pending: they are few, and have an index. It is not by their numbers, so these are sorted. By the
-- bare number, SQLite would look through all transfers in its order.
SELECT sqlc.embed(t), d.name AS from_name, c.name AS to_name
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'pending' AND t.id + 0 >= CAST(sqlc.arg(first) AS BIGINT) AND t.id + 0 < CAST(sqlc.arg(before) AS BIGINT)
ORDER BY t.id + 0 DESC LIMIT sqlc.arg(most);

-- name: TransfersOfAccountBefore :many
-- The transfers that first touched an account between two of its versions, newest first.
SELECT e.version, sqlc.embed(t), d.name AS from_name, c.name AS to_name
FROM entry e JOIN transfer t ON t.id = e.transfer JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE e.account = sqlc.arg(account) AND e.version >= sqlc.arg(first) AND e.version < sqlc.arg(before)
    AND e.step IN ('reserve', 'move')
ORDER BY e.version DESC LIMIT sqlc.arg(most);

-- name: TransferByID :one
SELECT sqlc.embed(t), d.name AS from_name, c.name AS to_name
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit WHERE t.id = $1;

-- name: TransferByKey :one
SELECT sqlc.embed(t), d.name AS from_name, c.name AS to_name
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit WHERE t.key = $1;

-- name: BatchesOfTransfer :many
-- The batches of a transfer's entries on an account, within some of its versions.
SELECT batch FROM entry
WHERE account = sqlc.arg(account) AND version >= sqlc.arg(first) AND version < sqlc.arg(before) AND transfer = sqlc.arg(transfer)
ORDER BY version;

-- name: EntriesOfTransfer :many
-- A transfer's entries in a batch.
SELECT e.batch, e.account, e.version, e.transfer, e.step, e.debit, e.pending, e.posted, e.balance, e.reserved, e.incoming,
    b.created_at, a.name
FROM entry e JOIN batch b ON b.id = e.batch JOIN account a ON a.number = e.account
WHERE e.batch = sqlc.arg(batch) AND e.transfer = sqlc.arg(transfer);

-- name: Batch :one
SELECT id, digest, entries, refusals, created_at, seal FROM batch WHERE id = $1;

-- name: Seal :one
SELECT number, hash, signature, sealed_at FROM seal WHERE number = $1;

-- name: OwesSince :one
-- When the posted balance of an account last went below nothing from nothing.
SELECT b.created_at FROM account a JOIN entry e ON e.account = a.number JOIN batch b ON b.id = e.batch
WHERE a.name = $1 AND e.posted <> 0 AND e.debit AND e.balance = -e.posted ORDER BY e.version DESC LIMIT 1;
