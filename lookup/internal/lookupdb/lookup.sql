-- name: CurrentVersions :many
SELECT section, version FROM content WHERE valid_to = 0 ORDER BY section;

-- name: CurrentContent :many
SELECT section, version, body FROM content WHERE valid_to = 0 ORDER BY section;

-- name: CurrentSection :one
SELECT version, body FROM content WHERE section = $1 AND valid_to = 0;

-- name: CloseSection :exec
UPDATE content SET valid_to = $1 WHERE section = $2 AND valid_to = 0;

-- name: InsertSection :exec
INSERT INTO content (section, version, body, valid_from, valid_to) VALUES ($1, $2, $3, $4, 0);
