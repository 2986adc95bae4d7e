-- name: Limits :many
-- The member's own limits, and those that operators set for it: one round trip for both.
SELECT kind, period, amount, next_amount, next_from, FALSE AS house FROM member_limit WHERE member_limit.member = @member
UNION ALL
SELECT kind, period, amount, CAST(0 AS BIGINT), CAST(0 AS BIGINT), TRUE FROM house_limit WHERE house_limit.member = @member
ORDER BY kind, period;

-- name: DepositBounds :one
-- LossBounds for deposits.
SELECT CAST(COALESCE((SELECT body FROM protection_setting WHERE id = 1), '') AS TEXT) AS setting,
    CAST((EXISTS (SELECT 1 FROM member_limit WHERE member_limit.member = @member AND kind = 'deposit')
    OR EXISTS (SELECT 1 FROM house_limit WHERE house_limit.member = @member AND kind = 'deposit')) AS BOOLEAN) AS own;

-- name: LossBounds :one
-- The setting, and whether a limit is for this member alone: one round trip for most members, who have none.
SELECT CAST(COALESCE((SELECT body FROM protection_setting WHERE id = 1), '') AS TEXT) AS setting,
    CAST((EXISTS (SELECT 1 FROM member_limit WHERE member_limit.member = @member AND kind = 'loss')
    OR EXISTS (SELECT 1 FROM house_limit WHERE house_limit.member = @member AND kind = 'loss')) AS BOOLEAN) AS own;

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

-- name: HouseLimit :one
SELECT amount FROM house_limit WHERE member = @member AND kind = @kind AND period = @period;

-- name: SetHouseLimit :exec
INSERT INTO house_limit (member, kind, period, amount, set_by, set_at)
VALUES (@member, @kind, @period, @amount, @set_by, @set_at)
ON CONFLICT (member, kind, period) DO UPDATE
SET amount = excluded.amount, set_by = excluded.set_by, set_at = excluded.set_at;

-- name: DropHouseLimit :exec
DELETE FROM house_limit WHERE member = @member AND kind = @kind AND period = @period;

-- name: Setting :one
SELECT body FROM protection_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO protection_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: ShutMember :exec
INSERT INTO member_shut (member, since, due_at, tries, kicked, home_at, closing, away_since) VALUES (@member, @since, @since, 0, 0, 0, 0, @since)
ON CONFLICT (member) DO UPDATE SET due_at = excluded.due_at, tries = 0, kicked = 0, home_at = 0,
    away_since = CASE WHEN member_shut.home_at = 0 THEN member_shut.away_since ELSE excluded.away_since END;

-- name: ShutRow :one
SELECT * FROM member_shut WHERE member = @member;

-- name: CountAway :one
-- Counts the members who may have money in games. since is when that began for the first of them; 0 if there is none, or it is
-- not known.
SELECT COUNT(*) AS members, CAST(COALESCE(MIN(NULLIF(away_since, 0)), 0) AS BIGINT) AS since FROM member_shut WHERE home_at = 0;

-- name: WakeShut :exec
UPDATE member_shut SET due_at = @due_at WHERE member = @member;

-- name: DueShut :many
SELECT * FROM member_shut WHERE due_at <= @due_at ORDER BY due_at LIMIT @most;

-- name: TakeShut :execrows
UPDATE member_shut SET due_at = @lease WHERE member = @member AND due_at = @due_at;

-- name: NoteShut :execrows
UPDATE member_shut SET due_at = @due_at, tries = @tries, kicked = @kicked, home_at = @home_at, away_since = @away_since
WHERE member = @member AND due_at = @lease;

-- name: CloseShut :exec
UPDATE member_shut SET closing = @closing, due_at = @closing, home_at = 0,
    away_since = CASE WHEN home_at = 0 THEN away_since ELSE @closing END
WHERE member = @member AND closing = 0;

-- name: PaidOut :exec
UPDATE member_shut SET closing = 0 WHERE member = @member AND closing = @closing;

-- name: OpenMember :execrows
DELETE FROM member_shut WHERE member = @member;

-- name: AddEvent :exec
INSERT INTO protection_event (id, member, kind, until, decided_by, at) VALUES (@id, @member, @kind, @until, @decided_by, @at);

-- name: Events :many
SELECT * FROM protection_event WHERE member = @member ORDER BY at DESC, id LIMIT @most;
