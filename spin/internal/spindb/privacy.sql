-- name: PersonalCoins :many
SELECT source, coins, pending, usable, spent, cancelled, taken, granted_at, expires_at, granted_at AS page_at, id AS page_key FROM coin_grant
WHERE member = @member AND granted_at <= @at AND (granted_at < @at OR id < @key)
ORDER BY granted_at DESC, id DESC LIMIT @most;

-- name: PersonalDraws :many
SELECT seed, nonce, slice, coupon, drawn_at, drawn_at AS page_at, operation AS page_key FROM wheel_draw
WHERE member = @member AND drawn_at <= @at AND (drawn_at < @at OR operation < @key)
ORDER BY drawn_at DESC, operation DESC LIMIT @most;

-- name: PersonalCoupons :many
SELECT id, kind, amount, bonus, state, created_at, expires_at, ended_at, created_at AS page_at, id AS page_key FROM coupon
WHERE member = @member AND created_at <= @at AND (created_at < @at OR id < @key)
ORDER BY created_at DESC, id DESC LIMIT @most;
