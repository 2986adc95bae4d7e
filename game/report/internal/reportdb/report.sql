-- name: Report :one
SELECT * FROM game_report WHERE source = $1;

-- name: Reports :many
SELECT * FROM game_report ORDER BY source;

-- name: AddReport :exec
INSERT INTO game_report (source, cursor, read_at, reported_to, failing_since, reason, rows, turn)
VALUES ($1, '', 0, 0, 0, '', 0, 0)
ON CONFLICT DO NOTHING;

-- name: AdvanceReport :execrows
-- No row: another node stored a page of this source meanwhile.
UPDATE game_report
SET cursor = sqlc.arg(cursor), read_at = sqlc.arg(read_at), reported_to = sqlc.arg(reported_to),
    failing_since = sqlc.arg(failing_since), reason = sqlc.arg(reason), turn = turn + 1,
    missed_from = sqlc.arg(missed_from), missed_to = sqlc.arg(missed_to)
WHERE source = sqlc.arg(source) AND turn = sqlc.arg(turn);

-- name: CountReported :exec
UPDATE game_report SET rows = rows + sqlc.arg(fresh) WHERE source = sqlc.arg(source);

-- name: FailReport :execrows
-- No row: it failed for the same reason before.
UPDATE game_report
SET failing_since = CASE WHEN failing_since = 0 THEN sqlc.arg(now) ELSE failing_since END, reason = sqlc.arg(reason)
WHERE source = sqlc.arg(source) AND (failing_since = 0 OR reason <> sqlc.arg(reason));

-- name: PlayHead :one
SELECT * FROM game_play_head WHERE provider = $1 AND round = $2;

-- name: MostTurnover :one
-- The highest turnover in any version of a round; 0: no version added anything.
SELECT CAST(COALESCE(MAX(total_turnover), 0) AS BIGINT) AS most FROM game_play WHERE provider = $1 AND round = $2;

-- name: AddPlayHead :execrows
INSERT INTO game_play_head (provider, round, version, total_turnover, total_net, count)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING;

-- name: MovePlayHead :execrows
UPDATE game_play_head
SET version = $3, total_turnover = $4, total_net = $5, count = $6
WHERE provider = $1 AND round = $2 AND version = sqlc.arg(before);

-- name: AddPlay :exec
INSERT INTO game_play (provider, round, version, username, member, bet_at, settled_at, seen_at, count, turnover, net,
                       total_turnover, total_net, kind, since, tallied)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, TRUE);

-- name: PlayedBy :many
SELECT p.provider, p.kind, p.bet_at, p.settled_at, p.count, p.turnover, p.net, a.factor
FROM game_play p JOIN game_account a ON a.provider = p.provider AND a.username = p.username
WHERE p.member = sqlc.arg(member) AND p.bet_at >= sqlc.arg(since) AND p.bet_at < sqlc.arg(until)
ORDER BY p.bet_at, p.provider, p.round, p.version;

-- name: PlayBetween :one
-- The sum of rounds, as they were first listed, between two moments; and how many may be on either side of one.
SELECT
    CAST(COALESCE(SUM(CASE WHEN p.settled_at > @since AND p.settled_at <= @until THEN p.net ELSE 0 END), 0) AS BIGINT) AS net,
    CAST(COALESCE(SUM(CASE WHEN p.bet_at <= @since_to AND p.settled_at >= @since_from THEN 1 ELSE 0 END), 0) AS BIGINT) AS at_since,
    CAST(COALESCE(SUM(CASE WHEN p.bet_at <= @until_to AND p.settled_at >= @until_from THEN 1 ELSE 0 END), 0) AS BIGINT) AS at_until
FROM game_play p
WHERE p.provider = @provider AND p.username = @username AND p.seen_at >= @since_from
  AND NOT EXISTS (SELECT 1 FROM game_play e WHERE e.provider = p.provider AND e.round = p.round AND e.version < p.version);

-- name: PlayCorrected :many
-- The changes of corrections that were listed since a moment, and when the version before was.
SELECT p.net, p.seen_at, CAST((
    SELECT MAX(e.seen_at) FROM game_play e WHERE e.provider = p.provider AND e.round = p.round AND e.version < p.version
) AS BIGINT) AS before_at
FROM game_play p
WHERE p.provider = @provider AND p.username = @username AND p.seen_at >= @since
  AND EXISTS (SELECT 1 FROM game_play e WHERE e.provider = p.provider AND e.round = p.round AND e.version < p.version)
ORDER BY p.seen_at, p.round, p.version;

-- name: PlayGrew :one
-- How many readings of an account's counters reported play that may lie between two moments.
SELECT COUNT(*) FROM game_play p
WHERE p.provider = @provider AND p.username = @username AND p.kind = 'counter' AND p.seen_at >= @since AND p.since <= @until;

-- name: Turnover :many
-- A member's turnover at a provider: rounds with bets within a span, both ends included, and counters that grew within it
-- after the provider's lag. Kinds are separate, because the lag only applies to counters.
SELECT p.provider, p.kind, a.factor, CAST(COALESCE(SUM(p.turnover), 0) AS BIGINT) AS turnover
FROM game_play p JOIN game_account a ON a.provider = p.provider AND a.username = p.username
WHERE p.member = @member AND p.bet_at <= @until AND p.provider = @provider
  AND (p.kind = 'round' AND p.bet_at >= @since OR p.kind = 'counter' AND p.since >= @counters_since)
GROUP BY p.provider, p.kind, a.factor
ORDER BY p.provider, p.kind, a.factor;

-- name: AddTurnover :exec
INSERT INTO game_turnover (day, provider, amount) VALUES ($1, $2, $3)
ON CONFLICT (day, provider) DO UPDATE SET amount = game_turnover.amount + excluded.amount;

-- name: TurnoverDays :many
SELECT day, provider, amount FROM game_turnover WHERE day >= sqlc.arg(since) AND day < sqlc.arg(until)
ORDER BY day, provider;

-- name: Untallied :one
-- Whether rows wait to be added to the turnover of their days.
SELECT EXISTS (SELECT 1 FROM game_play WHERE NOT tallied) AS waits;

-- name: TakeUntallied :many
-- Takes rows that are in no day's turnover yet: each once, whoever else takes some.
UPDATE game_play SET tallied = TRUE
WHERE NOT tallied AND (provider, round, version) IN (
    SELECT t.provider, t.round, t.version FROM game_play t WHERE NOT t.tallied
    ORDER BY t.provider, t.round, t.version LIMIT sqlc.arg(most)
)
RETURNING provider, username, bet_at, turnover, total_turnover;

-- name: FactorOf :one
SELECT factor FROM game_account WHERE provider = $1 AND username = $2;
