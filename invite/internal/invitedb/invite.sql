-- name: Setting :one
SELECT body FROM invite_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO invite_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: AddInvitee :exec
INSERT INTO invite_invitee (invitee, inviter, high, qualified_at, shadow, turnover_at, seen_at, undone)
VALUES (@invitee, @inviter, 0, 0, FALSE, @now, 0, 0)
ON CONFLICT (invitee) DO NOTHING;

-- name: InviteeOf :one
SELECT * FROM invite_invitee WHERE invitee = @invitee;

-- name: InviteesToSee :many
-- The invitees that were looked at longest ago.
SELECT * FROM invite_invitee WHERE seen_at <= @before ORDER BY seen_at, invitee LIMIT @most;

-- name: SetSeen :exec
-- Notes a look that found nothing new, unless another look came between.
UPDATE invite_invitee SET seen_at = @seen_at WHERE invitee = @invitee AND seen_at = @last_seen_at;

-- name: CountQualified :one
-- Invitees whose play may count.
SELECT COUNT(*) FROM invite_invitee WHERE inviter = @inviter AND qualified_at > 0;

-- name: SetInvitee :execrows
-- No row: another look came between.
UPDATE invite_invitee SET high = @high, qualified_at = @qualified_at, shadow = @shadow, turnover_at = @turnover_at, seen_at = @seen_at,
    undone = @undone
WHERE invitee = @invitee AND seen_at = @last_seen_at AND high = @last_high;

-- name: Earn :exec
INSERT INTO invite_earning (inviter, invitee, day, amount, moved, ripe_at, created_at)
VALUES (@inviter, @invitee, @day, @amount, 0, @ripe_at, @created_at)
ON CONFLICT (inviter, invitee, day) DO UPDATE SET amount = invite_earning.amount + excluded.amount;

-- name: Unripe :many
-- The earnings from an invitee that are not in the purse, newest first. A deposit that was taken back reduces them.
SELECT * FROM invite_earning WHERE invitee = @invitee AND moved < amount ORDER BY day DESC;

-- name: LessenEarning :execrows
-- No row: it has changed since it was read.
UPDATE invite_earning SET amount = @lessened
WHERE inviter = @inviter AND invitee = @invitee AND day = @day AND amount = @seen_amount AND moved <= @lessened;

-- name: Ripe :many
SELECT * FROM invite_earning WHERE moved < amount AND ripe_at <= @now ORDER BY ripe_at, inviter, invitee LIMIT @most;

-- name: Earning :one
SELECT * FROM invite_earning WHERE inviter = @inviter AND invitee = @invitee AND day = @day;

-- name: MoveEarning :execrows
-- No row: it was moved or reduced since it was read.
UPDATE invite_earning SET moved = @moved
WHERE inviter = @inviter AND invitee = @invitee AND day = @day AND moved = @seen_moved AND amount >= @moved;

-- name: MovedBetween :one
-- What the inviter's earnings have put into the purse, from one day to before another.
SELECT CAST(COALESCE(SUM(moved), 0) AS BIGINT) FROM invite_earning WHERE inviter = @inviter AND day >= @from_day AND day < @until_day;

-- name: EarnedBy :one
-- What the inviter has earned from an invitee: commissions.
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM invite_earning WHERE invitee = @invitee;

-- name: CountEarnings :one
SELECT COUNT(*) FROM invite_earning WHERE inviter = @inviter;

-- name: Earnings :many
-- A page, newest first.
SELECT * FROM invite_earning WHERE inviter = @inviter ORDER BY created_at DESC, invitee, day LIMIT @most OFFSET @skip;

-- name: AddReceive :exec
INSERT INTO invite_receive (member, day, operation, amount, at) VALUES (@member, @day, @operation, @amount, @at);

-- name: ReceiveOfDay :one
SELECT * FROM invite_receive WHERE member = @member AND day = @day;
