-- name: InsertMember :exec
INSERT INTO member (id, username, phone, name, password_hash, password_sealed, password_version, source_code, inviter,
    bank_code, bank_account_name, bank_account_no, bank_account_index, bank_holder_index, holder_from, holder_form, currency,
    active, login_at, former_login_at, secured_at, created_at, name_from, name_form)
VALUES ($1, $2, $3, $4, $5, @password_sealed, $6, $7, $8, $9, $10, $11, $12, $13, $13, @holder_form, $14, TRUE, 0, 0, 0, $15, $4,
    @name_form);

-- name: PhoneExists :one
SELECT count(*) FROM member WHERE phone = $1;

-- name: MemberExists :one
SELECT count(*) FROM member WHERE id = $1;

-- name: IDByPhone :one
SELECT id FROM member WHERE phone = $1;

-- name: MemberByID :one
SELECT id, username, phone, name, source_code, inviter, bank_code, bank_account_name, bank_account_no, currency,
    active, login_at, former_login_at, secured_at, reset_at, created_at
FROM member WHERE id = $1;

-- name: Recipient :one
-- What money that comes or goes depends on at its member, in one round trip.
SELECT m.bank_code, m.bank_account_name, m.bank_account_no, m.currency, m.secured_at, s.gates, s.break_until, s.excluded_until,
    CAST(COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0) AS BIGINT) AS content
FROM member m JOIN member_state s ON s.member = m.id WHERE m.id = $1;

-- name: SetName :exec
UPDATE member SET name = @name, name_from = @name, name_form = @form WHERE id = @id;

-- name: SetNameSecured :exec
UPDATE member SET name = @name, name_from = @name, name_form = @form, secured_at = @secured_at WHERE id = @id AND name <> @name;

-- name: SetBank :exec
UPDATE member SET bank_code = @bank_code, bank_account_name = @bank_account_name, bank_account_no = @bank_account_no,
    bank_account_index = @bank_account_index, bank_holder_index = @bank_holder_index, holder_from = @bank_holder_index,
    holder_form = @holder_form, secured_at = @secured_at
WHERE id = @id;

-- name: SetBankAccountName :exec
UPDATE member SET bank_account_name = @bank_account_name, bank_holder_index = @bank_holder_index,
    holder_from = @bank_holder_index, holder_form = @holder_form, secured_at = @secured_at
WHERE id = @id;

-- name: AcceptAgreement :exec
INSERT INTO member_agreement (member, version, accepted_at) VALUES ($1, $2, $3)
ON CONFLICT (member, version) DO NOTHING;

-- name: Agreements :many
SELECT version, accepted_at FROM member_agreement WHERE member = $1 ORDER BY accepted_at DESC, version;

-- name: CountRegistered :one
SELECT COUNT(*) FROM member WHERE created_at >= sqlc.arg(first) AND created_at < sqlc.arg(upto);

-- name: Written :one
SELECT name, bank_account_name FROM member WHERE id = $1;
