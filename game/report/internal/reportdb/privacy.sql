-- name: PersonalPlay :many
-- Of one time, by a text that is one row's: the version tells those of a round apart.
SELECT provider, round, kind, count, turnover, net, bet_at, settled_at, bet_at AS page_at,
    CAST(provider || ' ' || round || ' ' || CAST(version AS TEXT) AS TEXT) AS page_key FROM game_play
WHERE member = @member AND bet_at <= @at AND (bet_at < @at OR provider || ' ' || round || ' ' || CAST(version AS TEXT) < @key)
ORDER BY bet_at DESC, provider || ' ' || round || ' ' || CAST(version AS TEXT) DESC LIMIT @most;
