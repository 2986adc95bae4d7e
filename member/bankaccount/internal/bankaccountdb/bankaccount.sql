-- name: AccountByMember :one
SELECT bank_code, bank_account_name, bank_account_no, currency FROM member WHERE id = $1;

-- name: MembersByAccount :many
SELECT id FROM member WHERE bank_account_index = $1;

-- name: AddAccountPart :exec
INSERT INTO member_account_part (member, part) VALUES ($1, $2) ON CONFLICT (member, part) DO NOTHING;

-- name: ForgetAccountParts :exec
DELETE FROM member_account_part WHERE member = $1;

-- name: CountAccountParts :one
SELECT count(*) FROM member_account_part WHERE member = $1;

-- name: MembersByPart :many
SELECT member FROM member_account_part WHERE part = $1 ORDER BY member LIMIT $2;

-- name: WithoutParts :many
-- A member that is erased has no account.
SELECT id FROM member m
WHERE bank_account_index <> '' AND bank_account_index <> 'erased:' || id AND NOT EXISTS (SELECT 1 FROM member_account_part p WHERE p.member = m.id)
ORDER BY id LIMIT $1;
