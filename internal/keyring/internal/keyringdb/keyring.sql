-- The keys of the database, sealed under the master key (internal/keyring).

-- name: Ring :many
SELECT * FROM key_ring ORDER BY name, version;

-- name: AddKey :exec
INSERT INTO key_ring (name, version, born, sealed, made_at, ready_at)
VALUES (@name, @version, @born, @sealed, @made_at, @ready_at);

-- name: LockRing :exec
-- One rotation at a time: it locks the row of the index key, which always exists.
UPDATE key_ring SET made_at = made_at WHERE name = 'index' AND version = 1;

-- name: Reseal :exec
UPDATE key_ring SET sealed = @sealed WHERE name = @name AND version = @version;

-- name: Ready :exec
UPDATE key_ring SET ready_at = @ready_at WHERE ready_at = 0;

-- name: RanBefore :one
-- More than 0 if a node ever ran on this database: the first thing that the ledger does is to add an epoch.
SELECT COUNT(*) FROM epoch;

-- name: SeeNode :exec
INSERT INTO key_node (node, newest, seen_at, reads) VALUES (@node, @newest, @seen_at, @reads)
ON CONFLICT (node) DO UPDATE SET newest = excluded.newest, seen_at = excluded.seen_at;

-- name: DropNode :exec
DELETE FROM key_node WHERE node = $1;

-- name: DropNodesBefore :exec
DELETE FROM key_node WHERE seen_at < $1;

-- name: NodesBehind :one
-- Nodes seen lately that can't read keys under this version of the master key.
SELECT COUNT(*) FROM key_node WHERE newest < @newest AND seen_at > @since;

-- name: NodesReadingLess :one
-- Nodes seen lately whose program can't read all that this one seals.
SELECT COUNT(*) FROM key_node WHERE reads < @reads AND seen_at > @since;
