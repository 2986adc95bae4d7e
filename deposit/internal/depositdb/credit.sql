-- name: AddCredit :exec
INSERT INTO deposit_credit (inflow, member, amount, credited_at, reversed_at)
VALUES (@inflow, @member, @amount, @credited_at, 0) ON CONFLICT (inflow) DO NOTHING;

-- name: ReverseCredit :execrows
UPDATE deposit_credit SET reversed_at = @reversed_at WHERE inflow = @inflow AND reversed_at = 0;

-- name: CreditedSince :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM deposit_credit
WHERE member = @member AND credited_at >= @since AND reversed_at = 0;

-- name: LatestCredit :one
-- The newest arrival that became the member's and was not taken back.
SELECT c.inflow, c.amount, c.credited_at, i.transfer, i.state, i.account, i.source
FROM deposit_credit c JOIN inflow i ON i.id = c.inflow
WHERE c.member = @member AND c.reversed_at = 0
ORDER BY c.credited_at DESC, c.inflow DESC LIMIT 1;

-- name: CreditsOf :one
-- The sum of all that became the member's and was not taken back, and the sum of what was. first_at is when the first
-- arrival of at least the given amount became the member's. first_named_at is the same with a named payer, who is the
-- member: money of another payer would be held. 0: there is none.
SELECT CAST(COALESCE(SUM(CASE WHEN c.reversed_at = 0 THEN c.amount END), 0) AS BIGINT) AS total,
    CAST(COALESCE(SUM(CASE WHEN c.reversed_at > 0 THEN c.amount END), 0) AS BIGINT) AS undone,
    CAST(COALESCE(MIN(CASE WHEN c.reversed_at = 0 AND c.amount >= @least THEN c.credited_at END), 0) AS BIGINT) AS first_at,
    CAST(COALESCE(MIN(CASE WHEN c.reversed_at = 0 AND c.amount >= @least AND i.payer_named THEN c.credited_at END), 0) AS BIGINT) AS first_named_at
FROM deposit_credit c JOIN inflow i ON i.id = c.inflow
WHERE c.member = @member;

-- name: ReversedSince :many
SELECT inflow FROM deposit_credit WHERE reversed_at > 0 AND reversed_at >= @since ORDER BY reversed_at, inflow;
