-- name: AddCredit :execrows
INSERT INTO deposit_credit (inflow, member, amount, credited_at, reversed_at)
VALUES (@inflow, @member, @amount, @credited_at, 0) ON CONFLICT (inflow) DO NOTHING;

-- name: ReverseCredit :execrows
UPDATE deposit_credit SET reversed_at = @reversed_at WHERE inflow = @inflow AND reversed_at = 0;

-- name: CreditedSince :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM deposit_credit
WHERE member = @member AND credited_at >= @since AND reversed_at = 0;

-- name: LockReversal :one
INSERT INTO reversal (account, source, reference, state, inflow, member, amount, owed, times, reversed_at, told_at, done_at)
VALUES (@account, @source, @reference, 'waiting', '', '', 0, 0, 1, @reversed_at, @told_at, 0)
ON CONFLICT (account, source) DO UPDATE SET times = reversal.times + 1
RETURNING *;

-- name: EndReversal :exec
UPDATE reversal SET state = @state, inflow = @inflow, member = @member, amount = @amount, owed = @owed, done_at = @done_at
WHERE account = @account AND source = @source;

-- name: AddReversalIdentifier :exec
INSERT INTO reversal_identifier (kind, value, account, source) VALUES (@kind, @value, @account, @source)
ON CONFLICT (kind, value, account, source) DO NOTHING;

-- name: LockInflowBySource :one
UPDATE inflow SET seen_at = seen_at WHERE account = @account AND source = @source
RETURNING id, account, source, member, amount, state, transfer;

-- name: LockInflowByIdentifier :one
UPDATE inflow SET seen_at = seen_at
WHERE id IN (SELECT i.inflow FROM inflow_identifier i
    JOIN reversal_identifier r ON r.kind = i.kind AND r.value = i.value WHERE r.account = @account AND r.source = @source)
RETURNING id, inflow.account, inflow.source, member, amount, state, transfer;

-- name: SetInflowReversed :exec
UPDATE inflow SET state = 'reversed', ended_at = @ended_at WHERE id = @id;

-- name: WaitingReversalsOf :many
SELECT r.account, r.source FROM reversal r WHERE r.state = 'waiting' AND (r.account = @account AND r.source = @source
    OR EXISTS (SELECT 1 FROM reversal_identifier x JOIN inflow_identifier i ON i.kind = x.kind AND i.value = x.value
        WHERE x.account = r.account AND x.source = r.source AND i.inflow = @inflow));

-- name: WaitingReversals :many
SELECT * FROM reversal WHERE state = 'waiting' ORDER BY told_at LIMIT @most;

-- name: ReadyReversals :many
SELECT r.account, r.source FROM reversal r WHERE r.state = 'waiting' AND (
    EXISTS (SELECT 1 FROM inflow i WHERE i.account = r.account AND i.source = r.source)
    OR EXISTS (SELECT 1 FROM reversal_identifier x JOIN inflow_identifier n ON n.kind = x.kind AND n.value = x.value
        WHERE x.account = r.account AND x.source = r.source))
ORDER BY r.told_at LIMIT @most;

-- name: ReversalsOf :many
SELECT * FROM reversal WHERE member = @member ORDER BY told_at DESC LIMIT @most;

-- name: LatestCredit :one
-- The newest arrival that became the member's and was not taken back.
SELECT c.inflow, c.amount, c.credited_at, i.transfer, i.state, i.account, i.source
FROM deposit_credit c JOIN inflow i ON i.id = c.inflow
WHERE c.member = @member AND c.reversed_at = 0
ORDER BY c.credited_at DESC, c.inflow DESC LIMIT 1;

-- name: CreditsOf :one
-- All that became the member's, over its life, less what was taken back, which stands beside it; when the first of at
-- least an amount did, and the first such one whose payer was named: one that is another's would be held. 0: none.
SELECT CAST(COALESCE(SUM(CASE WHEN c.reversed_at = 0 THEN c.amount END), 0) AS BIGINT) AS total,
    CAST(COALESCE(SUM(CASE WHEN c.reversed_at > 0 THEN c.amount END), 0) AS BIGINT) AS undone,
    CAST(COALESCE(MIN(CASE WHEN c.reversed_at = 0 AND c.amount >= @least THEN c.credited_at END), 0) AS BIGINT) AS first_at,
    CAST(COALESCE(MIN(CASE WHEN c.reversed_at = 0 AND c.amount >= @least AND i.payer_named THEN c.credited_at END), 0) AS BIGINT) AS first_named_at
FROM deposit_credit c JOIN inflow i ON i.id = c.inflow
WHERE c.member = @member;

-- name: ReversedSince :many
SELECT inflow FROM deposit_credit WHERE reversed_at > 0 AND reversed_at >= @since ORDER BY reversed_at, inflow;

-- name: PayersOf :many
-- The accounts that ever paid for a member, where all of their digits are known: one arrival of each.
SELECT i.id, i.payer_index, i.payer_sealed FROM inflow i
WHERE i.id IN (SELECT MIN(f.id) FROM inflow f WHERE f.member = @member AND f.payer_index <> '' GROUP BY f.payer_index)
ORDER BY i.payer_index;

-- name: PaidBy :many
-- For whom an account ever paid.
SELECT DISTINCT member FROM inflow WHERE payer_index = @payer_index AND payer_index <> '' AND member <> '' ORDER BY member LIMIT @most;
