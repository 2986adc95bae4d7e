-- name: OpenAfter :many
SELECT id, action, member, amount, proposed_by, proposed_at, says FROM proposal
WHERE outcome = '' AND (expires_at = 0 OR expires_at > @now) AND proposed_at >= @proposed_at
  AND (proposed_at > @proposed_at OR id > @after_id)
  AND CASE WHEN action = 'member.erase' THEN 'erasure' ELSE 'proposal' END = CAST(@item AS TEXT)
ORDER BY proposed_at, id LIMIT @most;

-- name: CountOpen :many
SELECT CAST(CASE WHEN action = 'member.erase' THEN 'erasure' ELSE 'proposal' END AS TEXT) AS item,
    COUNT(*) AS count, CAST(COALESCE(MIN(proposed_at), 0) AS BIGINT) AS oldest FROM proposal
WHERE outcome = '' AND (expires_at = 0 OR expires_at > @now)
GROUP BY 1;

-- name: LiveSubjects :many
SELECT action, subject FROM proposal WHERE outcome IN ('', 'scheduled');
