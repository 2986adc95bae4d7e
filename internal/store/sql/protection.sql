-- name: Limits :many
SELECT * FROM member_limit WHERE member = @member ORDER BY kind, period;

-- name: LockLimit :one
UPDATE member_limit SET since = since WHERE member = @member AND kind = @kind AND period = @period RETURNING *;

-- name: SetLimit :exec
INSERT INTO member_limit (member, kind, period, amount, since, next_amount, next_from)
VALUES (@member, @kind, @period, @amount, @since, 0, 0)
ON CONFLICT (member, kind, period) DO UPDATE
SET amount = excluded.amount, since = excluded.since, next_amount = 0, next_from = 0;

-- name: TightenLimit :execrows
INSERT INTO member_limit (member, kind, period, amount, since, next_amount, next_from)
VALUES (@member, @kind, @period, @amount, @since, 0, 0)
ON CONFLICT (member, kind, period) DO UPDATE
SET amount = excluded.amount, since = excluded.since, next_amount = 0, next_from = 0
WHERE excluded.amount <= member_limit.amount;

-- name: LoosenLimit :exec
UPDATE member_limit SET next_amount = @next_amount, next_from = @next_from
WHERE member = @member AND kind = @kind AND period = @period;

-- name: DropLimit :exec
DELETE FROM member_limit WHERE member = @member AND kind = @kind AND period = @period;

-- name: Setting :one
SELECT body FROM protection_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO protection_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;
