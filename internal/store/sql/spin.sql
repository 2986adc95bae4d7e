-- name: LockMember :one
INSERT INTO coin_member (member, changes, rest, played, owed) VALUES (@member, 1, 0, 0, 0)
ON CONFLICT (member) DO UPDATE SET changes = coin_member.changes + 1
RETURNING *;

-- name: SetMember :exec
UPDATE coin_member SET rest = @rest, played = @played, owed = @owed WHERE member = @member;

-- name: AddGrant :execrows
INSERT INTO coin_grant (id, member, source, reference, coins, pending, usable, spent, cancelled, taken, worth, granted_at, expires_at, undone_at)
VALUES (@id, @member, @source, @reference, @coins, @pending, @usable, @spent, 0, 0, @worth, @granted_at, @expires_at, 0)
ON CONFLICT (source, reference) DO NOTHING;

-- name: GrantOf :one
SELECT * FROM coin_grant WHERE source = @source AND reference = @reference;

-- name: CountGrants :one
SELECT COUNT(*) FROM coin_grant WHERE member = @member AND source = @source;

-- name: GrantedSince :one
SELECT CAST(COALESCE(SUM(coins), 0) AS BIGINT) FROM coin_grant
WHERE member = @member AND source = @source AND granted_at >= @since AND undone_at = 0;

-- name: LiveGrants :many
SELECT * FROM coin_grant WHERE member = @member AND pending + usable > 0 AND expires_at > @now
ORDER BY granted_at, id;

-- name: SetGrant :exec
UPDATE coin_grant SET pending = @pending, usable = @usable, spent = @spent, cancelled = @cancelled, taken = @taken, undone_at = @undone_at
WHERE id = @id;

-- name: Balance :one
SELECT CAST(COALESCE(SUM(usable), 0) AS BIGINT) AS usable, CAST(COALESCE(SUM(pending), 0) AS BIGINT) AS pending
FROM coin_grant WHERE member = @member AND pending + usable > 0 AND expires_at > @now;

-- name: Setting :one
SELECT body FROM coin_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO coin_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;
