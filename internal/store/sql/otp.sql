-- name: InsertOTP :exec
INSERT INTO otp (token_hash, phone, state, outside_token, ref, tries, calls, unanswered, address,
    created_at, expires_at, verified_at)
VALUES ($1, $2, 'sending', '', '', 0, 0, '', $3, $4, $5, 0);

-- name: MarkSent :exec
UPDATE otp SET state = 'sent', outside_token = $1, ref = $2 WHERE token_hash = $3 AND state = 'sending';

-- name: MarkFailed :exec
UPDATE otp SET state = 'failed' WHERE token_hash = $1 AND state = 'sending';

-- name: OTPByToken :one
SELECT phone, state, outside_token, ref, tries, calls, unanswered, expires_at FROM otp WHERE token_hash = $1;

-- name: TakeTry :one
UPDATE otp SET tries = tries + 1, calls = calls + 1
WHERE token_hash = $1 AND state = 'sent' AND tries < $2 AND calls < $3 AND expires_at > $4
RETURNING outside_token, unanswered, tries;

-- name: ReturnTry :exec
UPDATE otp SET tries = tries - 1, unanswered = $1 WHERE token_hash = $2 AND tries > 0;

-- name: MarkVerified :execrows
UPDATE otp SET state = 'verified', verified_at = $1, address = $2 WHERE token_hash = $3 AND state = 'sent';

-- name: VerifiedFor :one
SELECT count(*) FROM otp
WHERE phone = $1 AND verified_at > $2 AND state = 'verified' AND (address = $3 OR token_hash = $4);

-- name: PruneOTP :execrows
DELETE FROM otp WHERE created_at < $1;
