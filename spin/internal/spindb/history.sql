-- name: GrantsBy :many
SELECT * FROM coin_grant WHERE member = @of AND granted_at >= @since AND granted_at <= @at AND (granted_at < @at OR id < @before)
ORDER BY granted_at DESC, id DESC LIMIT @most;
