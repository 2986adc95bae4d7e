-- name: UnsettledAfter :many
SELECT d.transfer, d.member, d.provider, d.reason, d.created_at, t.amount FROM game_doubt d JOIN transfer t ON t.id = d.transfer
WHERE d.state = 'case' AND d.created_at >= @created_at AND (d.created_at > @created_at OR d.transfer > @after_id)
ORDER BY d.created_at, d.transfer LIMIT @most;

-- name: CountUnsettled :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(created_at), 0) AS BIGINT) AS oldest FROM game_doubt WHERE state = 'case';

-- name: DifferencesAfter :many
SELECT id, member, provider, kind, reference, ours, theirs, found_at FROM reconcile_case
WHERE state = 'open' AND found_at >= @found_at AND (found_at > @found_at OR id > @after_id)
ORDER BY found_at, id LIMIT @most;

-- name: CountDifferences :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(found_at), 0) AS BIGINT) AS oldest FROM reconcile_case WHERE state = 'open';
