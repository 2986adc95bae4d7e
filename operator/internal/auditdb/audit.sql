-- name: NextHead :one
UPDATE audit_head SET number = number + 1 WHERE id = 1 RETURNING number, hash;

-- name: TouchHead :exec
UPDATE audit_head SET number = number WHERE id = 1;

-- name: SetHead :exec
UPDATE audit_head SET hash = @hash WHERE id = 1;

-- name: Head :one
SELECT number, hash FROM audit_head WHERE id = 1;

-- name: AddAudit :exec
INSERT INTO audit (number, at, operator, action, subject, member, reason, evidence, hash, signature, form)
VALUES (@number, @at, @operator, @action, @subject, @member, @reason, @evidence, @hash, @signature, @form);

-- name: AddText :exec
INSERT INTO audit_text (number, salt, reason, evidence, erased_by) VALUES (@number, @salt, @reason, @evidence, 0);

-- name: AuditAfter :many
SELECT * FROM audit_line WHERE number > @number ORDER BY number LIMIT @most;

-- name: NewestAudit :many
SELECT * FROM audit_line WHERE number < @before AND number >= @since ORDER BY number DESC LIMIT @most;

-- name: AuditOfOperator :many
SELECT * FROM audit_line WHERE operator = @operator AND number < @before AND number >= @since ORDER BY number DESC LIMIT @most;

-- name: DecisionsOf :one
-- How much an operator has decided since a row: without what it only opened, listed as a file, or changed of its own way in.
SELECT COUNT(*) FROM audit WHERE operator = @operator AND number >= @since AND reason <> 'opened it'
    AND action NOT LIKE 'secret.%' AND action NOT LIKE 'session.%' AND action NOT LIKE 'list.%';

-- name: AuditOfSubject :many
SELECT * FROM audit_line WHERE subject = @subject AND number < @before AND number >= @since ORDER BY number DESC LIMIT @most;

-- name: AuditOfMember :many
SELECT * FROM audit_line
WHERE member = @member AND member <> '' AND number < @before AND number >= @since ORDER BY number DESC LIMIT @most;

-- name: FirstAuditSince :one
SELECT number FROM audit WHERE at >= @since ORDER BY at, number LIMIT 1;

-- name: Proof :one
SELECT asked_at, checked_at, found FROM audit_proof WHERE id = 1;

-- name: AskProof :exec
UPDATE audit_proof SET asked_at = @asked_at WHERE id = 1;

-- name: SetProof :exec
UPDATE audit_proof SET checked_at = @checked_at, found = @found WHERE id = 1 AND checked_at < @checked_at;
