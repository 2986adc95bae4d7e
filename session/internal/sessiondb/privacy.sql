-- name: PersonalSessions :many
SELECT address, agent, remembered, created_at, seen_at, expires_at, ended_at, created_at AS page_at, id AS page_key FROM session
WHERE audience = @audience AND subject = @member AND created_at <= @at AND (created_at < @at OR id < @key)
ORDER BY created_at DESC, id DESC LIMIT @most;

-- name: EraseSessions :exec
DELETE FROM session WHERE audience = $1 AND subject = $2;
