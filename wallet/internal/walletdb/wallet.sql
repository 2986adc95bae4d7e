-- name: AddDoubt :exec
INSERT INTO game_doubt (transfer, member, provider, username, state, since, not_found, reading, reading_since, rounds,
                        result, reason, check_at, checks, created_at, updated_at)
VALUES ($1, $2, $3, $4, 'open', $7, 0, 0, 0, 0, 0, $5, 0, 0, $6, $6)
ON CONFLICT DO NOTHING;

-- name: Doubt :one
SELECT * FROM game_doubt WHERE transfer = $1;

-- name: NoteDoubt :exec
-- Does not change an ended doubt: later checks use its reading.
UPDATE game_doubt
SET not_found = $2, reading = $3, reading_since = $4, rounds = $5, reason = $6, updated_at = $7
WHERE transfer = $1 AND state IN ('open', 'case');

-- name: NoteSent :execrows
-- Runs before a reference is sent again, and again with the former time if the answer was definite. No row: the doubt has
-- ended, or operators have it.
UPDATE game_doubt SET sent_at = @sent_at, updated_at = @updated_at WHERE transfer = @transfer AND state = 'open';

-- name: EndDoubt :execrows
UPDATE game_doubt
SET state = $2, check_at = $3, result = $4, reading_since = $5, updated_at = $6
WHERE transfer = $1 AND state IN ('open', 'case');

-- name: MakeCase :execrows
UPDATE game_doubt SET state = 'case', reason = $2, updated_at = $3 WHERE transfer = $1 AND state = 'open';

-- name: Cases :many
-- An empty provider selects all.
SELECT * FROM game_doubt WHERE state = 'case' AND (provider = @provider OR @provider = '') ORDER BY created_at, transfer LIMIT @most;

-- name: LeftDoubts :many
-- Open doubts about transfers that were settled a while ago, or by a clock that was ahead: the worker that settled them
-- died before it closed the doubt.
SELECT d.* FROM game_doubt d JOIN transfer t ON t.id = d.transfer
WHERE d.state IN ('open', 'case') AND t.state <> 'pending' AND (t.settled_at <= @before OR t.settled_at > @beyond)
ORDER BY d.created_at, d.transfer LIMIT @most;

-- name: DueChecks :many
SELECT * FROM game_doubt WHERE check_at > 0 AND check_at <= $1 ORDER BY check_at, transfer LIMIT $2;

-- name: TakeCheck :execrows
UPDATE game_doubt SET check_at = @taken_until, updated_at = @updated_at WHERE transfer = @transfer AND check_at = @check_at;

-- name: EndCheck :execrows
-- No row: another node took the check, or an operator decided.
UPDATE game_doubt
SET state = @state, check_at = @next_at, checks = checks + 1, result = @result, reading_since = @reading_since,
    seen_at = @seen_at, seen_result = @seen_result, updated_at = @updated_at
WHERE transfer = @transfer AND check_at = @taken_until;

-- name: NoteProof :execrows
-- From now on it is booked, whatever later answers say. No row: another node took the check, or an operator decided.
UPDATE game_doubt SET proven = @proven, seen_at = @seen_at, seen_result = @seen_result, updated_at = @updated_at
WHERE transfer = @transfer AND check_at = @taken_until;

-- name: NoteCheck :exec
-- A check without an answer; it does not count.
UPDATE game_doubt
SET check_at = @next_at, seen_at = @seen_at, seen_result = @seen_result, reason = @reason, updated_at = @updated_at
WHERE transfer = @transfer AND check_at = @taken_until;

-- name: DecideCheck :exec
-- An operator decided: it is not asked about any more.
UPDATE game_doubt SET state = @state, check_at = 0, seen_at = @decided_at, updated_at = @decided_at
WHERE transfer = @transfer AND state = 'returned';

-- name: DoubtsOfAccount :many
SELECT * FROM game_doubt WHERE provider = @provider AND username = @username AND state IN ('returned', 'late') ORDER BY transfer;

-- name: ReturnedOf :many
-- A member's returned transfers that are still asked about, including those whose worker died before it recorded the
-- return.
SELECT t.id, t.kind, t.amount, d.provider FROM game_doubt d JOIN transfer t ON t.id = d.transfer
WHERE d.member = @member AND d.state IN ('open', 'case', 'returned') AND (d.state <> 'returned' OR d.check_at > 0)
  AND t.state = 'voided'
ORDER BY t.id;

-- name: FoundSince :one
-- What readings of a game account booked after a transfer was made.
SELECT CAST(COALESCE(SUM(CASE WHEN t.credit = a.number THEN t.moved ELSE -t.moved END), 0) AS BIGINT) AS found
FROM account a JOIN transfer t ON t.debit = a.number OR t.credit = a.number
WHERE a.name = @name AND t.id > @transfer AND t.kind = 'game_result';

-- name: AddMovement :execrows
INSERT INTO movement (id, operation, request, member, kind, target, amount, state, due_at, created_at, ended_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, 0)
ON CONFLICT DO NOTHING;

-- name: Movement :one
SELECT * FROM movement WHERE id = $1;

-- name: MovementByOperation :one
SELECT * FROM movement WHERE operation = $1;

-- name: AddLeg :execrows
INSERT INTO movement_leg (movement, number, source, target, amount, transfer, state, reason)
VALUES ($1, $2, $3, $4, $5, 0, 'planned', '')
ON CONFLICT DO NOTHING;

-- name: Legs :many
SELECT * FROM movement_leg WHERE movement = $1 ORDER BY number;

-- name: NoteLeg :exec
UPDATE movement_leg SET amount = $3, transfer = $4, state = $5, reason = $6 WHERE movement = $1 AND number = $2;

-- name: EndMovement :execrows
UPDATE movement SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'open';

-- name: TakeMovement :execrows
UPDATE movement SET due_at = $3 WHERE id = $1 AND due_at = $2 AND state = 'open';

-- name: HastenMovement :exec
UPDATE movement SET due_at = @now WHERE id = @id AND state = 'open' AND due_at > @now;

-- name: DueMovements :many
SELECT * FROM movement WHERE state = 'open' AND due_at <= $1 ORDER BY due_at, id LIMIT $2;
