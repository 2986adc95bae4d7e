-- name: LastChange :one
SELECT * FROM content_change WHERE section = @section ORDER BY version DESC LIMIT 1;

-- name: AddChange :exec
INSERT INTO content_change (section, version, body, at, proposed_by, approved_by, reason, proposal)
VALUES (@section, @version, @body, @at, @proposed_by, @approved_by, @reason, @proposal);

-- name: LatestChanges :many
-- The last version of each section. There are some twenty sections.
SELECT c.* FROM content_change c
WHERE c.version = (SELECT MAX(l.version) FROM content_change l WHERE l.section = c.section) ORDER BY c.section;

-- name: ChangesBefore :many
SELECT * FROM content_change WHERE section = @section AND (CAST(@before AS BIGINT) = 0 OR version < CAST(@before AS BIGINT))
ORDER BY version DESC LIMIT @most;

-- name: Change :one
SELECT * FROM content_change WHERE section = @section AND version = @version;

-- name: ChangeAt :one
-- A section's later versions are not before its earlier ones.
SELECT * FROM content_change WHERE section = @section AND at <= @at ORDER BY version DESC LIMIT 1;
