-- The ledger's queries outside its batches: numbers, names, reading, the outbox, the chain. The statements of a batch and of the
-- transaction path are in ledger/statement.go and ledger/pipeline.go.

-- name: Epochs :many
SELECT first_transfer, code FROM epoch ORDER BY first_transfer;

-- name: AddEpoch :exec
INSERT INTO epoch (first_transfer, code) VALUES ($1, $2) ON CONFLICT (first_transfer) DO NOTHING;

-- name: Nodes :many
SELECT number, ceiling FROM node ORDER BY number;

-- name: AddNode :execrows
INSERT INTO node (number, ceiling) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING;

-- name: MoveCeiling :execrows
UPDATE node SET ceiling = sqlc.arg(raised) WHERE number = sqlc.arg(number) AND ceiling = sqlc.arg(current);

-- name: AccountNumber :one
SELECT number FROM account WHERE name = $1;

-- name: AddAccount :exec
INSERT INTO account (number, name, floor) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING;

-- name: ChangeGates :execrows
UPDATE account SET gates = sqlc.arg(gates) WHERE number = sqlc.arg(number);

-- name: Account :one
SELECT number, name, floor, gates, debits_pending, debits_posted, credits_pending, credits_posted, version
FROM account WHERE name = $1;

-- name: Lease :execrows
UPDATE transfer SET due_at = sqlc.arg(leased_until), fence = fence + 1, attempts = attempts + 1
WHERE id = sqlc.arg(id) AND state = 'pending' AND fence = sqlc.arg(fence) AND due_at <= sqlc.arg(now);

-- name: Postpone :execrows
UPDATE transfer SET due_at = $1, detail = $2 WHERE id = $3 AND state = 'pending' AND fence = $4;

-- name: Unsealed :one
SELECT count(*) FROM (SELECT id FROM batch WHERE seal IS NULL LIMIT 1) AS waiting;

-- name: LastSeal :one
SELECT number, hash FROM seal ORDER BY number DESC LIMIT 1;

-- name: SealBatches :many
UPDATE batch SET seal = $1
WHERE seal IS NULL AND id IN (SELECT b.id FROM batch b WHERE b.seal IS NULL ORDER BY b.id LIMIT 2000)
RETURNING id, digest;

-- name: AddSeal :exec
INSERT INTO seal (number, hash, batches, sealed_at, signature) VALUES ($1, $2, $3, $4, $5);

-- name: Seals :many
SELECT number, hash, batches FROM seal WHERE number >= $1 ORDER BY number LIMIT 1000;

-- name: BatchesOfSeal :many
SELECT id, digest FROM batch WHERE seal = $1 ORDER BY id;

-- name: BatchesFrom :many
SELECT id, digest, entries, refusals, created_at FROM batch WHERE id > $1 ORDER BY id LIMIT $2;

-- name: EntriesOfBatches :many
SELECT e.batch, e.account, e.version, e.transfer, e.step, e.debit, e.pending, e.posted, e.balance,
    e.reserved, e.incoming, p.balance AS balance_before, p.reserved AS reserved_before, p.incoming AS incoming_before,
    a.name, a.version AS newest, t.key, t.request, t.kind, t.member, t.debit AS debit_account, t.credit AS credit_account,
    coalesce(t.amount, 0) AS ordered, coalesce(t.lessened, 0) AS lessened, t.moved, t.state, coalesce(t.created_at, 0) AS made_at
FROM entry e
    LEFT JOIN entry p ON p.account = e.account AND p.version = e.version - 1
    LEFT JOIN account a ON a.number = e.account
    LEFT JOIN transfer t ON t.id = e.transfer
WHERE e.batch > sqlc.arg(after) AND e.batch <= sqlc.arg(upto)
ORDER BY e.batch, e.account, e.version;

-- name: RefusalsOfBatches :many
SELECT batch, key, request, code, detail, params FROM refusal
WHERE batch > sqlc.arg(after) AND batch <= sqlc.arg(upto) ORDER BY batch;

-- name: AccountsOff :many
-- Accounts whose figures differ from their last entry, or whose pending money differs from their pending transfers, or that are
-- below their floor.
SELECT a.name, a.floor, a.debits_pending, a.debits_posted, a.credits_pending, a.credits_posted, a.version,
    e.balance, e.reserved, e.incoming, coalesce(d.total, 0) AS debits, coalesce(c.total, 0) AS credits
