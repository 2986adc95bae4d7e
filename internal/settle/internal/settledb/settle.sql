-- name: JoinPeriodic :exec
INSERT INTO periodic_node (id, beat) VALUES ($1, 1);

-- name: BeatPeriodic :execrows
-- No row: another node took this one for dead.
UPDATE periodic_node SET beat = beat + 1 WHERE id = $1;

-- name: LeavePeriodic :exec
DELETE FROM periodic_node WHERE id = $1;

-- name: RemovePeriodic :execrows
-- No row: it lives, or another node was first.
DELETE FROM periodic_node WHERE id = $1 AND beat = sqlc.arg(seen);

-- name: PeriodicPlan :many
-- All nodes (with an empty name), and who holds which task.
SELECT id AS node, beat, CAST('' AS TEXT) AS name FROM periodic_node
UNION ALL SELECT node, 0 AS beat, name FROM periodic_holder;

-- name: TakePeriodic :execrows
-- No row: another node was first.
INSERT INTO periodic_holder AS p (name, node) VALUES (sqlc.arg(name), sqlc.arg(node))
ON CONFLICT (name) DO UPDATE SET node = excluded.node WHERE p.node = sqlc.arg(seen);

-- name: GivePeriodic :execrows
UPDATE periodic_holder SET node = '' WHERE name = sqlc.arg(name) AND node = sqlc.arg(node);
