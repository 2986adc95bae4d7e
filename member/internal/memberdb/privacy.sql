-- name: PersonalMember :one
SELECT id, username, phone, name, bank_code, bank_account_name, bank_account_no, currency, source_code, active,
    created_at, login_at, former_login_at, secured_at, reset_at
FROM member WHERE id = $1;

-- name: PersonalState :one
SELECT break_until, excluded_until FROM member_state WHERE member = $1;

-- name: PersonalAgreements :many
SELECT version, accepted_at FROM member_agreement WHERE member = $1 ORDER BY version;

-- name: PersonalDevices :many
SELECT first_at, last_at, withdrew_at FROM device WHERE member = $1 ORDER BY device LIMIT $2;
