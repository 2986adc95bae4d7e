-- name: HeldAfter :many
-- The first condition is the index's: SQLite takes a partial index for nothing less.
SELECT id, member, amount, seen_at, reason, account FROM inflow
WHERE state IN ('held', 'unmatched') AND state = 'held' AND seen_at >= @seen_at AND (seen_at > @seen_at OR id > @after_id)
ORDER BY seen_at, id LIMIT @most;

-- name: CountHeld :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS oldest FROM inflow
WHERE state IN ('held', 'unmatched') AND state = 'held';

-- name: UnmatchedAfter :many
SELECT id, member, amount, seen_at, reason, account FROM inflow
WHERE state IN ('held', 'unmatched') AND state = 'unmatched' AND seen_at >= @seen_at AND (seen_at > @seen_at OR id > @after_id)
ORDER BY seen_at, id LIMIT @most;

-- name: SlipsAfter :many
SELECT id, member, amount, uploaded_at, reason FROM slip
WHERE state = 'review' AND uploaded_at >= @uploaded_at AND (uploaded_at > @uploaded_at OR id > @after_id)
ORDER BY uploaded_at, id LIMIT @most;

-- name: DeclarationsAfter :many
SELECT reference, member, amount, created_at FROM declaration
WHERE state = 'open' AND created_at >= @created_at AND (created_at > @created_at OR reference > @after_id)
ORDER BY created_at, reference LIMIT @most;

-- name: CountDeclarations :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(created_at), 0) AS BIGINT) AS oldest FROM declaration WHERE state = 'open';

-- name: LinksAfter :many
SELECT reference, member, amount, created_at, said FROM wallet_link
WHERE state IN ('asking', 'taking') AND created_at <= @before AND created_at >= @created_at
  AND (created_at > @created_at OR reference > @after_id)
ORDER BY created_at, reference LIMIT @most;

-- name: CountLinks :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(created_at), 0) AS BIGINT) AS oldest FROM wallet_link
WHERE state IN ('asking', 'taking') AND created_at <= @before;

-- name: FeedCasesAfter :many
SELECT id, account, why, found_at FROM feed_case
WHERE ended_at = 0 AND found_at >= @found_at AND (found_at > @found_at OR id > @after_id)
ORDER BY found_at, id LIMIT @most;

-- name: ReversalsAfter :many
SELECT account, source, amount, told_at, reference FROM reversal
WHERE state = 'waiting' AND told_at >= @told_at AND (told_at > @told_at OR account || '/' || source > CAST(@after_id AS TEXT))
ORDER BY told_at, account || '/' || source LIMIT @most;

-- name: CountReversals :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(told_at), 0) AS BIGINT) AS oldest FROM reversal WHERE state = 'waiting';