FROM account a
    LEFT JOIN entry e ON e.account = a.number AND e.version = a.version
    LEFT JOIN (SELECT debit, sum(amount - lessened) AS total FROM transfer WHERE state = 'pending' GROUP BY debit) d ON d.debit = a.number
    LEFT JOIN (SELECT credit, sum(amount - lessened) AS total FROM transfer WHERE state = 'pending' GROUP BY credit) c ON c.credit = a.number
WHERE a.number > sqlc.arg(after) AND a.number <= sqlc.arg(upto) AND (
    coalesce(e.balance, 0) <> a.credits_posted - a.debits_posted
    OR coalesce(e.reserved, 0) <> a.debits_pending
    OR coalesce(e.incoming, 0) <> a.credits_pending
    OR (a.version > 0 AND e.version IS NULL)
    OR coalesce(d.total, 0) <> a.debits_pending
    OR coalesce(c.total, 0) <> a.credits_pending
    OR a.credits_posted - a.debits_posted - a.debits_pending < a.floor
    OR (a.floor <> 0 AND (a.name LIKE 'member:%' OR a.name LIKE 'game:%' OR a.name = 'house:coupons')));

-- name: AccountSlice :many
SELECT number FROM account WHERE number > $1 ORDER BY number LIMIT $2;

-- name: SumOfAccounts :one
SELECT coalesce(sum(credits_posted - debits_posted), 0) AS posted, coalesce(sum(credits_pending - debits_pending), 0) AS pending
FROM account;

-- name: EntrySums :many
-- Accounts whose counters differ from the sums of their entries.
SELECT a.name FROM account a LEFT JOIN (
    SELECT account, count(*) AS entries, max(version) AS newest,
        sum(CASE WHEN debit THEN pending ELSE 0 END) AS dp, sum(CASE WHEN debit THEN posted ELSE 0 END) AS d,
        sum(CASE WHEN debit THEN 0 ELSE pending END) AS cp, sum(CASE WHEN debit THEN 0 ELSE posted END) AS c
    FROM entry GROUP BY account) e ON e.account = a.number
WHERE coalesce(e.entries, 0) <> a.version OR coalesce(e.newest, 0) <> a.version
    OR coalesce(e.dp, 0) <> a.debits_pending OR coalesce(e.d, 0) <> a.debits_posted
    OR coalesce(e.cp, 0) <> a.credits_pending OR coalesce(e.c, 0) <> a.credits_posted
ORDER BY a.name;

-- name: TransfersOff :many
-- Transfers that do not agree with their entries: not opened and closed exactly once each, or by other amounts. One that was
-- lessened has a void for each time, before the step that closes it.
SELECT t.id, a.name FROM transfer t LEFT JOIN account a ON a.number = t.debit LEFT JOIN (
    SELECT transfer, count(*) AS entries,
        sum(CASE WHEN debit AND step IN ('reserve', 'move') THEN 1 ELSE 0 END) AS opened,
        sum(CASE WHEN debit AND step IN ('post', 'move') THEN 1 ELSE 0 END) AS posts,
        sum(CASE WHEN debit AND step = 'void' THEN 1 ELSE 0 END) AS voids,
        sum(CASE WHEN debit THEN posted ELSE 0 END) AS d, sum(CASE WHEN debit THEN 0 ELSE posted END) AS c,
        sum(CASE WHEN debit THEN pending ELSE 0 END) AS dp, sum(CASE WHEN debit THEN 0 ELSE pending END) AS cp
    FROM entry GROUP BY transfer) e ON e.transfer = t.id
WHERE e.entries IS NULL OR e.opened <> 1 OR e.posts <> (CASE WHEN t.state = 'posted' THEN 1 ELSE 0 END)
    OR e.voids < (CASE WHEN t.state = 'voided' THEN 1 ELSE 0 END) + (CASE WHEN t.lessened > 0 THEN 1 ELSE 0 END)
    OR (t.lessened = 0 AND e.voids > (CASE WHEN t.state = 'voided' THEN 1 ELSE 0 END))
    OR e.d <> t.moved OR e.c <> t.moved
    OR e.dp <> (CASE WHEN t.state = 'pending' THEN t.amount - t.lessened ELSE 0 END)
    OR e.cp <> (CASE WHEN t.state = 'pending' THEN t.amount - t.lessened ELSE 0 END)
