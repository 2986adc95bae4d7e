-- Members for operators, who registered last first (internal/history). ended is close where the house has closed the account.

-- name: MembersNewest :many
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member m JOIN member_state s ON s.member = m.id
WHERE m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;

-- name: MembersFrom :many
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member m JOIN member_state s ON s.member = m.id
WHERE m.source_code <> '' AND m.source_code = @of AND m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;

-- name: MembersInvited :many
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member m JOIN member_state s ON s.member = m.id
WHERE m.inviter = @of AND m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;

-- name: MembersEnded :many
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member m JOIN member_state s ON s.member = m.id
WHERE NOT m.active AND m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;

-- name: MembersShut :many
-- Those that are shut out are few: SQLite joins in this order, and PostgreSQL reads no index by time.
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member_shut x CROSS JOIN member m JOIN member_state s ON s.member = m.id
WHERE m.id = x.member AND (m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)) IS TRUE
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;

-- name: MembersFlagged :many
-- Those that are marked are few: SQLite joins in this order, and PostgreSQL reads no index by time.
SELECT m.id, m.username, m.name, m.source_code, m.inviter, m.active, m.login_at, m.created_at, s.break_until, s.excluded_until,
    CAST(CASE WHEN m.active THEN '' ELSE COALESCE((SELECT e.kind FROM protection_event e
        WHERE e.member = m.id AND e.kind IN ('close', 'reactivate') ORDER BY e.at DESC, e.id DESC LIMIT 1), '') END AS TEXT) AS ended
FROM member_flag f CROSS JOIN member m JOIN member_state s ON s.member = m.id
WHERE m.id = f.member AND f.code = @of AND (m.created_at >= @since AND m.created_at <= @at AND (m.created_at < @at OR m.id < @before)) IS TRUE
ORDER BY m.created_at DESC, m.id DESC LIMIT @most;
