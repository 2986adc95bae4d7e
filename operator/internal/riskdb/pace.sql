-- name: SealsToAdd :many
SELECT m.seal AS mark, s.number, s.batches, s.sealed_at
FROM member_pace_mark m JOIN seal s ON s.number > m.seal WHERE m.id = 1 ORDER BY s.number LIMIT 1000;

-- name: MovePaceMark :execrows
UPDATE member_pace_mark SET seal = sqlc.arg(seal), at = sqlc.arg(at) WHERE id = 1 AND seal = sqlc.arg(was);

-- name: PaceOfSeals :many
-- What wallets took in and gave out, as a balance: credits less debits. What came back of a withdrawal, or was taken back of a
-- deposit, is no time of its own.
SELECT CAST(b.created_at / 3600000000 * 3600000000 AS BIGINT) AS hour, t.member,
    CAST(CASE WHEN t.kind IN ('deposit', 'held_release', 'deposit_reversed') THEN 'deposit'
        WHEN t.kind IN ('withdraw', 'reversal') THEN 'withdrawal' ELSE 'play' END AS TEXT) AS what,
    CAST(SUM(CASE WHEN t.kind IN ('deposit', 'held_release', 'withdraw', 'game_in') THEN 1 ELSE 0 END) AS BIGINT) AS times,
    CAST(SUM(CASE WHEN e.debit THEN -e.posted ELSE e.posted END) AS BIGINT) AS balance
FROM batch b JOIN entry e ON e.batch = b.id JOIN transfer t ON t.id = e.transfer JOIN tally_account c ON c.number = e.account
WHERE b.seal > sqlc.arg(after) AND b.seal <= sqlc.arg(upto) AND e.posted <> 0 AND t.member <> '' AND c.class = 'member:wallet'
    AND t.kind IN ('deposit', 'held_release', 'deposit_reversed', 'withdraw', 'reversal', 'game_in')
GROUP BY 1, 2, 3;

-- name: AddHour :exec
INSERT INTO member_hour (what, hour, member, times, amount) VALUES (@what, @hour, @member, @times, @amount)
ON CONFLICT (what, hour, member) DO UPDATE SET times = member_hour.times + excluded.times, amount = member_hour.amount + excluded.amount;

-- name: AddMonth :exec
INSERT INTO member_month (month, member, deposits, withdrawals) VALUES (@month, @member, @deposits, @withdrawals)
ON CONFLICT (month, member) DO UPDATE SET deposits = member_month.deposits + excluded.deposits,
    withdrawals = member_month.withdrawals + excluded.withdrawals;

-- name: DropHours :exec
DELETE FROM member_hour WHERE what = @what AND hour < @hour;

-- name: PacesBelow :many
-- Members that did something at least so often, and for at least so much, since an hour, of which at most so many percent went into
-- games meanwhile. The most times first.
SELECT d.member, CAST(SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.times ELSE 0 END) AS BIGINT) AS times,
    CAST(SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.amount ELSE 0 END) AS BIGINT) AS moved,
    CAST(SUM(CASE WHEN d.what = 'play' THEN d.amount ELSE 0 END) AS BIGINT) AS played
FROM member_hour d WHERE d.what IN (sqlc.arg(what), 'play') AND d.hour >= sqlc.arg(since) GROUP BY d.member
HAVING SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.times ELSE 0 END) >= CAST(sqlc.arg(least) AS BIGINT)
    AND SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.amount ELSE 0 END) >= CAST(sqlc.arg(over) AS BIGINT)
    AND SUM(CASE WHEN d.what = 'play' THEN d.amount ELSE 0 END) * 100 <= SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.amount ELSE 0 END) * CAST(sqlc.arg(percent) AS BIGINT)
    AND (SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.times ELSE 0 END) < CAST(sqlc.arg(before) AS BIGINT)
        OR (SUM(CASE WHEN d.what = sqlc.arg(what) THEN d.times ELSE 0 END) = CAST(sqlc.arg(before) AS BIGINT) AND d.member > sqlc.arg(after)))
ORDER BY 2 DESC, 1 LIMIT sqlc.arg(most);

-- name: MonthDeposits :many
SELECT * FROM member_month WHERE month = @month AND deposits >= @over
AND (deposits < @before OR (deposits = @before AND member > @after)) ORDER BY deposits DESC, member LIMIT @most;

-- name: MonthWithdrawals :many
-- Those whose withdrawals alone are over it.
SELECT * FROM member_month WHERE month = @month AND withdrawals >= @over AND deposits < @over
AND (withdrawals < @before OR (withdrawals = @before AND member > @after)) ORDER BY withdrawals DESC, member LIMIT @most;
