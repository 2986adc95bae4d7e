-- name: ReviewAfter :many
SELECT reference, member, amount, since, why FROM withdrawal
WHERE state = 'review' AND since >= @since AND (since > @since OR reference > @after_id)
ORDER BY since, reference LIMIT @most;

-- name: UnknownAfter :many
-- Orders that may have gone out and whose time to go out is over: the bank has not said what became of them.
SELECT reference, member, amount, since, note FROM withdrawal
WHERE state = 'sending' AND send_by > 0 AND send_by <= @send_by AND since >= @since AND (since > @since OR reference > @after_id)
ORDER BY since, reference LIMIT @most;

-- name: CountUnknown :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(since), 0) AS BIGINT) AS oldest FROM withdrawal
WHERE state = 'sending' AND send_by > 0 AND send_by <= @send_by;
