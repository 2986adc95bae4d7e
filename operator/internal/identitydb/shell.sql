-- name: AddShell :execrows
INSERT INTO operator_shell (hash, user_index, machine, address, agent, operator, stamp, made_at, ends_at, approved_at, ended_at)
VALUES (@hash, @user_index, @machine, @address, @agent, '', 0, @made_at, @ends_at, 0, 0)
ON CONFLICT DO NOTHING;

-- name: EndShellCode :exec
-- A code whose time is over stands in the way of nobody who is given the same.
UPDATE operator_shell SET ended_at = @now WHERE user_index = @user_index AND ended_at = 0 AND ends_at <= @now;

-- name: Shell :one
SELECT * FROM operator_shell WHERE hash = @hash AND ended_at = 0 AND ends_at > @now;

-- name: WaitingShell :one
SELECT * FROM operator_shell WHERE user_index = @user_index AND ended_at = 0 AND approved_at = 0 AND ends_at > @now;

-- name: ApproveShell :execrows
UPDATE operator_shell SET operator = @operator, stamp = @stamp, approved_at = @now
WHERE hash = @hash AND ended_at = 0 AND approved_at = 0 AND ends_at > @now;

-- name: RefuseShell :execrows
UPDATE operator_shell SET ended_at = @now WHERE hash = @hash AND ended_at = 0 AND approved_at = 0 AND ends_at > @now;

-- name: UseShell :execrows
UPDATE operator_shell SET ended_at = @now WHERE hash = @hash AND ended_at = 0 AND approved_at > 0 AND ends_at > @now;

-- name: EndAllShells :exec
DELETE FROM operator_shell;

-- name: PruneShells :exec
DELETE FROM operator_shell WHERE ends_at < @before_at;
