-- name: NoteReversal :one
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

-- name: ReversalBy :one
SELECT * FROM reversal WHERE account = @account AND source = @source;
