-- name: PersonalRefunds :many
SELECT number, amount, loss, received_at FROM refund_receive WHERE member = $1 ORDER BY number DESC LIMIT $2;
