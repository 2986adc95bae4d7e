-- name: Brake :one
SELECT stopped_at, why FROM payout_brake WHERE id = 1;

-- name: LockBrake :one
UPDATE payout_brake SET approvals = approvals + 1 WHERE id = 1 RETURNING stopped_at, why;

-- name: SetBrake :exec
UPDATE payout_brake SET stopped_at = @stopped_at, cause = @cause, why = @why, found = @found, stopped_by = @stopped_by WHERE id = 1;
