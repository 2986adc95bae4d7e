-- name: PaidBefore :many
-- The members for whom the account that an arrival came from has paid, who was paid last first.
SELECT o.member FROM inflow i JOIN inflow o ON o.payer_index = i.payer_index AND o.payer_index <> ''
WHERE i.id = @id AND i.payer_index <> '' AND o.member <> ''
GROUP BY o.member ORDER BY MAX(o.seen_at) DESC, o.member LIMIT @most;

-- name: CodesOfAmount :many
-- The members who asked for a code of an amount in a span of time, the latest first.
SELECT member FROM qr_order WHERE amount = @amount AND created_at >= @since AND created_at <= @until AND state <> 'paid'
ORDER BY created_at DESC LIMIT @most;

-- name: DeclaredOfAmount :many
SELECT member FROM declaration WHERE state = 'open' AND amount = @amount AND created_at >= @since AND created_at <= @until
ORDER BY created_at DESC LIMIT @most;

-- name: SlipsOfAmount :many
-- The members whose slips of an amount have not ended, the latest first.
SELECT member FROM slip WHERE state IN ('received', 'claimed', 'verified', 'review') AND amount = @amount
    AND uploaded_at >= @since AND uploaded_at <= @until
ORDER BY uploaded_at DESC LIMIT @most;

-- name: EarlierSlips :many
-- The slips that a slip's member uploaded before it, newest first.
SELECT e.* FROM slip s JOIN slip e ON e.member = s.member AND e.number < s.number
WHERE s.id = @id ORDER BY e.number DESC LIMIT @most;

-- name: SlipsOfTransfer :many
-- Other slips of the same transfer, whoever uploaded them.
SELECT o.* FROM slip s JOIN slip o ON o.transfer = s.transfer AND o.transfer <> '' AND o.id <> s.id
WHERE s.id = @id AND s.transfer <> '' ORDER BY o.uploaded_at DESC, o.id LIMIT @most;
