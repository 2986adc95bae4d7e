-- What `krapao verify` compares with the outside. Reading only.

-- name: Moved :many
SELECT t.kind, d.name AS debit, c.name AS credit, CAST(SUM(t.moved) AS BIGINT) AS moved
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'posted' AND t.kind IN ('game_in', 'game_out')
GROUP BY t.kind, d.name, c.name;

-- name: UnderWay :many
SELECT d.name AS debit, c.name AS credit
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.state = 'pending';

-- name: Position :one
SELECT CAST(COALESCE(SUM(credits_posted - debits_posted), 0) AS BIGINT) AS posted FROM account WHERE name = $1;

-- name: Providers :many
SELECT DISTINCT provider, factor FROM game ORDER BY provider;

-- name: DepositAccounts :many
SELECT code, bank_code, account_no, source FROM deposit_account ORDER BY code, valid_from;
