-- name: PersonalLimits :many
SELECT kind, period, amount, since, next_amount, next_from FROM member_limit WHERE member = $1 ORDER BY kind, period;

-- name: PersonalEvents :many
SELECT kind, until, at, at AS page_at, id AS page_key FROM protection_event
WHERE member = @member AND at <= @at AND (at < @at OR id < @key)
ORDER BY at DESC, id DESC LIMIT @most;

-- name: PersonalHouseLimits :many
SELECT kind, period, amount, set_at FROM house_limit WHERE member = $1 ORDER BY kind, period;
