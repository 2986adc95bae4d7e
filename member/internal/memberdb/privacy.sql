-- name: PersonalMember :one
SELECT id, username, phone, name, bank_code, bank_account_name, bank_account_no, currency, source_code, active,
    created_at, login_at, former_login_at, secured_at, reset_at
FROM member WHERE id = $1;

-- name: PersonalState :one
SELECT break_until, excluded_until FROM member_state WHERE member = $1;

-- name: PersonalAgreements :many
SELECT version, accepted_at FROM member_agreement WHERE member = $1 ORDER BY version;

-- name: PersonalDevices :many
SELECT first_at, last_at, withdrew_at, first_at AS page_at, device AS page_key FROM device
WHERE member = @member AND first_at <= @at AND (first_at < @at OR device < @key)
ORDER BY first_at DESC, device DESC LIMIT @most;

-- name: EraseMember :execrows
-- Who the member is. What has to be unique keeps a text that is nobody's.
UPDATE member SET username = '', phone = 'erased:' || id, name = '', name_from = '', bank_code = '', bank_account_name = @holder,
    bank_account_no = @number, bank_account_index = 'erased:' || id, bank_holder_index = '', holder_from = '',
    password_hash = '', password_sealed = '', login_at = 0, former_login_at = 0, secured_at = 0, reset_at = 0
WHERE id = @id AND NOT active;

-- name: EraseAgreements :exec
DELETE FROM member_agreement WHERE member = $1;

-- name: EraseDevices :exec
DELETE FROM device WHERE member = $1;

-- name: EraseHolderKeys :exec
DELETE FROM member_holder WHERE member = $1;

-- name: EraseNameKeys :exec
DELETE FROM member_name WHERE member = $1;

-- name: EraseAccountParts :exec
DELETE FROM member_account_part WHERE member = $1;

-- name: LastOfNext :one
-- The last of the next members, in the order of their IDs.
SELECT n.id FROM (SELECT m.id FROM member m WHERE m.id > sqlc.arg(after) ORDER BY m.id LIMIT sqlc.arg(most)) n ORDER BY n.id DESC LIMIT 1;
