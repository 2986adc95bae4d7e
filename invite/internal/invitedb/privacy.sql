-- name: PersonalCommissions :many
SELECT day, amount, at, at AS page_at, day AS page_key FROM invite_receive
WHERE member = @member AND at <= @at AND (at < @at OR day < @key)
ORDER BY at DESC, day DESC LIMIT @most;
