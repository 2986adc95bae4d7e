-- name: NetworksAfter :many
-- Members and where they logged in from, in order.
SELECT s.network, s.subject FROM session s
WHERE s.network <> '' AND s.network >= @key AND (s.network > @key OR s.subject > @after)
GROUP BY s.network, s.subject ORDER BY s.network, s.subject LIMIT @most;

-- name: NetworkMembers :one
-- How many members logged in from a network, at most so many.
SELECT COUNT(*) FROM (SELECT c.subject FROM session c WHERE c.network = @network AND c.network <> ''
    GROUP BY c.subject LIMIT @counted) AS few;

-- name: NetworksOf :many
-- Where a member logged in from, each with how many did, at most so many.
SELECT n.network, CAST((SELECT COUNT(*) FROM (SELECT c.subject FROM session c
    WHERE c.network = n.network AND c.network <> '' GROUP BY c.subject LIMIT @counted) AS few) AS BIGINT) AS members
FROM (SELECT s.network FROM session s WHERE s.audience = 'member' AND s.subject = @member AND s.network <> ''
    GROUP BY s.network) AS n
ORDER BY n.network LIMIT @most;

-- name: MembersOfNetwork :many
SELECT s.subject, COUNT(*) AS times, CAST(MIN(s.created_at) AS BIGINT) AS since, CAST(MAX(s.created_at) AS BIGINT) AS last
FROM session s WHERE s.network = @network AND s.network <> '' AND s.subject > @after
GROUP BY s.subject ORDER BY s.subject LIMIT @most;

-- name: SharedNetworks :one
-- How many of the places that a member logged in from lately are shared: others did, too, and no more than so many in all.
SELECT COUNT(*) FROM (SELECT s.network FROM session s
    WHERE s.audience = 'member' AND s.subject = @member AND s.network <> '' AND s.created_at >= @since GROUP BY s.network) AS n
WHERE (SELECT COUNT(*) FROM (SELECT o.subject FROM session o
    WHERE o.network = n.network AND o.network <> '' AND o.created_at >= @since GROUP BY o.subject LIMIT @looked) AS few)
    BETWEEN 2 AND CAST(@most AS BIGINT);
