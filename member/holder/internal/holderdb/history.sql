-- Pairs of one name, newest first (internal/history).

-- name: CasesAll :many
SELECT * FROM holder_case WHERE found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: CasesIn :many
SELECT * FROM holder_case WHERE state = @of AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: CasesBy :many
SELECT * FROM holder_case WHERE (member = @of OR other = @of) AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;
