-- name: InsertMember :exec
INSERT INTO member (id, username, phone, name, password_hash, password_sealed, password_version, source_code, inviter,
    bank_code, bank_account_name, bank_account_no, bank_account_index, bank_holder_index, holder_from, holder_form, currency,
    active, login_at, former_login_at, secured_at, created_at)
VALUES ($1, $2, $3, $4, $5, @password_sealed, $6, $7, $8, $9, $10, $11, $12, $13, $13, @holder_form, $14, TRUE, 0, 0, 0, $15);

-- name: PhoneExists :one
SELECT count(*) FROM member WHERE phone = $1;

-- name: MemberExists :one
SELECT count(*) FROM member WHERE id = $1;

-- name: MemberByID :one
SELECT id, username, phone, name, source_code, inviter, bank_code, bank_account_name, bank_account_no, currency,
    active, login_at, former_login_at, secured_at, reset_at, created_at
FROM member WHERE id = $1;

-- name: CredentialByPhone :one
SELECT id, phone, password_hash, password_sealed, password_version, active FROM member WHERE phone = $1;

-- name: CredentialByID :one
SELECT id, phone, password_hash, password_sealed, password_version, active FROM member WHERE id = $1;

-- name: Standing :one
SELECT active, password_version FROM member WHERE id = $1;

-- name: Rehash :exec
UPDATE member SET password_hash = @password_hash, password_sealed = @password_sealed
WHERE id = @id AND password_hash = @former_hash AND password_sealed = @former_sealed;

-- name: SetPassword :one
UPDATE member SET password_hash = @password_hash, password_sealed = @password_sealed,
    password_version = password_version + 1, secured_at = @secured_at
WHERE id = @id AND password_version = @password_version
RETURNING password_version;

-- name: MarkReset :exec
UPDATE member SET reset_at = $1 WHERE id = $2;

-- name: SetActive :execrows
UPDATE member SET active = $1 WHERE id = $2;

-- name: SetName :exec
UPDATE member SET name = $1 WHERE id = $2;

-- name: SetNameSecured :exec
UPDATE member SET name = $1, secured_at = $2 WHERE id = $3 AND name <> $1;

-- name: SetBank :exec
UPDATE member SET bank_code = @bank_code, bank_account_name = @bank_account_name, bank_account_no = @bank_account_no,
    bank_account_index = @bank_account_index, bank_holder_index = @bank_holder_index, holder_from = @bank_holder_index,
    holder_form = @holder_form, secured_at = @secured_at
WHERE id = @id;

-- name: SetBankAccountName :exec
UPDATE member SET bank_account_name = @bank_account_name, bank_holder_index = @bank_holder_index,
    holder_from = @bank_holder_index, holder_form = @holder_form, secured_at = @secured_at
WHERE id = @id;

-- name: RecordLogin :exec
UPDATE member SET former_login_at = login_at, login_at = $1 WHERE id = $2;

-- name: SeeDevice :exec
INSERT INTO device (member, device, first_at, last_at) VALUES ($1, $2, $3, $3)
ON CONFLICT (member, device) DO UPDATE SET last_at = excluded.last_at;

-- name: KnowsDevice :one
SELECT count(*) FROM device WHERE member = $1 AND device = $2;

-- name: AcceptAgreement :exec
INSERT INTO member_agreement (member, version, accepted_at) VALUES ($1, $2, $3)
ON CONFLICT (member, version) DO NOTHING;

-- name: Agreements :many
SELECT version, accepted_at FROM member_agreement WHERE member = $1 ORDER BY accepted_at DESC, version;

-- name: DeviceWithdrew :one
SELECT count(*) FROM device WHERE member = $1 AND device = $2 AND withdrew_at > 0;

-- name: NoteWithdrawal :exec
-- Only for a browser that logged in: otherwise whoever has a session could make a browser of its own known.
UPDATE device SET withdrew_at = $3 WHERE member = $1 AND device = $2 AND withdrew_at = 0;

-- name: SealingSince :one
-- 0 while nodes may run that can't read sealed passwords.
SELECT begun_at FROM password_sealing WHERE one = 1;

-- name: SeeSealing :one
INSERT INTO password_sealing (one, seen_at, begun_at) VALUES (1, $1, 0)
ON CONFLICT (one) DO UPDATE SET begun_at = password_sealing.begun_at
RETURNING seen_at, begun_at;

-- name: BeginSealing :exec
UPDATE password_sealing SET begun_at = $1 WHERE one = 1 AND begun_at = 0;

-- name: AnyMember :one
SELECT EXISTS (SELECT 1 FROM member);

-- name: PlainPasswords :many
SELECT id, password_hash FROM member WHERE password_hash <> '' ORDER BY id LIMIT $1;

-- name: SealPassword :exec
-- Does nothing where the password was changed in the meantime.
UPDATE member SET password_hash = '', password_sealed = @password_sealed WHERE id = @id AND password_hash = @password_hash;
