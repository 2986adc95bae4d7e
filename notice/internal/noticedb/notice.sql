-- name: AddNotice :execrows
INSERT INTO notice (id, event, body, at) VALUES (@id, @event, @body, @at) ON CONFLICT (id) DO NOTHING;

-- name: AddDelivery :exec
INSERT INTO notice_delivery (notice, target, state, tries, turn, since_at, due_at, ended_at, last)
VALUES (@notice, @target, 'due', 0, 0, @since_at, @since_at, 0, '');

-- name: Due :many
SELECT d.notice, d.tries, d.turn, d.since_at, n.event, n.body, n.at FROM notice_delivery d JOIN notice n ON n.id = d.notice
WHERE d.target = @target AND d.state = 'due' AND d.due_at <= @due_at ORDER BY d.due_at LIMIT @most;

-- name: NextDue :one
-- 0: nothing is.
SELECT CAST(COALESCE(MIN(due_at), 0) AS BIGINT) FROM notice_delivery WHERE state = 'due';

-- name: Claim :execrows
-- It is due again later, should nobody say what became of this try.
UPDATE notice_delivery SET tries = tries + 1, turn = turn + 1, due_at = @due_at
WHERE notice = @notice AND target = @target AND state = 'due' AND turn = @turn;

-- name: EndDelivery :execrows
UPDATE notice_delivery SET state = @state, ended_at = @ended_at, last = @last
WHERE notice = @notice AND target = @target AND state = 'due' AND turn = @turn;

-- name: FailedDelivery :exec
UPDATE notice_delivery SET last = @last WHERE notice = @notice AND target = @target AND state = 'due' AND turn = @turn;

-- name: Again :execrows
UPDATE notice_delivery SET state = 'due', tries = 0, since_at = @since_at, due_at = @since_at, ended_at = 0
WHERE notice = @notice AND state = 'dead';

-- name: FailingTargets :many
-- Those that do not take something, and since when. What is dead counts for a week.
SELECT target, CAST(MIN(since_at) AS BIGINT) AS failing FROM notice_delivery
WHERE state <> 'done' AND ((state = 'due' AND tries > 0) OR (state = 'dead' AND since_at > @dead_at)) GROUP BY target;

-- name: LastTaken :one
SELECT CAST(COALESCE(MAX(ended_at), 0) AS BIGINT) FROM notice_delivery WHERE target = @target AND state = 'done';

-- name: NewestDeliveries :many
SELECT n.id, n.event, n.at, n.body, d.target, d.state, d.tries, d.due_at, d.ended_at, d.last
FROM notice n JOIN notice_delivery d ON d.notice = n.id
WHERE (n.at < @at OR (n.at = @at AND (n.id < @id OR (n.id = @id AND d.target < @target)))) AND n.at >= @from_at
ORDER BY n.at DESC, n.id DESC, d.target DESC LIMIT @most;

-- name: OldNotices :many
SELECT id FROM notice WHERE at < @at ORDER BY at LIMIT @most;

-- name: DeleteDeliveries :exec
DELETE FROM notice_delivery WHERE notice = @notice;

-- name: DeleteNotice :exec
DELETE FROM notice WHERE id = @id;

-- name: KnowsNotice :one
SELECT EXISTS (SELECT 1 FROM notice WHERE id = @id) AS known;
