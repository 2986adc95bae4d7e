-- name: PersonalConversation :many
SELECT language, created_at, last_at FROM chat_conversation WHERE owner = $1;

-- name: PersonalMessages :many
SELECT number, sender, type, payload, created_at FROM chat_message WHERE owner = $1 ORDER BY number DESC LIMIT $2;

-- name: PersonalMedia :many
SELECT id, kind, type, size, created_at FROM chat_media WHERE holder = $1 AND holder <> '' ORDER BY created_at DESC LIMIT $2;

-- name: EraseMedia :many
DELETE FROM chat_media WHERE holder = $1 AND holder <> '' RETURNING parts;

-- name: EraseMessages :exec
DELETE FROM chat_message WHERE owner = $1;

-- name: EraseConversation :exec
DELETE FROM chat_conversation WHERE owner = $1;
