-- name: CredentialByPhone :one
SELECT id, phone, password_hash, password_sealed, password_version, active FROM member WHERE phone = $1;

-- name: CredentialByID :one
SELECT id, phone, password_hash, password_sealed, password_version, active FROM member WHERE id = $1;

-- name: Rehash :exec
UPDATE member SET password_hash = @password_hash, password_sealed = @password_sealed
WHERE id = @id AND password_hash = @former_hash AND password_sealed = @former_sealed;

-- name: SetPassword :one
UPDATE member SET password_hash = @password_hash, password_sealed = @password_sealed,
    password_version = password_version + 1, secured_at = @secured_at
WHERE id = @id AND password_version = @password_version
RETURNING password_version;

-- name: MarkReset :exec
UPDATE member SET reset_at = $1 WHERE id = $2;

-- name: SealingSince :one
-- 0 while nodes may run that can't read sealed passwords.
SELECT begun_at FROM password_sealing WHERE one = 1;

-- name: SeeSealing :one
INSERT INTO password_sealing (one, seen_at, begun_at) VALUES (1, $1, 0)
ON CONFLICT (one) DO UPDATE SET begun_at = password_sealing.begun_at
RETURNING seen_at, begun_at;

-- name: BeginSealing :exec
UPDATE password_sealing SET begun_at = $1 WHERE one = 1 AND begun_at = 0;

-- name: AnyMember :one
SELECT EXISTS (SELECT 1 FROM member);

-- name: PlainPasswords :many
SELECT id, password_hash FROM member WHERE password_hash <> '' ORDER BY id LIMIT $1;

-- name: SealPassword :exec
-- Does nothing where the password was changed in the meantime.
UPDATE member SET password_hash = '', password_sealed = @password_sealed WHERE id = @id AND password_hash = @password_hash;
