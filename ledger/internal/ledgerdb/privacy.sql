-- name: PersonalTransfers :many
SELECT t.id, t.kind, d.name AS debit, c.name AS credit, CAST(t.amount - t.lessened AS BIGINT) AS amount, t.moved, t.state, t.wallet, t.created_at, t.settled_at,
    t.id AS page_at
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.member = @member AND t.member <> '' AND t.id < @id ORDER BY t.id DESC LIMIT @most;

-- name: PersonalBalances :many
-- How the accounts of a member stand: five by their names, and those of its games.
SELECT CAST(w.credits_posted - w.debits_posted AS BIGINT) AS posted, w.debits_pending AS reserved, w.credits_pending AS incoming FROM account w
WHERE w.name IN (sqlc.arg(wallet), sqlc.arg(held), sqlc.arg(invite), sqlc.arg(refund), sqlc.arg(owed))
UNION ALL
SELECT CAST(a.credits_posted - a.debits_posted AS BIGINT), a.debits_pending, a.credits_pending
FROM game_account g JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
WHERE g.member = sqlc.arg(member);
