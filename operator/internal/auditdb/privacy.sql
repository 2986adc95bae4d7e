-- name: PersonalDecisions :many
SELECT at, action FROM audit WHERE member = $1 AND member <> '' ORDER BY number DESC LIMIT $2;
