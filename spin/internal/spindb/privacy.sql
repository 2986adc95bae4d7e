-- name: PersonalCoins :many
SELECT source, coins, pending, usable, spent, cancelled, taken, granted_at, expires_at FROM coin_grant
WHERE member = $1 ORDER BY granted_at DESC LIMIT $2;

-- name: PersonalDraws :many
SELECT seed, nonce, slice, coupon, drawn_at FROM wheel_draw WHERE member = $1 ORDER BY seed DESC, nonce DESC LIMIT $2;

-- name: PersonalCoupons :many
SELECT id, kind, amount, bonus, state, created_at, expires_at, ended_at FROM coupon
WHERE member = $1 ORDER BY created_at DESC LIMIT $2;
