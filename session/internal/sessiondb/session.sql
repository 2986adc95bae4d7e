-- name: InsertSession :exec
INSERT INTO session (id, token_hash, audience, subject, stamp, remembered, address, agent,
    created_at, seen_at, expires_at, ended_at, network, way)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, 0, $11, $12);

-- name: SessionByToken :one
SELECT id, audience, subject, stamp, remembered, created_at, seen_at, expires_at, ended_at, woken_at FROM session
WHERE token_hash = $1;

-- name: Slide :exec
UPDATE session SET seen_at = $1, expires_at = $2, woken_at = CASE WHEN seen_at <= sqlc.arg(quiet_since) THEN $1 ELSE woken_at END
WHERE id = $3 AND ended_at = 0 AND seen_at < $1;

-- name: End :execrows
UPDATE session SET ended_at = $1 WHERE id = $2 AND audience = $3 AND subject = $4 AND ended_at = 0;

-- name: EndOthers :exec
-- By ended_at itself, SQLite would read the open sessions of everybody.
UPDATE session SET ended_at = $1 WHERE audience = $2 AND subject = $3 AND id <> $4 AND ended_at + 0 = 0;

-- name: EndAll :execrows
UPDATE session SET ended_at = $1 WHERE ended_at = 0;

-- name: Restamp :exec
UPDATE session SET stamp = $1 WHERE id = $2 AND audience = $3 AND subject = $4;

-- name: SessionsOf :many
-- By ended_at itself, SQLite would read the open sessions of everybody.
SELECT id, remembered, address, agent, way, created_at, seen_at, expires_at FROM session
WHERE audience = $1 AND subject = $2 AND ended_at + 0 = 0 AND expires_at > $3 AND stamp >= $4
ORDER BY seen_at DESC, id LIMIT 100;

-- name: SeenLast :one
SELECT CAST(COALESCE(MAX(seen_at), 0) AS BIGINT) AS seen_at FROM session WHERE audience = $1 AND subject = $2;

-- name: PruneSessions :execrows
DELETE FROM session WHERE expires_at < $1 OR (ended_at > 0 AND ended_at < $1);

-- name: ConfirmSession :execrows
UPDATE session SET confirmed_until = $1, woken_at = 0 WHERE id = $2 AND audience = $3 AND subject = $4 AND ended_at = 0;

-- name: ConfirmedUntil :one
SELECT confirmed_until, created_at, seen_at, woken_at FROM session WHERE id = $1 AND audience = $2 AND subject = $3;
