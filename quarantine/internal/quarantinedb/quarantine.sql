-- name: ClockAt :one
-- The time that a node told last; 0: none ever did.
SELECT at FROM shared_clock WHERE id = 1;

-- name: LastBatchAt :one
SELECT created_at FROM batch ORDER BY id DESC LIMIT 1;

-- name: Forget :exec
DELETE FROM quarantine;

-- name: Add :execrows
INSERT INTO quarantine (system, since, backup_at, from_at, lifted_at, lifted_by) VALUES (@system, @since, @backup_at, @from_at, 0, '')
ON CONFLICT (system) DO NOTHING;

-- name: All :many
SELECT * FROM quarantine ORDER BY system;

-- name: TakeUnnamed :one
-- One node names the systems, and no other.
DELETE FROM quarantine WHERE system = '*' RETURNING *;

-- name: Resting :many
SELECT system, since FROM quarantine WHERE lifted_at = 0 ORDER BY system;

-- name: Lift :execrows
UPDATE quarantine SET lifted_at = @lifted_at, lifted_by = @lifted_by WHERE system = @system AND lifted_at = 0;

-- name: Lock :one
-- The system's row, locked until the transaction ends.
UPDATE quarantine SET lifted_by = lifted_by WHERE system = @system RETURNING lifted_at;
