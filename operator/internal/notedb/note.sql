-- name: AddNote :exec
INSERT INTO member_note (id, member, operator, text, pinned, created_at)
VALUES (@id, @member, @operator, @text, @pinned, @created_at);

-- name: NotesOf :many
SELECT * FROM member_note WHERE member = @member AND (pinned < @pinned OR (pinned = @pinned
AND (created_at < @at OR (created_at = @at AND id < @id)))) ORDER BY pinned DESC, created_at DESC, id DESC LIMIT @most;

-- name: DeleteNote :execrows
DELETE FROM member_note WHERE id = @id AND member = @member AND operator = @operator AND created_at > @since;
