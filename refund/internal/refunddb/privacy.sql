-- name: PersonalRefunds :many
SELECT number, amount, loss, received_at, number AS page_at FROM refund_receive
WHERE member = @member AND number < @number ORDER BY number DESC LIMIT @most;
