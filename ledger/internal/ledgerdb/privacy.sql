-- name: PersonalTransfers :many
SELECT t.id, t.kind, d.name AS debit, c.name AS credit, t.amount, t.moved, t.state, t.wallet, t.created_at, t.settled_at
FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
WHERE t.member = $1 AND t.member <> '' ORDER BY t.id DESC LIMIT $2;
