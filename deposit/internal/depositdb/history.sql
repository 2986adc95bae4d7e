-- What there was, newest first (internal/history). The state in which nearly all rows end is found among all of them.

-- name: ArrivalsAll :many
SELECT * FROM inflow WHERE seen_at >= @since AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: ArrivalsIn :many
SELECT * FROM inflow WHERE state <> 'credited' AND state = @of AND seen_at >= @since AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: ArrivalsAt :many
SELECT * FROM inflow WHERE account = @of AND seen_at >= @since AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: ArrivalsBy :many
SELECT * FROM inflow WHERE member = @of AND seen_at >= @since AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: ArrivalsAs :many
SELECT * FROM inflow WHERE reference = @of AND seen_at >= @since AND seen_at <= @at AND (seen_at < @at OR id < @before)
ORDER BY seen_at DESC, id DESC LIMIT @most;

-- name: SlipsAll :many
SELECT * FROM slip WHERE uploaded_at >= @since AND uploaded_at <= @at AND (uploaded_at < @at OR id < @before)
ORDER BY uploaded_at DESC, id DESC LIMIT @most;

-- name: SlipsIn :many
SELECT * FROM slip WHERE state <> 'credited' AND state = @of AND uploaded_at >= @since AND uploaded_at <= @at AND (uploaded_at < @at OR id < @before)
ORDER BY uploaded_at DESC, id DESC LIMIT @most;

-- name: SlipsBy :many
SELECT * FROM slip WHERE member = @of AND uploaded_at >= @since AND uploaded_at <= @at AND (uploaded_at < @at OR id < @before)
ORDER BY uploaded_at DESC, id DESC LIMIT @most;

-- name: DeclaredAll :many
SELECT * FROM declaration WHERE created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: DeclaredIn :many
SELECT * FROM declaration WHERE state <> 'matched' AND state = @of AND created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: DeclaredBy :many
SELECT * FROM declaration WHERE member = @of AND created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: LinksAll :many
SELECT * FROM wallet_link WHERE created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: LinksIn :many
SELECT * FROM wallet_link WHERE state <> 'credited' AND state = @of AND created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: LinksBy :many
SELECT * FROM wallet_link WHERE member = @of AND created_at >= @since AND created_at <= @at AND (created_at < @at OR reference < @before)
ORDER BY created_at DESC, reference DESC LIMIT @most;

-- name: LinesAll :many
SELECT * FROM feed_case WHERE found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: LinesOpen :many
SELECT * FROM feed_case WHERE ended_at = 0 AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: LinesAt :many
SELECT * FROM feed_case WHERE account = @of AND found_at >= @since AND found_at <= @at AND (found_at < @at OR id < @before)
ORDER BY found_at DESC, id DESC LIMIT @most;

-- name: ReversalsAll :many
SELECT * FROM reversal WHERE told_at >= @since AND told_at <= @at AND (told_at < @at OR account || '/' || source < CAST(@before AS TEXT))
ORDER BY told_at DESC, account || '/' || source DESC LIMIT @most;

-- name: ReversalsOpen :many
SELECT * FROM reversal WHERE state = 'waiting' AND told_at >= @since AND told_at <= @at AND (told_at < @at OR account || '/' || source < CAST(@before AS TEXT))
ORDER BY told_at DESC, account || '/' || source DESC LIMIT @most;

-- name: ReversalsBy :many
SELECT * FROM reversal WHERE member = @of AND told_at >= @since AND told_at <= @at AND (told_at < @at OR account || '/' || source < CAST(@before AS TEXT))
ORDER BY told_at DESC, account || '/' || source DESC LIMIT @most;
