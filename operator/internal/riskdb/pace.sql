-- name: SealsToAdd :many
-- The mark, with the seals after it: one row whose number is 0 if there are none.
SELECT m.seal AS mark, m.hour, CAST(COALESCE(s.number, 0) AS BIGINT) AS number, CAST(COALESCE(s.batches, 0) AS BIGINT) AS batches,
    CAST(COALESCE(s.sealed_at, 0) AS BIGINT) AS sealed_at
FROM pace_mark m LEFT JOIN seal s ON s.number > m.seal WHERE m.id = 1 ORDER BY s.number LIMIT 1000;

-- name: MovePaceMark :execrows
UPDATE pace_mark SET seal = sqlc.arg(seal), at = sqlc.arg(at) WHERE id = 1 AND seal = sqlc.arg(was) AND hour = sqlc.arg(hour);

-- name: MovePaceHour :execrows
UPDATE pace_mark SET hour = sqlc.arg(hour) WHERE id = 1 AND hour = sqlc.arg(was);

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

-- name: AddWindows :exec
-- Adds what happened in an hour to each window that it is of. The age is the time from it to the hour that windows end with.
INSERT INTO member_window (what, hours, member, times, amount)
SELECT s.what, s.hours, CAST(@member AS TEXT), CAST(@times AS BIGINT), CAST(@amount AS BIGINT) FROM pace_window s
WHERE s.what = @what AND s.hours * 3600000000 > CAST(@age AS BIGINT)
ON CONFLICT (what, hours, member) DO UPDATE SET times = member_window.times + excluded.times, amount = member_window.amount + excluded.amount;

-- name: LeaveWindows :exec
-- Takes out of each window what it had of the hours that are no part of it any more, once its end has moved.
UPDATE member_window SET times = member_window.times - o.times, amount = member_window.amount - o.amount
FROM (
    SELECT h.what, s.hours, h.member, SUM(h.times) AS times, SUM(h.amount) AS amount
    FROM pace_window s JOIN member_hour h ON h.what = s.what
        AND h.hour > CAST(sqlc.arg(was) AS BIGINT) - s.hours * 3600000000 AND h.hour <= CAST(sqlc.arg(ends) AS BIGINT) - s.hours * 3600000000
    GROUP BY h.what, s.hours, h.member
) o
WHERE member_window.what = o.what AND member_window.hours = o.hours AND member_window.member = o.member;

-- name: DropWindows :exec
-- Removes members from windows in which they did nothing.
DELETE FROM member_window WHERE times = 0 AND amount = 0;

-- name: AddMonth :exec
INSERT INTO member_month (month, member, deposits, withdrawals) VALUES (@month, @member, @deposits, @withdrawals)
ON CONFLICT (month, member) DO UPDATE SET deposits = member_month.deposits + excluded.deposits,
    withdrawals = member_month.withdrawals + excluded.withdrawals;

-- name: DropHours :exec
DELETE FROM member_hour WHERE what = @what AND hour < @hour;

-- name: PacesBelow :many
-- Members that did something at least so often in a window, the most times first, each with what went into games meanwhile.
SELECT d.member, d.times, d.amount, CAST(COALESCE(p.amount, 0) AS BIGINT) AS played
FROM member_window d LEFT JOIN member_window p ON p.what = 'play' AND p.hours = d.hours AND p.member = d.member
WHERE d.what = sqlc.arg(what) AND d.hours = sqlc.arg(hours) AND d.times >= sqlc.arg(least) AND d.times <= sqlc.arg(before)
    AND (d.times < sqlc.arg(before) OR d.member > sqlc.arg(after))
ORDER BY d.times DESC, d.member LIMIT sqlc.arg(most);

-- name: MonthDeposits :many
SELECT * FROM member_month WHERE month = @month AND deposits >= @over
AND (deposits < @before OR (deposits = @before AND member > @after)) ORDER BY deposits DESC, member LIMIT @most;

-- name: MonthWithdrawals :many
-- Those whose withdrawals alone are over it.
SELECT * FROM member_month WHERE month = @month AND withdrawals >= @over AND deposits < @over
AND (withdrawals < @before OR (withdrawals = @before AND member > @after)) ORDER BY withdrawals DESC, member LIMIT @most;
