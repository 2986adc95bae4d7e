-- name: Anchor :one
-- What a page begins with: the session's anchor (0 where it has none), the wallet as it is now, and the version of the content.
SELECT
    CAST(COALESCE(s.version, 0) AS BIGINT) AS version, CAST(COALESCE(s.total, 0) AS BIGINT) AS total,
    CAST(COALESCE(s.set_at, 0) AS BIGINT) AS set_at, CAST(COALESCE(w.version, 0) AS BIGINT) AS newest, c.version AS content
FROM content_version c
    LEFT JOIN statement_anchor s ON s.session = @session AND s.member = @member
    LEFT JOIN account w ON w.name = @wallet
WHERE c.id = 1;

-- name: Version :one
-- The wallet's version where the query runs.
SELECT version FROM account WHERE name = @wallet;

-- name: SetAnchor :exec
INSERT INTO statement_anchor (session, member, version, total, set_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (session) DO UPDATE
SET member = excluded.member, version = excluded.version, total = excluded.total, set_at = excluded.set_at;

-- name: SweepAnchors :execrows
DELETE FROM statement_anchor WHERE set_at < $1;
