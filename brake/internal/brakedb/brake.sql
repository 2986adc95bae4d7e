-- name: Stopped :many
SELECT system, stopped_at, cause, why, found, stopped_by FROM system_brake
UNION ALL
-- A node of a version before wrote no cause.
SELECT 'payouts', stopped_at, CASE WHEN cause = '' THEN 'break' ELSE cause END, why, found, stopped_by
FROM payout_brake WHERE stopped_at <> 0
ORDER BY 2, 1;

-- name: StoppedSince :one
SELECT stopped_at FROM system_brake WHERE system = @system;

-- name: Stop :execrows
-- The first reason stays.
INSERT INTO system_brake (system, stopped_at, cause, why, found, stopped_by)
VALUES (@system, @stopped_at, @cause, @why, @found, @stopped_by)
ON CONFLICT (system) DO NOTHING;

-- name: Resume :execrows
DELETE FROM system_brake WHERE system = @system;

-- name: ResumeStoppedFor :exec
DELETE FROM system_brake WHERE system = @system AND cause = @cause;
