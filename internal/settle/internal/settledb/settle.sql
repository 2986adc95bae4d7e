-- name: PeriodicDue :one
SELECT due_at FROM periodic WHERE name = $1;

-- name: TakePeriodic :one
-- No row: another node has it, or it is not due. A due time later than any run can set was written by another clock: it is due.
INSERT INTO periodic AS p (name, due_at, turn) VALUES (sqlc.arg(name), sqlc.arg(leased_until), 1)
ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, turn = p.turn + 1 WHERE p.due_at <= sqlc.arg(now) OR p.due_at > sqlc.arg(beyond)
RETURNING turn;

-- name: FinishPeriodic :exec
UPDATE periodic SET due_at = sqlc.arg(due_at) WHERE name = sqlc.arg(name) AND turn = sqlc.arg(turn);

-- name: RenewPeriodic :execrows
-- No row: another node has it.
UPDATE periodic SET due_at = sqlc.arg(leased_until) WHERE name = sqlc.arg(name) AND turn = sqlc.arg(turn);
