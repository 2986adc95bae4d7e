-- name: CasesAfter :many
SELECT id, member, other, found_at FROM holder_case
WHERE state = 'open' AND found_at >= @found_at AND (found_at > @found_at OR id > @after_id)
ORDER BY found_at, id LIMIT @most;
