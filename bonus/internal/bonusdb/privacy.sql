-- name: PersonalConditions :many
SELECT id, source, campaign, state, credit, deposit, base, required, returned, granted_at, expires_at, ended_at,
    granted_at AS page_at, id AS page_key
FROM bonus_condition WHERE member = @member AND granted_at <= @at AND (granted_at < @at OR id < @key)
ORDER BY granted_at DESC, id DESC LIMIT @most;
