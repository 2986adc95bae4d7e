-- Sums of the ledger by the hour (ledger/tally). An hour and a day are the microseconds of their beginning.

-- name: SealsToTally :many
SELECT m.seal AS mark, m.at AS marked_at, s.number, s.batches, s.sealed_at
FROM tally_mark m JOIN seal s ON s.number > m.seal WHERE m.id = 1 ORDER BY s.number LIMIT 1000;

-- name: MoveTallyMark :execrows
UPDATE tally_mark SET seal = sqlc.arg(seal), at = sqlc.arg(at) WHERE id = 1 AND seal = sqlc.arg(was);

-- name: TallyOfSeals :many
SELECT CAST(b.created_at / 3600000000 * 3600000000 AS BIGINT) AS hour, c.class, t.kind,
    CAST(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END) AS BIGINT) AS amount, COUNT(*) AS count
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.seal > sqlc.arg(after) AND b.seal <= sqlc.arg(upto) AND e.posted <> 0
GROUP BY 1, 2, 3;

-- name: NewlyActive :many
-- Members whose wallet or game moved on a day, and who are not known for it, each with the hour in which that began.
SELECT CAST((b.created_at + 25200000000) / 86400000000 * 86400000000 - 25200000000 AS BIGINT) AS day, t.member,
    CAST(MIN(b.created_at) / 3600000000 * 3600000000 AS BIGINT) AS hour
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.seal > sqlc.arg(after) AND b.seal <= sqlc.arg(upto) AND e.posted <> 0 AND t.member <> ''
    AND (c.class = 'member:wallet' OR substr(c.class, 1, 5) = 'game:')
    AND NOT EXISTS (SELECT 1 FROM tally_member k WHERE k.member = t.member
        AND k.day = (b.created_at + 25200000000) / 86400000000 * 86400000000 - 25200000000)
GROUP BY 1, 2;

-- name: AddTallyHour :exec
INSERT INTO tally_hour (hour, account, kind, amount, count) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (hour, account, kind) DO UPDATE SET amount = tally_hour.amount + excluded.amount, count = tally_hour.count + excluded.count;

-- name: AddTallyTotal :exec
INSERT INTO tally_total (account, kind, amount, count) VALUES ($1, $2, $3, $4)
ON CONFLICT (account, kind) DO UPDATE SET amount = tally_total.amount + excluded.amount, count = tally_total.count + excluded.count;

-- name: AddTallyMember :exec
INSERT INTO tally_member (day, member) VALUES ($1, $2);

-- name: DropTallyMembers :exec
DELETE FROM tally_member WHERE day < $1;

-- name: TallyStanding :one
-- The mark, the time of the oldest seal that is not added, 0 where there is none, and whether a batch waits for a seal.
SELECT m.seal, m.at,
    CAST(COALESCE((SELECT s.sealed_at FROM seal s WHERE s.number > m.seal ORDER BY s.number LIMIT 1), 0) AS BIGINT) AS waiting,
    CAST((SELECT COUNT(*) FROM (SELECT b.id FROM batch b WHERE b.seal IS NULL LIMIT 1) AS u) AS BIGINT) AS unsealed
FROM tally_mark m WHERE m.id = 1;

-- name: TallyHours :many
SELECT hour, account, kind, amount, count FROM tally_hour
WHERE hour >= sqlc.arg(first) AND hour < sqlc.arg(upto) ORDER BY hour, account, kind;

-- name: TallyHoursOf :many
SELECT hour, account, kind, amount, count FROM tally_hour
WHERE account = sqlc.arg(account) AND hour >= sqlc.arg(first) AND hour < sqlc.arg(upto) ORDER BY hour, kind;

-- name: TallyTotals :many
SELECT t.account, t.kind, t.amount, t.count, m.seal, m.at FROM tally_mark m JOIN tally_total t ON m.id = 1
ORDER BY t.account, t.kind;

-- name: TalliesOff :many
-- Totals that are not the sums of their hours.
SELECT x.account, x.kind, CAST(SUM(x.amount) AS BIGINT) AS amount, CAST(SUM(x.count) AS BIGINT) AS count FROM (
    SELECT account, kind, amount, count FROM tally_total
    UNION ALL SELECT account, kind, -amount, -count FROM tally_hour) x
GROUP BY x.account, x.kind HAVING SUM(x.amount) <> 0 OR SUM(x.count) <> 0 ORDER BY x.account, x.kind;

