-- name: PersonalConditions :many
SELECT id, source, campaign, state, credit, deposit, base, required, returned, granted_at, expires_at, ended_at
FROM bonus_condition WHERE member = $1 ORDER BY granted_at DESC LIMIT $2;
