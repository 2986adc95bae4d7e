-- name: InsertState :exec
INSERT INTO member_state (member, version, gates, hold, hold_until, break_until, excluded_until)
VALUES ($1, 1, 0, '', 0, 0, 0);

-- name: LockState :one
UPDATE member_state SET version = version + 1 WHERE member = $1
RETURNING version, gates, hold, hold_until, break_until, excluded_until;

-- name: State :one
SELECT version, gates, hold, hold_until, break_until, excluded_until FROM member_state WHERE member = $1;

-- name: SetGates :exec
UPDATE member_state SET gates = $1 WHERE member = $2;

-- name: SetHold :exec
UPDATE member_state SET hold = $1, hold_until = $2 WHERE member = $3;

-- name: ExpiredHolds :many
-- Holds that have lapsed, and holds with more time left, by this clock, than a hold can last.
SELECT member, hold, hold_until FROM member_state
WHERE hold_until > 0 AND (hold_until <= sqlc.arg(now) OR hold_until > sqlc.arg(beyond)) ORDER BY hold_until LIMIT 100;

-- name: SetUntil :exec
UPDATE member_state SET break_until = $1, excluded_until = $2 WHERE member = $3;
