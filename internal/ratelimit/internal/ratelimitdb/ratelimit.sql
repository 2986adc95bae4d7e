-- name: LockWindow :one
-- The events of a window, with its row locked until the commit: no other node decides by them at the same time.
INSERT INTO rate_limit AS r (key, whole_at) VALUES (sqlc.arg(key), sqlc.arg(whole_at))
ON CONFLICT (key) DO UPDATE SET whole_at = r.whole_at
RETURNING events;

-- name: KeepWindow :exec
UPDATE rate_limit SET events = sqlc.arg(events), whole_at = sqlc.arg(whole_at) WHERE key = sqlc.arg(key);

-- name: Charge :one
-- One event, if the allowance has room for it. No row means refused. The interval is the part of the allowance that one event
-- takes, and the tolerance is the whole allowance. It is one statement, so that a race can't overdraw the allowance. A row that
-- is further in the future than any allowance was written by a clock that has been set since: it does not count.
INSERT INTO rate_limit AS r (key, whole_at)
VALUES (sqlc.arg(key), sqlc.arg(first_whole_at))
ON CONFLICT (key) DO UPDATE
    SET whole_at = CASE WHEN r.whole_at > sqlc.arg(now) AND r.whole_at <= sqlc.arg(beyond) THEN r.whole_at + sqlc.arg(interval_micros) ELSE excluded.whole_at END
    WHERE r.whole_at <= sqlc.arg(latest) OR r.whole_at > sqlc.arg(beyond)
RETURNING whole_at;

-- name: WholeAt :one
SELECT whole_at FROM rate_limit WHERE key = $1;

-- name: Refund :exec
UPDATE rate_limit SET whole_at = whole_at - sqlc.arg(interval_micros) WHERE key = sqlc.arg(key);

-- name: Reset :exec
DELETE FROM rate_limit WHERE key = $1;

-- name: Sweep :execrows
DELETE FROM rate_limit WHERE whole_at <= sqlc.arg(now);
