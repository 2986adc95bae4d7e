-- name: InsertOTP :exec
INSERT INTO otp (token_hash, phone, purpose, state, outside_token, ref, tries, calls, unanswered, address,
    created_at, expires_at, verified_at, used_at, session)
VALUES ($1, $2, $3, 'sending', '', '', 0, 0, '', $4, $5, $6, 0, 0, $7);

-- name: InsertOffer :exec
INSERT INTO otp (token_hash, phone, purpose, state, outside_token, ref, tries, calls, unanswered, address,
    created_at, expires_at, verified_at, used_at)
VALUES ($1, $2, $3, 'sent', '', '', 0, 0, '', $4, $5, $6, 0, 0);

-- name: MarkDelivered :exec
UPDATE otp SET outside_token = $1, ref = $2 WHERE token_hash = $3 AND state = 'sent' AND outside_token = '';

-- name: MarkSent :exec
UPDATE otp SET state = 'sent', outside_token = $1, ref = $2 WHERE token_hash = $3 AND state = 'sending';

-- name: MarkFailed :exec
UPDATE otp SET state = 'failed' WHERE token_hash = $1 AND state = 'sending';

-- name: OTPByToken :one
SELECT phone, state, outside_token, ref, tries, calls, unanswered, expires_at FROM otp WHERE token_hash = $1 AND session = $2;

-- name: TakeTry :one
-- The code of a confirmation is there for its own session alone.
UPDATE otp SET tries = tries + 1, calls = calls + 1
WHERE token_hash = $1 AND state = 'sent' AND tries < $2 AND calls < $3 AND expires_at > $4 AND session = $5
RETURNING outside_token, unanswered, tries, purpose, shares, phone;

-- name: ReturnTry :exec
UPDATE otp SET tries = tries - 1, unanswered = $1 WHERE token_hash = $2 AND tries > 0;

-- name: MarkVerified :execrows
UPDATE otp SET state = 'verified', verified_at = $1 WHERE token_hash = $2 AND state = 'sent';

-- name: ProofUsedAt :one
-- A proof belongs to the holder of its token, for one phone and one purpose.
SELECT used_at FROM otp
WHERE token_hash = $1 AND phone = $2 AND purpose = $3 AND state = 'verified' AND verified_at > $4;

-- name: UseProof :execrows
UPDATE otp SET used_at = $1
WHERE token_hash = $2 AND phone = $3 AND purpose = $4 AND state = 'verified' AND verified_at > $5 AND used_at = 0;

-- name: PruneOTP :execrows
DELETE FROM otp WHERE created_at < $1;

-- name: InsertQuiet :exec
INSERT INTO otp (token_hash, phone, purpose, state, outside_token, ref, tries, calls, unanswered, address,
    created_at, expires_at, verified_at, used_at, shares)
VALUES (@token_hash, @phone, @purpose, 'sent', '', '', 0, 0, '', @address, @created_at, @expires_at, 0, 0, @shares);

-- name: LatestMessage :one
-- The message whose code the phone shows, or is about to show.
SELECT token_hash FROM otp
WHERE phone = @phone AND purpose = @purpose AND (state = 'sending' OR state = 'sent' AND outside_token <> '') AND expires_at > @now
ORDER BY created_at DESC LIMIT 1;

-- name: LatestRefs :many
SELECT ref FROM otp WHERE ref <> '' ORDER BY created_at DESC LIMIT $1;

-- name: TakeSharedTry :one
UPDATE otp SET shared_tries = shared_tries + 1
WHERE token_hash = @token_hash AND state = 'sent' AND outside_token <> '' AND shared_tries < @tries AND expires_at > @now
RETURNING outside_token;

-- name: ReturnSharedTry :exec
UPDATE otp SET shared_tries = shared_tries - 1 WHERE token_hash = $1 AND shared_tries > 0;

-- name: UseShared :execrows
-- A code counts once: for its own asker it is used from now on.
UPDATE otp SET state = 'used' WHERE token_hash = $1 AND state = 'sent';
