-- name: HoldClaim :execrows
-- Nothing happens to what another operator has, unless that one is disabled.
INSERT INTO queue_claim (kind, subject, operator, claimed_at, until) VALUES (@kind, @subject, @operator, @claimed_at, @until)
ON CONFLICT (kind, subject) DO UPDATE SET operator = excluded.operator, until = excluded.until,
    claimed_at = CASE WHEN queue_claim.operator = excluded.operator THEN queue_claim.claimed_at ELSE excluded.claimed_at END
WHERE queue_claim.operator = excluded.operator OR queue_claim.until <= excluded.claimed_at
    OR NOT EXISTS (SELECT 1 FROM operator o WHERE o.name = queue_claim.operator AND o.active);

-- name: ClaimOf :one
SELECT operator, until FROM queue_claim WHERE kind = @kind AND subject = @subject;

-- name: EndClaim :exec
DELETE FROM queue_claim WHERE kind = @kind AND subject = @subject AND operator = @operator;

-- name: DropClaim :exec
DELETE FROM queue_claim WHERE kind = @kind AND subject = @subject;

-- name: LiveClaims :many
SELECT c.kind, c.subject, c.operator, c.until FROM queue_claim c JOIN operator o ON o.name = c.operator
WHERE c.until > @now AND o.active ORDER BY c.kind, c.subject;

-- name: SweepClaims :execrows
DELETE FROM queue_claim WHERE until <= @now;

-- name: Setting :one
SELECT body FROM promise_setting WHERE id = 1;

-- name: SetSetting :exec
INSERT INTO promise_setting (id, body, updated_at) VALUES (1, @body, @updated_at)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at;
