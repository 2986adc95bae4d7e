-- name: DeskWaiting :many
SELECT sqlc.embed(c), sqlc.embed(m) FROM chat_conversation c JOIN chat_message m ON m.owner = c.owner AND m.number = c.number
WHERE c.waiting_at > 0 AND c.waiting_at >= @waiting_at AND (c.waiting_at > @waiting_at OR c.id > @after_id)
ORDER BY c.waiting_at, c.id LIMIT @most;

-- name: DeskLatest :many
SELECT sqlc.embed(c), sqlc.embed(m) FROM chat_conversation c JOIN chat_message m ON m.owner = c.owner AND m.number = c.number
WHERE c.waiting_at = 0 AND c.last_at <= @last_at AND (c.last_at < @last_at OR c.id < @before_id)
ORDER BY c.last_at DESC, c.id DESC LIMIT @most;

-- name: DeskLatestOf :many
SELECT sqlc.embed(c), sqlc.embed(m) FROM chat_conversation c JOIN chat_message m ON m.owner = c.owner AND m.number = c.number
WHERE c.operator = @operator AND c.operator <> '' AND c.waiting_at = 0
    AND c.last_at <= @last_at AND (c.last_at < @last_at OR c.id < @before_id)
ORDER BY c.last_at DESC, c.id DESC LIMIT @most;

-- name: DeskOf :many
SELECT sqlc.embed(c), sqlc.embed(m) FROM chat_conversation c JOIN chat_message m ON m.owner = c.owner AND m.number = c.number
WHERE c.owner = @owner;

-- name: MessagesBefore :many
SELECT * FROM chat_message WHERE owner = @owner AND number < @number ORDER BY number DESC LIMIT @most;

-- name: CannedAnswers :many
SELECT * FROM chat_canned ORDER BY code LIMIT @most;

-- name: SetCanned :exec
INSERT INTO chat_canned (code, title, th, lo, en, keys, changed_at, changed_by)
VALUES (@code, @title, @th, @lo, @en, @keys, @changed_at, @changed_by)
ON CONFLICT (code) DO UPDATE SET title = excluded.title, th = excluded.th, lo = excluded.lo, en = excluded.en,
    keys = excluded.keys, changed_at = excluded.changed_at, changed_by = excluded.changed_by;

-- name: CountOtherCanned :one
SELECT COUNT(*) FROM chat_canned WHERE code <> @code;

-- name: DeleteCanned :execrows
DELETE FROM chat_canned WHERE code = @code;
