-- name: Start :many
-- What a transfer of a member begins with, at one instant: whether its key was used by a transfer, a refusal or an operation of
-- several legs, and a row for each open game that it names, with the member's active account there and its memo balance; or one row without.
-- The content's version says what was read of the content before.
SELECT
    EXISTS (SELECT 1 FROM transfer t WHERE t.key = @key) AS moved, EXISTS (SELECT 1 FROM refusal f WHERE f.key = @key) AS refused,
    EXISTS (SELECT 1 FROM movement m WHERE m.operation = @key) AS planned,
    CAST(COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0) AS BIGINT) AS content,
    CAST(COALESCE(g.code, '') AS TEXT) AS code, CAST(COALESCE(a.id, '') AS TEXT) AS id,
    CAST(COALESCE(a.provider, '') AS TEXT) AS provider, CAST(COALESCE(a.username, '') AS TEXT) AS username,
    CAST(COALESCE(a.factor, '') AS TEXT) AS factor, CAST(COALESCE(a.residue, 0) AS BIGINT) AS residue,
    CAST(COALESCE(a.outstanding, 0) AS BIGINT) AS outstanding, CAST(COALESCE(a.result, 0) AS BIGINT) AS result,
    CAST(COALESCE(a.created_at, 0) AS BIGINT) AS opened, CAST(COALESCE(a.active_at, 0) AS BIGINT) AS used,
    CAST(COALESCE(a.read_at, 0) AS BIGINT) AS read, CAST(COALESCE(a.changed_at, 0) AS BIGINT) AS changed,
    CAST(COALESCE(a.fell_at, 0) AS BIGINT) AS fell, CAST(COALESCE(a.launched_at, 0) AS BIGINT) AS launched,
    CAST(COALESCE(b.credits_posted - b.debits_posted, 0) AS BIGINT) AS posted,
    CAST(COALESCE(b.debits_pending, 0) AS BIGINT) AS reserved, CAST(COALESCE(b.credits_pending, 0) AS BIGINT) AS incoming,
    CAST(COALESCE(b.version, 0) AS BIGINT) AS version
FROM (SELECT 1 AS one) AS always
    LEFT JOIN game g ON g.code IN (@source, @target) AND g.state <> 'closed'
    LEFT JOIN game_account a ON a.member = @member AND a.provider = g.provider AND a.state = 'active'
    LEFT JOIN account b ON b.name = 'game:' || a.provider || ':' || a.username;
