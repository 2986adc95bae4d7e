-- name: CallbackSeen :one
SELECT COUNT(*) FROM payout_callback WHERE proof = @proof;

-- name: AddCallback :exec
INSERT INTO payout_callback (proof, seen_at) VALUES (@proof, @seen_at) ON CONFLICT (proof) DO NOTHING;

-- name: ForgetCallbacks :exec
DELETE FROM payout_callback WHERE seen_at < @before;
