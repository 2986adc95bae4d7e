-- Cases, newest first (internal/history).

-- name: CasesAll :many
SELECT * FROM reconcile_case WHERE found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: CasesOpen :many
SELECT * FROM reconcile_case WHERE state <> 'closed' AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: CasesAt :many
SELECT * FROM reconcile_case WHERE provider = @of AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: CasesBy :many
SELECT * FROM reconcile_case WHERE member <> '' AND member = @of AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;
