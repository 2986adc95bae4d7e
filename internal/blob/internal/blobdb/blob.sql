-- name: AddBlob :exec
INSERT INTO blob (id, size, sealed, created_at, expires_at) VALUES (@id, @size, @sealed, @created_at, @expires_at);

-- name: Blob :one
SELECT sealed FROM blob WHERE id = @id AND expires_at > @now;

-- name: HasBlob :one
SELECT size FROM blob WHERE id = @id AND expires_at > @now;

-- name: DropBlob :exec
DELETE FROM blob WHERE id = @id;

-- name: SweepBlobs :execrows
DELETE FROM blob WHERE id IN (SELECT b.id FROM blob b WHERE b.expires_at <= @now ORDER BY b.expires_at LIMIT @most);