-- name: TallyAgainstBalance :one
-- What a class of accounts has by its balances at the mark, less what it has by its totals. Another time, where too many seals are not
-- added: what came after the mark is summed up here.
SELECT CAST(CASE WHEN (SELECT COALESCE(MAX(s.number), 0) FROM seal s) - m.seal > 60 THEN 0 ELSE
    (SELECT COALESCE(SUM(a.credits_posted - a.debits_posted), 0) FROM account a
        WHERE a.name = sqlc.arg(class) OR a.name LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')
    - (SELECT COALESCE(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END), 0)
        FROM batch b JOIN entry e ON e.batch = b.id JOIN tally_account c ON c.number = e.account
        WHERE (b.seal IS NULL OR b.seal > m.seal) AND c.class = sqlc.arg(class))
    - (SELECT COALESCE(SUM(t.amount), 0) FROM tally_total t WHERE t.account = sqlc.arg(class)) END AS BIGINT) AS off
FROM tally_mark m WHERE m.id = 1;

-- name: TallyAgainstAccount :one
-- TallyAgainstBalance for a class that is one account.
SELECT CAST(CASE WHEN (SELECT COALESCE(MAX(s.number), 0) FROM seal s) - m.seal > 60 THEN 0 ELSE
    (SELECT COALESCE(SUM(a.credits_posted - a.debits_posted), 0) FROM account a WHERE a.name = sqlc.arg(name))
    - (SELECT COALESCE(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END), 0)
        FROM batch b JOIN entry e ON e.batch = b.id JOIN account a ON a.number = e.account
        WHERE (b.seal IS NULL OR b.seal > m.seal) AND a.name = sqlc.arg(name))
    - (SELECT COALESCE(SUM(t.amount), 0) FROM tally_total t WHERE t.account = sqlc.arg(name)) END AS BIGINT) AS off
FROM tally_mark m WHERE m.id = 1;

-- name: EndOfBatches :one
SELECT CAST(COALESCE(MAX(n.id), 0) AS BIGINT) AS last, COUNT(*) AS batches
FROM (SELECT b.id FROM batch b WHERE b.id > $1 ORDER BY b.id LIMIT $2) n;

-- name: RecountBatches :many
SELECT CAST(b.created_at / 3600000000 * 3600000000 AS BIGINT) AS hour, c.class, t.kind,
    CAST(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END) AS BIGINT) AS amount, COUNT(*) AS count
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.id > sqlc.arg(after) AND b.id <= sqlc.arg(upto) AND e.posted <> 0
    AND b.seal <= (SELECT m.seal FROM tally_mark m WHERE m.id = 1)
GROUP BY 1, 2, 3;

-- name: RecountHour :many
SELECT c.class, t.kind,
    CAST(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END) AS BIGINT) AS amount, COUNT(*) AS count
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.id >= sqlc.arg(first_id) AND b.id < sqlc.arg(end_id) AND e.posted <> 0
    AND b.created_at >= sqlc.arg(begins) AND b.created_at < sqlc.arg(ends) AND b.seal <= sqlc.arg(seal)
GROUP BY 1, 2;

-- name: HoursAtMark :many
-- The hours of a span, with the mark up to which they are added. Without one, a row with the mark alone.
SELECT m.seal, CAST(COALESCE(h.hour, 0) AS BIGINT) AS hour, COALESCE(h.account, '') AS account, COALESCE(h.kind, '') AS kind,
    CAST(COALESCE(h.amount, 0) AS BIGINT) AS amount, CAST(COALESCE(h.count, 0) AS BIGINT) AS count
FROM tally_mark m LEFT JOIN tally_hour h ON h.hour > sqlc.arg(after) AND h.hour <= sqlc.arg(upto)
WHERE m.id = 1;

-- name: ActiveOn :many
SELECT DISTINCT t.member
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.id >= sqlc.arg(first_id) AND b.id < sqlc.arg(end_id) AND b.created_at >= sqlc.arg(begins) AND b.created_at < sqlc.arg(ends)
    AND b.seal >= 1 AND b.seal <= sqlc.arg(seal) AND e.posted <> 0 AND t.member <> ''
    AND (c.class = 'member:wallet' OR substr(c.class, 1, 5) = 'game:')
ORDER BY t.member;

-- name: TalliedMembers :many
SELECT member FROM tally_member WHERE day = $1 ORDER BY member;

-- name: TalliedDays :many
SELECT DISTINCT day FROM tally_member ORDER BY day;

-- name: SealTime :one
SELECT sealed_at FROM seal WHERE number = $1;

-- name: TalliedHours :many
SELECT DISTINCT hour FROM tally_hour ORDER BY hour;

-- name: TallyDaysSince :many
-- What was posted on each day of Bangkok since an hour.
SELECT CAST((hour + 25200000000) / 86400000000 * 86400000000 - 25200000000 AS BIGINT) AS day, account, kind,
    CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(count) AS BIGINT) AS count
FROM tally_hour WHERE hour >= $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
