-- name: AddLink :exec
INSERT INTO wallet_link (reference, member, operation, account, code, code_sealed, voucher, state, amount, clean, reason, said,
    sends, send_by, tries, turn, due_at, created_at, ended_at)
VALUES (@reference, @member, @operation, @account, @code, @code_sealed, '', @state, 0, FALSE, @reason, '',
    0, 0, 0, 1, @due_at, @created_at, @ended_at);

-- name: Link :one
SELECT * FROM wallet_link WHERE reference = @reference;

-- name: LinkOfOperation :one
SELECT * FROM wallet_link WHERE operation = @operation;

-- name: LinksOf :many
SELECT l.reference, l.state, l.amount, l.reason, l.created_at, COALESCE(i.state, '') AS arrival, COALESCE(i.reason, '') AS arrival_reason
FROM wallet_link l LEFT JOIN inflow i ON i.reference = l.reference AND i.member = l.member
WHERE l.member = @member AND l.code <> '' AND (l.ended_at = 0 OR l.ended_at >= @since)
ORDER BY l.created_at DESC, l.reference LIMIT @most;

-- name: LinkByCode :one
SELECT * FROM wallet_link WHERE code = @code AND code <> '' AND state <> 'refused';

-- name: LatestFailures :many
SELECT ended_at FROM wallet_link
WHERE member = @member AND ended_at > 0 AND state = 'refused' AND guess
ORDER BY ended_at DESC LIMIT @most;

-- name: CountAsking :one
SELECT COUNT(*) FROM wallet_link WHERE member = @member AND ended_at = 0 AND state = 'asking';

-- name: ExpectedOf :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM wallet_link WHERE member = @member AND ended_at = 0 AND state = 'taking';

-- name: TakeLink :execrows
UPDATE wallet_link SET state = 'taking', voucher = @voucher, amount = @amount, clean = @clean, sends = sends + 1,
    send_by = @send_by, due_at = @due_at
WHERE reference = @reference AND turn = @turn AND state = 'asking';

-- name: ResendLink :execrows
UPDATE wallet_link SET sends = sends + 1, send_by = @send_by, due_at = @due_at
WHERE reference = @reference AND turn = @turn AND state = 'taking';

-- name: PostponeLink :execrows
UPDATE wallet_link SET said = @said, due_at = @due_at
WHERE reference = @reference AND turn = @turn AND state IN ('asking', 'taking');

-- name: EndLink :execrows
UPDATE wallet_link SET state = @state, amount = @amount, reason = @reason, said = @said, guess = @guess, code_sealed = '',
    due_at = 0, ended_at = @ended_at
WHERE reference = @reference AND turn = @turn AND state IN ('asking', 'taking');

-- name: LinksDue :one
SELECT COUNT(*) FROM wallet_link WHERE due_at > 0 AND due_at <= @now;

-- name: LeaseDueLinks :many
UPDATE wallet_link SET turn = turn + 1, tries = tries + 1, due_at = @leased_until
WHERE wallet_link.due_at > 0 AND wallet_link.due_at <= @now
  AND wallet_link.reference IN (SELECT l.reference FROM wallet_link l WHERE l.due_at > 0 AND l.due_at <= @now ORDER BY l.due_at LIMIT @most)
RETURNING *;

-- name: LeaseLink :one
UPDATE wallet_link SET turn = turn + 1 WHERE reference = @reference AND state IN ('asking', 'taking')
RETURNING *;

-- name: OpenLinks :many
-- Those of an age, and those from a clock that was ahead: how old they are, only CountFrom knows.
SELECT * FROM wallet_link WHERE state IN ('asking', 'taking') AND (created_at <= @before OR created_at > @ahead)
ORDER BY created_at LIMIT @most;