ORDER BY t.id;

-- name: StrayEntries :many
-- Entries and refusals of a batch that does not exist.
SELECT e.account, e.batch FROM entry e LEFT JOIN batch b ON b.id = e.batch WHERE b.id IS NULL ORDER BY e.batch, e.account, e.version;

-- name: StrayRefusals :many
SELECT r.key, r.batch FROM refusal r LEFT JOIN batch b ON b.id = r.batch WHERE b.id IS NULL ORDER BY r.batch;

-- name: KeysTwice :many
-- Keys that answer the same request both with a transfer and with a refusal.
SELECT t.id, t.key FROM transfer t JOIN refusal r ON r.key = t.key WHERE r.request = t.request ORDER BY t.id;

-- name: AccountName :one
SELECT name FROM account WHERE number = $1;

-- name: NewestBatch :one
SELECT id FROM batch ORDER BY id DESC LIMIT 1;

-- name: NewestSealOfBatches :one
SELECT seal FROM batch WHERE seal IS NOT NULL ORDER BY seal DESC LIMIT 1;

-- name: FirstInto :one
SELECT e.transfer FROM entry e JOIN account a ON a.number = e.account JOIN transfer t ON t.id = e.transfer
WHERE a.name = $1 AND t.kind = $2 AND t.state = 'posted' AND e.debit = false
ORDER BY e.version LIMIT 1;

-- name: OutsideFlow :one
-- The net flow into an account's available from outside games after a version, and the newest version seen. Reserved money has
-- left; money that was given back has returned.
SELECT CAST(COALESCE(SUM(CASE WHEN e.debit THEN -e.pending - e.posted ELSE e.posted END), 0) AS BIGINT) AS flow,
    CAST(COALESCE(MAX(e.version), 0) AS BIGINT) AS newest
FROM entry e JOIN transfer t ON t.id = e.transfer
    JOIN account o ON o.number = CASE WHEN e.debit THEN t.credit ELSE t.debit END
WHERE e.account = sqlc.arg(number) AND e.version > sqlc.arg(after)
  AND o.name NOT LIKE 'game:%' AND o.name NOT LIKE 'result:%';

-- name: LowestSince :one
-- The least that was available since a transfer's first entry on the account; found is 0 where it has none.
SELECT COUNT(*) AS found, CAST(COALESCE(MIN(e.balance - e.reserved), 0) AS BIGINT) AS least
FROM entry e
WHERE e.account = sqlc.arg(number)
  AND e.version >= (SELECT MIN(f.version) FROM entry f WHERE f.account = sqlc.arg(number) AND f.transfer = sqlc.arg(transfer));

-- name: GamesOfMember :one
-- The memo balances of a member's game accounts, and the money on its way to them.
SELECT CAST(COALESCE(SUM(a.credits_posted - a.debits_posted), 0) AS BIGINT) AS posted,
    CAST(COALESCE(SUM(a.debits_pending), 0) AS BIGINT) AS reserved,
    CAST(COALESCE(SUM(a.credits_pending), 0) AS BIGINT) AS incoming
FROM game_account g JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
WHERE g.member = $1;

-- name: ResultsSince :one
-- The losses of a member in its games since an instant, less its winnings, as readings found them. Each sum reads its own period
-- only (transfer_result_debit, transfer_result_credit).
SELECT CAST(COALESCE(SUM((
    SELECT COALESCE(SUM(t.moved), 0) FROM transfer t
    WHERE t.debit = a.number AND t.kind = 'game_result' AND t.created_at >= sqlc.arg(since)
) - (
    SELECT COALESCE(SUM(t.moved), 0) FROM transfer t
    WHERE t.credit = a.number AND t.kind = 'game_result' AND t.created_at >= sqlc.arg(since)
)), 0) AS BIGINT)
FROM game_account g JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
WHERE g.member = sqlc.arg(member);

-- name: CreditsSince :one
-- The credits of the house to a member since an instant, less those taken back (transfer_house).
SELECT CAST(COALESCE(SUM(CASE WHEN kind = 'bonus' THEN moved ELSE -moved END), 0) AS BIGINT)
FROM transfer
WHERE member = sqlc.arg(member) AND kind IN ('bonus', 'finish_bonus', 'bonus_undone') AND state = 'posted' AND created_at >= sqlc.arg(since);
