-- name: LockWithdrawal :one
UPDATE withdrawal SET since = since WHERE reference = @reference RETURNING *;

-- name: SetSendBy :execrows
UPDATE withdrawal SET send_by = @send_by WHERE transfer = @transfer AND state = 'sending';

-- name: AdoptSent :exec
-- Of a withdrawal that was sent although these books never sent it.
UPDATE withdrawal SET state = 'sending', approved_at = requested_at, since = @now, send_by = @now
WHERE transfer = @transfer AND state IN ('requested', 'review');

-- name: EndWithdrawal :execrows
UPDATE withdrawal SET state = @state, reason = @reason, outside = @outside, note = @note, since = @since, check_at = @check_at
WHERE transfer = @transfer AND state = @from_state;

-- name: SetCheckAt :exec
UPDATE withdrawal SET check_at = @check_at WHERE transfer = @transfer;

-- name: ChecksDue :one
-- It is 0 or 1.
SELECT COUNT(*) FROM (SELECT 1 FROM withdrawal WHERE check_at > 0 AND check_at <= $1 LIMIT 1) AS due;

-- name: ClaimChecks :many
UPDATE withdrawal SET check_at = @leased_until
WHERE withdrawal.check_at > 0 AND withdrawal.check_at <= @now
  AND withdrawal.transfer IN (
    SELECT w.transfer FROM withdrawal w WHERE w.check_at > 0 AND w.check_at <= @now ORDER BY w.check_at LIMIT @most)
RETURNING *;
