-- The ledger's queries outside its batches: numbers, names, reading, the outbox, the chain. What a batch and the
-- transaction path run is in ledger/statement.go and ledger/pipeline.go.

-- name: Epochs :many
SELECT first_transfer, code FROM epoch ORDER BY first_transfer;

-- name: AddEpoch :exec
INSERT INTO epoch (first_transfer, code) VALUES ($1, $2) ON CONFLICT (first_transfer) DO NOTHING;

-- name: Nodes :many
SELECT number, ceiling FROM node ORDER BY number;

-- name: AddNode :exec
INSERT INTO node (number, ceiling) VALUES ($1, $2);

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

-- name: StatementCount :one
SELECT count(*) FROM transfer WHERE member = $1 AND member <> '' AND id <= $2;

-- name: Newest :one
SELECT id FROM transfer WHERE member = $1 AND member <> '' ORDER BY id DESC LIMIT 1;

-- name: Lease :execrows
UPDATE transfer SET due_at = sqlc.arg(leased_until), fence = fence + 1, attempts = attempts + 1
WHERE id = sqlc.arg(id) AND state = 'pending' AND fence = sqlc.arg(fence) AND due_at <= sqlc.arg(now);

-- name: Postpone :execrows
UPDATE transfer SET due_at = $1, detail = $2 WHERE id = $3 AND state = 'pending' AND fence = $4;
