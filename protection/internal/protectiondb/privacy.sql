-- name: PersonalLimits :many
SELECT kind, period, amount, since, next_amount, next_from FROM member_limit WHERE member = $1 ORDER BY kind, period;

-- name: PersonalEvents :many
SELECT kind, until, at FROM protection_event WHERE member = $1 ORDER BY at DESC LIMIT $2;

-- name: PersonalHouseLimits :many
SELECT kind, period, amount, set_at FROM house_limit WHERE member = $1 ORDER BY kind, period;
