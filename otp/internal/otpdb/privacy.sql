-- name: PersonalCodes :many
SELECT phone, purpose, state, address, created_at, expires_at, verified_at, used_at, created_at AS page_at, token_hash AS page_key FROM otp
WHERE phone = @member AND created_at <= @at AND (created_at < @at OR token_hash < @key)
ORDER BY created_at DESC, token_hash DESC LIMIT @most;

-- name: EraseCodes :exec
DELETE FROM otp WHERE phone = $1;
