-- name: PersonalCodes :many
SELECT phone, purpose, state, address, created_at, expires_at, verified_at, used_at FROM otp
WHERE phone = $1 ORDER BY created_at DESC LIMIT $2;

-- name: EraseCodes :exec
DELETE FROM otp WHERE phone = $1;
