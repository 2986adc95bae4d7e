-- name: PersonalCommissions :many
SELECT day, amount, at FROM invite_receive WHERE member = $1 ORDER BY day DESC LIMIT $2;
