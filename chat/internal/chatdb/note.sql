-- name: AddNote :exec
INSERT INTO chat_note (id, owner, operator, client_id, text, created_at) VALUES (@id, @owner, @operator, @client_id, @text, @created_at);

-- name: NoteByClientID :one
SELECT * FROM chat_note WHERE owner = @owner AND operator = @operator AND client_id = @client_id;

-- name: NotesOf :many
SELECT * FROM chat_note WHERE owner = @owner ORDER BY created_at DESC, id DESC LIMIT @most;

-- name: SweepNotes :execrows
DELETE FROM chat_note WHERE id IN (SELECT n.id FROM chat_note n WHERE n.created_at < @before ORDER BY n.created_at LIMIT @most);

-- name: EraseNotes :exec
DELETE FROM chat_note WHERE owner = @owner;
