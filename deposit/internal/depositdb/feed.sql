-- name: AddFeed :exec
INSERT INTO feed (account, position, due_at, turn, read_at, failing_since, failure, whole_at)
VALUES (@account, '', @due_at, 0, 0, 0, '', 0) ON CONFLICT (account) DO NOTHING;

-- name: Feeds :many
SELECT * FROM feed ORDER BY account;

-- name: Feed :one
SELECT * FROM feed WHERE account = @account;

-- name: LeaseFeed :one
UPDATE feed SET due_at = @leased_until, turn = turn + 1 WHERE account = @account AND due_at <= @now RETURNING *;

-- name: MoveFeed :execrows
UPDATE feed SET position = @position, due_at = @due_at, read_at = @read_at, failing_since = 0, failure = '',
    whole_at = CASE WHEN whole_at = 0 THEN @whole_at ELSE whole_at END
WHERE account = @account AND turn = @turn;

-- name: FailFeed :execrows
UPDATE feed SET due_at = @due_at, failing_since = CASE WHEN failing_since = 0 THEN @now ELSE failing_since END, failure = @failure
WHERE account = @account AND turn = @turn;

-- name: UndeclaredOf :many
SELECT i.id FROM inflow i
WHERE i.member = @member AND i.channel = 'feed' AND i.reference = '' AND i.amount = @amount AND i.state IN ('credited', 'held')
  AND i.paid_at >= @since AND NOT EXISTS (SELECT 1 FROM declaration d WHERE d.member = i.member AND d.inflow = i.id)
ORDER BY i.paid_at, i.id;

-- name: FailingFeeds :one
SELECT CAST(COALESCE(MIN(failing_since), 0) AS BIGINT) FROM feed WHERE failing_since > 0;

-- name: AddFeedCase :execrows
INSERT INTO feed_case (id, account, line, raw, raw_sealed, why, state, note, found_at, ended_at, page, position, resume, retry_at, reference)
VALUES (@id, @account, @line, @raw, @raw_sealed, @why, 'open', '', @found_at, 0, @page, @position, @resume, @retry_at, @reference)
ON CONFLICT (account, raw) DO NOTHING;

-- name: FeedCaseOf :one
SELECT * FROM feed_case WHERE account = @account AND raw = @raw;

-- name: OpenPages :many
SELECT * FROM feed_case WHERE account = @account AND ended_at = 0 AND page ORDER BY retry_at, id;

-- name: ReopenPage :execrows
UPDATE feed_case SET state = 'open', note = '', ended_at = 0, found_at = @found_at, raw_sealed = @raw_sealed, why = @why,
    resume = @resume, retry_at = @retry_at
WHERE id = @id AND ended_at > 0;

-- name: PassPage :execrows
UPDATE feed_case SET resume = @resume, retry_at = @retry_at WHERE id = @id AND ended_at = 0;

-- name: ClaimPage :execrows
UPDATE feed_case SET retry_at = @next_at WHERE id = @id AND retry_at = @seen_at AND ended_at = 0;

-- name: EndCorrectedCases :many
-- Ends the cases of a line that the bank has now sent correctly, by its number or its reference.
UPDATE feed_case SET state = 'read', note = @note, ended_at = @ended_at
WHERE account = @account AND ended_at = 0 AND NOT page
  AND (line <> '' AND line = @line OR reference <> '' AND reference = @reference)
RETURNING id;

-- name: FeedCase :one
SELECT * FROM feed_case WHERE id = @id;

-- name: FeedCases :many
SELECT * FROM feed_case WHERE ended_at = 0 OR CAST(@ended AS BIGINT) > 0 ORDER BY found_at, id LIMIT @most;

-- name: EndFeedCase :execrows
UPDATE feed_case SET state = @state, note = @note, ended_at = @ended_at WHERE id = @id AND ended_at = 0;

-- name: OpenFeedCases :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(found_at), 0) AS BIGINT) AS oldest FROM feed_case WHERE ended_at = 0;
