-- name: PersonalSessions :many
SELECT address, agent, remembered, created_at, seen_at, expires_at, ended_at FROM session
WHERE audience = $1 AND subject = $2 ORDER BY created_at DESC LIMIT $3;

-- name: EraseSessions :exec
DELETE FROM session WHERE audience = $1 AND subject = $2;
