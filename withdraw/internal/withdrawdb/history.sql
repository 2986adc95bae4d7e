-- What there was, newest first (internal/history). Nearly all withdrawals are paid: those are found among all of them.

-- name: All :many
SELECT * FROM withdrawal WHERE requested_at >= @since AND requested_at <= @at AND (requested_at < @at OR reference < @before)
ORDER BY requested_at DESC, reference DESC LIMIT @most;

-- name: In :many
SELECT * FROM withdrawal WHERE state <> 'paid' AND state = @of AND requested_at >= @since AND requested_at <= @at AND (requested_at < @at OR reference < @before)
ORDER BY requested_at DESC, reference DESC LIMIT @most;

-- name: By :many
SELECT * FROM withdrawal WHERE member = @of AND requested_at >= @since AND requested_at <= @at AND (requested_at < @at OR reference < @before)
ORDER BY requested_at DESC, reference DESC LIMIT @most;
