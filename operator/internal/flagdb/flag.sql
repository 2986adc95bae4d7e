-- name: FlagsOf :many
SELECT * FROM member_flag WHERE member = @member ORDER BY code;

-- name: Flagged :one
-- It is 0 or 1.
SELECT COUNT(*) FROM member_flag WHERE member = @member AND code = @code;

-- name: SetFlag :execrows
INSERT INTO member_flag (member, code, set_by, set_at, reason) VALUES (@member, @code, @set_by, @set_at, @reason)
ON CONFLICT (member, code) DO NOTHING;

-- name: EndFlag :execrows
DELETE FROM member_flag WHERE member = @member AND code = @code;

-- name: EraseFlags :exec
DELETE FROM member_flag WHERE member = $1;
