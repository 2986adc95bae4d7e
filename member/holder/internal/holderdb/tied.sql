-- name: HoldersAfter :many
-- Members and the keys of their holders' names, in order.
SELECT k.holder_key, k.member FROM member_holder k
WHERE k.holder_key >= @key AND (k.holder_key > @key OR k.member > @after)
ORDER BY k.holder_key, k.member LIMIT @most;

-- name: HoldersNamed :one
-- How many members have a key, at most so many.
SELECT COUNT(*) FROM (SELECT c.member FROM member_holder c WHERE c.holder_key = @key LIMIT @counted) AS few;

-- name: HoldersOf :many
-- The keys of a member's holder, each with how many have it, at most so many.
SELECT k.holder_key, CAST((SELECT COUNT(*) FROM
    (SELECT c.member FROM member_holder c WHERE c.holder_key = k.holder_key LIMIT @counted) AS few) AS BIGINT) AS members
FROM member_holder k WHERE k.member = @member ORDER BY k.holder_key LIMIT @most;

-- name: MembersOfHolder :many
-- The members that have a key in force.
SELECT k.member FROM member_holder k JOIN member m ON m.id = k.member AND m.holder_from = m.bank_holder_index
WHERE k.holder_key = @key AND k.member > @after ORDER BY k.member LIMIT @most;
