-- name: Anchor :one
SELECT version, total FROM statement_anchor WHERE session = $1 AND member = $2;

-- name: SetAnchor :exec
INSERT INTO statement_anchor (session, member, version, total, set_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (session) DO UPDATE
SET member = excluded.member, version = excluded.version, total = excluded.total, set_at = excluded.set_at;

-- name: SweepAnchors :execrows
DELETE FROM statement_anchor WHERE set_at < $1;
