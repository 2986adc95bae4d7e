-- name: Home :many
-- All that the home screen shows of a member, at one instant: a row for each open game account, or one row without. The version
-- says what was read of the content before.
SELECT
    CAST(COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0) AS BIGINT) AS content,
    CAST(COALESCE(m.username, '') AS TEXT) AS username, CAST(COALESCE(m.name, '') AS TEXT) AS name,
    CAST(COALESCE(m.created_at, 0) AS BIGINT) AS joined,
    CAST(COALESCE(m.bank_code, '') AS TEXT) AS bank_code, CAST(COALESCE(m.bank_account_name, '') AS TEXT) AS bank_account_name,
    CAST(COALESCE(m.bank_account_no, '') AS TEXT) AS bank_account_no, CAST(COALESCE(m.currency, '') AS TEXT) AS currency,
    CAST(COALESCE(w.credits_posted - w.debits_posted, 0) AS BIGINT) AS posted,
    CAST(COALESCE(w.debits_pending, 0) AS BIGINT) AS reserved,
    CAST(COALESCE(h.credits_posted - h.debits_posted, 0) AS BIGINT) AS held,
    CAST(COALESCE(i.credits_posted - i.debits_posted, 0) AS BIGINT) AS invite,
    CAST(COALESCE(o.debits_posted - o.credits_posted, 0) AS BIGINT) AS owed,
    CAST(COALESCE(r.at, 0) AS BIGINT) AS refreshed,
    CAST(coin.usable AS BIGINT) AS usable, CAST(coin.pending AS BIGINT) AS pending, CAST(coin.expire AS BIGINT) AS expire,
    CAST(COALESCE(g.provider, '') AS TEXT) AS provider, CAST(COALESCE(g.username, '') AS TEXT) AS game_name,
    CAST(COALESCE(g.factor, '') AS TEXT) AS factor, CAST(COALESCE(g.residue, 0) AS BIGINT) AS residue,
    CAST(COALESCE(g.read_at, 0) AS BIGINT) AS game_read, CAST(COALESCE(a.credits_posted - a.debits_posted, 0) AS BIGINT) AS memo
FROM (
        SELECT COALESCE(SUM(c.usable), 0) AS usable, COALESCE(SUM(c.pending), 0) AS pending,
            COALESCE(MIN(c.expires_at), 0) AS expire
        FROM coin_grant c
        WHERE c.member = @member AND c.pending + c.usable > 0 AND c.expires_at > @now
    ) AS coin
    LEFT JOIN member m ON m.id = @member
    LEFT JOIN account w ON w.name = @wallet
    LEFT JOIN account h ON h.name = @held
    LEFT JOIN account i ON i.name = @invite
    LEFT JOIN account o ON o.name = @owed
    LEFT JOIN game_refresh r ON r.member = @member
    LEFT JOIN game_account g ON g.member = @member AND g.state = 'active'
    LEFT JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
ORDER BY g.provider;
