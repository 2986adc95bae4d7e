-- name: Person :one
-- An operator with its secrets. Without any, they are empty.
SELECT o.name, o.role, o.active, o.effective_at, COALESCE(s.password_sealed, '') AS password_sealed,
    COALESCE(s.totp_sealed, '') AS totp_sealed, COALESCE(s.stamp, 0) AS stamp
FROM operator o LEFT JOIN operator_secret s ON s.operator = o.name WHERE o.name = @name;

-- name: LockOperator :exec
UPDATE operator SET role = role WHERE name = @name;

-- name: SecretsOf :one
SELECT password_at, totp_since FROM operator_secret WHERE operator = @operator;

-- name: ChiefsWithSecret :one
SELECT COUNT(*) FROM operator o JOIN operator_secret s ON s.operator = o.name
WHERE o.active AND o.role = 'chief' AND o.effective_at <= @now;

-- name: SetSecret :one
INSERT INTO operator_secret (operator, password_sealed, password_at, totp_sealed, totp_since, totp_step, stamp)
VALUES (@operator, @password_sealed, @password_at, @totp_sealed, @totp_since, @totp_step, 1)
ON CONFLICT (operator) DO UPDATE SET password_sealed = @password_sealed, password_at = @password_at, totp_sealed = @totp_sealed,
    totp_since = @totp_since, totp_step = @totp_step, stamp = operator_secret.stamp + 1
RETURNING stamp;

-- name: UseStep :execrows
UPDATE operator_secret SET totp_step = @step WHERE operator = @operator AND totp_step < @step;

-- name: EndRecovery :exec
DELETE FROM operator_recovery WHERE operator = @operator;

-- name: AddRecovery :exec
INSERT INTO operator_recovery (operator, code_hash, made_at, used_at) VALUES (@operator, @code_hash, @made_at, 0);

-- name: UseRecovery :execrows
UPDATE operator_recovery SET used_at = @used_at WHERE operator = @operator AND code_hash = @code_hash AND used_at = 0;

-- name: RecoveryLeft :one
SELECT COUNT(*) FROM operator_recovery WHERE operator = @operator AND used_at = 0;

-- name: AddInvitation :exec
INSERT INTO operator_invitation (hash, operator, made_by, made_at, counts_from, ends_at, used_at)
VALUES (@hash, @operator, @made_by, @made_at, @counts_from, @ends_at, 0);

-- name: Invitation :one
SELECT * FROM operator_invitation WHERE hash = @hash;

-- name: UseInvitation :execrows
UPDATE operator_invitation SET used_at = @used_at WHERE hash = @hash AND used_at = 0;

-- name: EndInvitations :exec
UPDATE operator_invitation SET used_at = @used_at WHERE operator = @operator AND used_at = 0;

-- name: InvitedUntil :one
SELECT CAST(COALESCE(MAX(ends_at), 0) AS BIGINT) AS until FROM operator_invitation
WHERE operator = @operator AND used_at = 0 AND ends_at > @now;

-- name: EndAllInvitations :exec
UPDATE operator_invitation SET used_at = @used_at WHERE used_at = 0;

-- name: PruneInvitations :exec
DELETE FROM operator_invitation WHERE ends_at < @before_at;

-- name: AddTicket :exec
INSERT INTO signin_ticket (hash, kind, body_sealed, tries, made_at, ends_at, used_at)
VALUES (@hash, @kind, @body_sealed, 0, @made_at, @ends_at, 0);

-- name: Ticket :one
SELECT body_sealed FROM signin_ticket WHERE hash = @hash AND kind = @kind AND used_at = 0 AND ends_at > @now AND tries < @most;

-- name: TryTicket :one
UPDATE signin_ticket SET tries = tries + 1
WHERE hash = @hash AND kind = @kind AND used_at = 0 AND ends_at > @now AND tries < @most
RETURNING body_sealed, tries;

-- name: UseTicket :execrows
UPDATE signin_ticket SET used_at = @used_at WHERE hash = @hash AND used_at = 0;

-- name: EndAllTickets :exec
DELETE FROM signin_ticket;

-- name: PruneTickets :execrows
DELETE FROM signin_ticket WHERE ends_at < @before_at;

-- name: AddConfirmation :exec
INSERT INTO confirmation (hash, session, decision, key_used, made_at, ends_at, used_at)
VALUES (@hash, @session, @decision, @key_used, @made_at, @ends_at, 0);

-- name: UseConfirmation :one
UPDATE confirmation SET used_at = @now
WHERE hash = @hash AND session = @session AND decision = @decision AND used_at = 0 AND ends_at > @now
RETURNING key_used;

-- name: ConfirmedUntil :one
SELECT CAST(COALESCE(MAX(ends_at), 0) AS BIGINT) AS until FROM confirmation WHERE session = @session AND used_at = 0 AND ends_at > @now;

-- name: EndAllConfirmations :exec
DELETE FROM confirmation;

-- name: PruneConfirmations :exec
DELETE FROM confirmation WHERE ends_at < @before_at;

-- name: AddPasskey :exec
INSERT INTO operator_passkey (id, operator, name, record, backed_up, created_at, used_at)
VALUES (@id, @operator, @name, @record, @backed_up, @created_at, 0);

-- name: PasskeysOf :many
SELECT * FROM operator_passkey WHERE operator = @operator ORDER BY created_at, id;

-- name: Passkey :one
SELECT * FROM operator_passkey WHERE id = @id AND operator = @operator;

-- name: UsedPasskey :execrows
UPDATE operator_passkey SET record = @record, backed_up = @backed_up, used_at = @used_at
WHERE id = @id AND operator = @operator AND record = @before_record;

-- name: DropPasskey :execrows
DELETE FROM operator_passkey WHERE id = @id AND operator = @operator;

-- name: DropPasskeys :exec
DELETE FROM operator_passkey WHERE operator = @operator;

-- name: SetPassword :execrows
UPDATE operator_secret SET password_sealed = @password_sealed, password_at = @now, stamp = stamp + 1 WHERE operator = @operator;

-- name: SetTOTP :execrows
UPDATE operator_secret SET totp_sealed = @totp_sealed, totp_since = @now, totp_step = @totp_step WHERE operator = @operator;

-- name: StampOf :one
SELECT stamp FROM operator_secret WHERE operator = @operator;

-- name: OperatorOfSubject :one
SELECT operator FROM operator_subject WHERE issuer = @issuer AND subject = @subject;

-- name: SubjectOfOperator :one
SELECT subject FROM operator_subject WHERE operator = @operator AND issuer = @issuer;
