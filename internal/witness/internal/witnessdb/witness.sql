-- The signed parts of the two chains (internal/witness).

-- name: LastAudit :one
SELECT number, hash, at, signature FROM audit ORDER BY number DESC LIMIT 1;

-- name: AuditRows :many
SELECT number, hash, at, signature FROM audit WHERE number > @after ORDER BY number LIMIT @most;

-- name: LastSeal :one
SELECT number, hash, sealed_at AS at, signature FROM seal ORDER BY number DESC LIMIT 1;

-- name: SealRows :many
SELECT number, hash, sealed_at AS at, signature FROM seal WHERE number > @after ORDER BY number LIMIT @most;

-- name: Marks :many
SELECT * FROM chain_mark WHERE chain = $1 ORDER BY key;

-- name: AddMark :exec
INSERT INTO chain_mark (chain, key, number, hash, at, unsigned_until, signature)
VALUES (@chain, @key, @number, @hash, @at, @unsigned_until, @signature) ON CONFLICT (chain, key) DO NOTHING;
