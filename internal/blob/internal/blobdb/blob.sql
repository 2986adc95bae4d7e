-- name: AddBlob :exec
INSERT INTO blob (id, size, sealed, created_at, expires_at, place, address, key_sealed)
VALUES (@id, @size, @sealed, @created_at, @expires_at, @place, @address, @key_sealed);

-- name: Blob :one
SELECT sealed, place, address, key_sealed FROM blob WHERE id = @id AND expires_at > @now;

-- name: HasBlob :one
SELECT size FROM blob WHERE id = @id AND expires_at > @now;

-- name: DropBlob :exec
DELETE FROM blob WHERE id = @id;

-- name: SweepBlobs :execrows
DELETE FROM blob WHERE id IN (SELECT b.id FROM blob b WHERE b.expires_at <= @now ORDER BY b.expires_at LIMIT @most);

-- name: BlobsElsewhere :many
SELECT id FROM blob WHERE place <> @place AND id > @after AND expires_at > @now ORDER BY id LIMIT @most;

-- name: MoveBlob :exec
UPDATE blob SET sealed = @sealed, place = @place, address = @address, key_sealed = @key_sealed
WHERE id = @id AND place = @from_place AND address = @from_address;

-- name: BlobsOutside :many
SELECT id, place, address FROM blob WHERE place <> '' AND id > @after AND expires_at > @now ORDER BY id LIMIT @most;

-- name: BlobsPerPlace :many
SELECT place, COUNT(*) AS files FROM blob WHERE expires_at > @now GROUP BY place ORDER BY place;

-- name: NamedAddresses :many
SELECT address FROM blob WHERE place = @place AND place <> '' AND address >= @first AND address <= @last;

-- name: Epochs :many
SELECT code FROM epoch ORDER BY first_transfer, code;
