-- name: PersonalConversation :many
SELECT language, created_at, last_at FROM chat_conversation WHERE owner = $1;

-- name: PersonalMessages :many
SELECT number, sender, type, payload, created_at, number AS page_at FROM chat_message
WHERE owner = @owner AND number < @number ORDER BY number DESC LIMIT @most;

-- name: PersonalMedia :many
SELECT id, kind, type, size, created_at, created_at AS page_at, id AS page_key FROM chat_media
WHERE holder = @member AND holder <> '' AND created_at <= @at AND (created_at < @at OR id < @key)
ORDER BY created_at DESC, id DESC LIMIT @most;

-- name: EraseMedia :many
DELETE FROM chat_media WHERE holder = $1 AND holder <> '' RETURNING parts;

-- name: EraseMessages :exec
DELETE FROM chat_message WHERE owner = $1;

-- name: EraseConversation :exec
DELETE FROM chat_conversation WHERE owner = $1;
