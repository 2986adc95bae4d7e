-- name: Setting :one
SELECT body FROM refund_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO refund_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;

-- name: LockMember :one
INSERT INTO refund_member (member, star, number, last_at) VALUES (@member, 0, 0, 0)
ON CONFLICT (member) DO UPDATE SET last_at = refund_member.last_at
RETURNING *;

-- name: RaiseStar :execrows
-- No row: it has changed since it was read.
UPDATE refund_member SET star = @star, number = number + 1, last_at = @now
WHERE member = @member AND star = @seen_star AND number = @seen_number AND star <= @star;

-- name: AddReceive :exec
INSERT INTO refund_receive (member, number, operation, amount, loss, deposits, withdrawals, total, star, transfer, received_week, received_at)
VALUES (@member, @number, @operation, @amount, @loss, @deposits, @withdrawals, @total, @star, @transfer, @received_week, @received_at);

-- name: ReceiveByOperation :one
SELECT * FROM refund_receive WHERE operation = @operation;

-- name: CountInWeek :one
SELECT COUNT(*) FROM refund_receive WHERE member = @member AND received_week = @received_week;

-- name: LastReceive :one
SELECT * FROM refund_receive WHERE member = @member ORDER BY number DESC LIMIT 1;

-- name: CountReceives :one
SELECT COUNT(*) FROM refund_receive WHERE member = @member;

-- name: Receives :many
-- A page, newest first.
SELECT * FROM refund_receive WHERE member = @member ORDER BY number DESC LIMIT @most OFFSET @skip;
