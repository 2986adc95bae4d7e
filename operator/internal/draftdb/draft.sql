-- name: Drafts :many
SELECT * FROM content_draft ORDER BY section, operator;

-- name: Draft :one
SELECT * FROM content_draft WHERE id = @id;

-- name: AddDraft :exec
INSERT INTO content_draft (id, section, operator, base, version, body, typed, note, revision, proposal, began_at, changed_at)
VALUES (@id, @section, @operator, @base, @version, @body, @typed, @note, 1, '', @began_at, @began_at);

-- name: ChangeDraft :execrows
UPDATE content_draft SET base = @base, version = @version, body = @body, typed = @typed, note = @note, revision = revision + 1,
proposal = '', changed_at = @changed_at WHERE id = @id AND revision = @revision;

-- name: DraftProposed :exec
UPDATE content_draft SET proposal = @proposal WHERE id = @id AND revision = @revision;

-- name: DeleteDraft :execrows
DELETE FROM content_draft WHERE id = @id;

-- name: DeleteRevision :exec
DELETE FROM content_draft WHERE id = @id AND revision = @revision;
