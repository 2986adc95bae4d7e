-- Statements of banks, declared transfers, and arrivals that nobody has claimed yet.

-- name: FeedAccounts :many
SELECT code, account_no, source, valid_from, valid_until FROM deposit_account WHERE code IN (
    SELECT a.code FROM deposit_account a WHERE a.source = 'feed' AND (a.valid_until = 0 OR a.valid_until > @ended_after))
ORDER BY code, valid_from;

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

-- name: AddDeclaration :exec
INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
VALUES (@reference, @key, @member, @amount, 'open', '', '', @created_at, @lapses_at, 0);

-- name: DeclarationByKey :one
SELECT * FROM declaration WHERE key = @key;

-- name: Declaration :one
SELECT * FROM declaration WHERE reference = @reference;

-- name: OpenDeclarationsOf :many
SELECT * FROM declaration WHERE member = @member AND state = 'open' ORDER BY created_at, reference;

-- name: OpenDeclarations :many
SELECT * FROM declaration WHERE state = 'open' ORDER BY created_at, reference LIMIT @most;

-- name: FreshDeclarations :many
SELECT * FROM declaration WHERE state = 'open' AND created_at > @since ORDER BY created_at, reference LIMIT @most;

-- name: DeclarationsLike :many
SELECT * FROM declaration
WHERE state = 'open' AND amount = @amount AND created_at >= @since AND created_at <= @until
ORDER BY created_at, reference;

-- name: EndDeclaration :execrows
UPDATE declaration SET state = @state, inflow = @inflow, reason = @reason, ended_at = @ended_at
WHERE reference = @reference AND state = 'open';

-- name: UndeclaredOf :many
SELECT i.id FROM inflow i
WHERE i.member = @member AND i.channel = 'feed' AND i.reference = '' AND i.amount = @amount AND i.state IN ('credited', 'held')
  AND i.paid_at >= @since AND NOT EXISTS (SELECT 1 FROM declaration d WHERE d.member = i.member AND d.inflow = i.id)
ORDER BY i.paid_at, i.id;

-- name: LapseDeclarations :many
UPDATE declaration SET state = 'lapsed', ended_at = @now WHERE state = 'open' AND lapses_at <= @now RETURNING member;

-- name: DeclarationsOf :many
SELECT d.reference, d.state, d.reason, d.created_at, d.lapses_at, CAST(COALESCE(i.amount, d.amount) AS BIGINT) AS amount,
    COALESCE(i.state, '') AS arrival, COALESCE(i.reason, '') AS arrival_reason
FROM declaration d LEFT JOIN inflow i ON i.id = d.inflow AND i.member = d.member
WHERE d.member = @member AND d.created_at >= @made_since AND (d.ended_at = 0 OR d.ended_at >= @since)
ORDER BY d.created_at DESC, d.reference LIMIT @most;

-- name: LinesLike :many
SELECT * FROM inflow
WHERE account = @account AND amount = @amount AND paid_at >= @since AND paid_at <= @until AND state NOT IN ('returned', 'reversed')
ORDER BY paid_at, id;

-- name: UnclaimedLike :many
SELECT i.* FROM inflow i
WHERE i.state = 'unmatched' AND i.member = '' AND i.channel = 'feed' AND i.amount = @amount AND i.paid_at >= @since AND i.paid_at <= @until
ORDER BY i.paid_at, i.id;

-- name: IdentifiersOf :many
SELECT kind, value FROM inflow_identifier WHERE inflow = @inflow ORDER BY kind, value;

-- name: AssignInflow :execrows
UPDATE inflow SET member = @member, reference = @reference, state = @state, reason = @reason
WHERE id = @id AND state = @from_state AND member = @from_member;

-- name: SetAssigned :exec
UPDATE inflow SET assigned = @assigned WHERE id = @id;

-- name: FlagInflow :exec
UPDATE inflow SET flag = @flag WHERE id = @id;

-- name: InflowByIdentifier :one
SELECT i.* FROM inflow_identifier n JOIN inflow i ON i.id = n.inflow WHERE n.kind = @kind AND n.value = @value;

-- name: Unmatched :many
SELECT * FROM inflow WHERE state = 'unmatched' ORDER BY seen_at LIMIT @most;

-- name: UnmatchedSince :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(seen_at), 0) AS BIGINT) AS oldest FROM inflow WHERE state = 'unmatched';

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

-- name: EndToldRight :many
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
