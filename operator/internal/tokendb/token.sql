-- name: AddToken :exec
INSERT INTO operator_token (id, hash, system, role, scopes, addresses, made_by, second, made_at, ends_at, seen_at, ended_at, ended_by)
VALUES (@id, @hash, @system, @role, @scopes, @addresses, @made_by, @second, @made_at, @ends_at, 0, 0, '');

-- name: Tokens :many
SELECT * FROM operator_token ORDER BY made_at DESC, id DESC;

-- name: TokensOf :many
-- The IDs of all tokens that a system has had.
SELECT id FROM operator_token WHERE system = @system ORDER BY id;

-- name: Token :one
SELECT * FROM operator_token WHERE id = @id;

-- name: LockToken :one
UPDATE operator_token SET role = role WHERE id = @id RETURNING *;

-- name: TokenBySecret :one
SELECT * FROM operator_token WHERE hash = @hash;

-- name: SeenToken :exec
UPDATE operator_token SET seen_at = @seen_at WHERE id = @id;

-- name: EndToken :execrows
UPDATE operator_token SET ended_at = @ended_at, ended_by = @ended_by WHERE id = @id AND ended_at = 0;

-- name: EndAllTokens :exec
UPDATE operator_token SET ended_at = @ended_at, ended_by = @ended_by WHERE ended_at = 0;
