-- name: PayersAfter :many
-- Members and the accounts that paid for them and of which all digits are known, in order.
SELECT i.payer_index, i.member FROM inflow i
WHERE i.payer_index <> '' AND i.member <> '' AND i.payer_index >= @key AND (i.payer_index > @key OR i.member > @after)
GROUP BY i.payer_index, i.member ORDER BY i.payer_index, i.member LIMIT @most;

-- name: PayerMembers :one
-- For how many members an account paid, at most so many.
SELECT COUNT(*) FROM (SELECT c.member FROM inflow c
    WHERE c.payer_index = @payer AND c.payer_index <> '' AND c.member <> '' GROUP BY c.member LIMIT @counted) AS few;

-- name: PayersTiedTo :many
-- The accounts that paid for a member, each with for how many members it paid, at most so many.
SELECT p.payer_index, CAST((SELECT COUNT(*) FROM (SELECT c.member FROM inflow c
    WHERE c.payer_index = p.payer_index AND c.payer_index <> '' AND c.member <> '' GROUP BY c.member LIMIT @counted) AS few)
    AS BIGINT) AS members
FROM (SELECT i.payer_index FROM inflow i WHERE i.member = @member AND i.payer_index <> '' GROUP BY i.payer_index) AS p
ORDER BY p.payer_index LIMIT @most;

-- name: MembersOfPayer :many
-- The members that an account paid for.
SELECT i.member, COUNT(*) AS times, CAST(SUM(i.amount) AS BIGINT) AS paid, CAST(MIN(i.seen_at) AS BIGINT) AS since,
    CAST(MAX(i.seen_at) AS BIGINT) AS last
FROM inflow i WHERE i.payer_index = @payer AND i.payer_index <> '' AND i.member <> '' AND i.member > @after
GROUP BY i.member ORDER BY i.member LIMIT @most;
