-- Rows that have outlived the rule that keeps them (docs/privacy.md). Each counts so many at most, by an index of times.

-- name: DuePictures :one
-- The pictures of slips: each says until when it is kept.
SELECT COUNT(*) FROM (SELECT 1 AS one FROM blob b WHERE b.expires_at <= @now LIMIT @most) AS due;

-- name: DueChats :one
SELECT CAST(
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM chat_message m WHERE m.created_at < @before LIMIT @most) AS due_messages) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM chat_note n WHERE n.created_at < @before LIMIT @most) AS due_notes) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM chat_media f WHERE f.sent_at > 0 AND f.sent_at < @before LIMIT @most) AS due_media)
AS BIGINT) AS due;

-- name: DueSessions :one
SELECT CAST(
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM session s WHERE s.expires_at < @before LIMIT @most) AS due_expired) +
    (SELECT COUNT(*) FROM (
        SELECT 1 AS one FROM session s WHERE s.ended_at > 0 AND s.ended_at < @before AND s.expires_at >= @before LIMIT @most) AS due_ended)
AS BIGINT) AS due;

-- name: DueCodes :one
SELECT COUNT(*) FROM (SELECT 1 AS one FROM otp o WHERE o.created_at < @before LIMIT @most) AS due;

-- name: DueShort :one
SELECT CAST(
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM http_answer h WHERE h.expires_at < @now LIMIT @most) AS due_answers) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM rate_limit r WHERE r.whole_at <= @now LIMIT @most) AS due_limits) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM member_export x WHERE x.ends_at > 0 AND x.ends_at <= @now LIMIT @most) AS due_exports) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM statement_anchor a WHERE a.set_at < @before LIMIT @most) AS due_statements) +
    (SELECT COUNT(*) FROM (SELECT 1 AS one FROM slip_anchor c WHERE c.set_at < @before LIMIT @most) AS due_slips)
AS BIGINT) AS due;

-- name: DueDocuments :one
-- Documents of payments, among the newest rows of each table that are old enough: those of before were emptied by earlier runs.
SELECT CAST(
    (SELECT COUNT(*) FROM (
        SELECT payer_sealed, ended_at, state FROM inflow WHERE seen_at < @before ORDER BY seen_at DESC LIMIT @most) AS old_inflow
     WHERE payer_sealed <> '' AND ended_at < @before AND state NOT IN ('held', 'unmatched')) +
    (SELECT COUNT(*) FROM (
        SELECT reason, ended_at FROM declaration WHERE created_at < @before ORDER BY created_at DESC LIMIT @most) AS old_declaration
     WHERE reason <> '' AND ended_at > 0 AND ended_at < @before) +
    (SELECT COUNT(*) FROM (
        SELECT transfer_sealed, updated_at, state FROM slip WHERE uploaded_at < @before ORDER BY uploaded_at DESC LIMIT @most) AS old_slip
     WHERE transfer_sealed <> '' AND updated_at < @before AND state IN ('credited', 'failed')) +
    (SELECT COUNT(*) FROM (
        SELECT said, ended_at FROM wallet_link WHERE created_at < @before ORDER BY created_at DESC LIMIT @most) AS old_link
     WHERE said <> '' AND ended_at > 0 AND ended_at < @before) +
    (SELECT COUNT(*) FROM (
        SELECT account_sealed, since, check_at, state FROM withdrawal WHERE requested_at < @before ORDER BY requested_at DESC LIMIT @most
     ) AS old_withdrawal
     WHERE account_sealed <> '' AND since < @before AND check_at = 0 AND state IN ('paid', 'returned', 'bounced'))
AS BIGINT) AS due;
