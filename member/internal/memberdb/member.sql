-- name: InsertMember :exec
INSERT INTO member (id, username, phone, name, password_hash, password_sealed, password_version, source_code, inviter,
    bank_code, bank_account_name, bank_account_no, bank_account_index, bank_holder_index, holder_from, holder_form, currency,
    active, login_at, former_login_at, secured_at, created_at)
VALUES ($1, $2, $3, $4, $5, @password_sealed, $6, $7, $8, $9, $10, $11, $12, $13, $13, @holder_form, $14, TRUE, 0, 0, 0, $15);

-- name: PhoneExists :one
SELECT count(*) FROM member WHERE phone = $1;

-- name: BankAccountHolder :many
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
SELECT id FROM member m
WHERE bank_account_index <> '' AND NOT EXISTS (SELECT 1 FROM member_account_part p WHERE p.member = m.id)
ORDER BY id LIMIT $1;

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

-- name: SameHolder :many
-- The other members whose bank account has a holder of the same name: by a key of the name, or by its spelling alone, which is
-- all that a node of the previous version writes. The index of an empty name equals no other.
SELECT member FROM (
    SELECT o.member FROM member m
    JOIN member_holder k ON k.member = m.id
    JOIN member_holder o ON o.holder_key = k.holder_key AND o.member <> m.id
    JOIN member p ON p.id = o.member AND p.holder_from = p.bank_holder_index
    WHERE m.id = @member AND m.holder_from = m.bank_holder_index
    ORDER BY o.member LIMIT @most
) AS by_key
UNION
SELECT member FROM (
    SELECT o.id AS member FROM member m
    JOIN member o ON o.bank_holder_index = m.bank_holder_index AND o.id <> m.id
    WHERE m.id = @member AND m.bank_holder_index <> @nameless
    ORDER BY o.id LIMIT @most
) AS by_spelling
ORDER BY member LIMIT @most;

-- name: MembersByHolder :many
SELECT k.member FROM member_holder k JOIN member m ON m.id = k.member AND m.holder_from = m.bank_holder_index
WHERE k.holder_key = $1 ORDER BY k.member LIMIT $2;

-- name: AddHolder :exec
INSERT INTO member_holder (member, holder_key, spelling) VALUES ($1, $2, $3) ON CONFLICT (member, holder_key) DO NOTHING;

-- name: ForgetHolder :exec
DELETE FROM member_holder WHERE member = $1;

-- name: UnindexedHolders :many
-- Some members whose keys are still to be written. None: all keys are written.
SELECT id FROM (SELECT m.id FROM member m WHERE m.holder_form < @form LIMIT 1) AS old
UNION SELECT id FROM (SELECT m.id FROM member m WHERE m.holder_from <> m.bank_holder_index LIMIT 1) AS changed;

-- name: TakeOldHolders :many
-- Members whose keys are of an older form of names. Their rows stay locked until the keys are written.
UPDATE member SET holder_form = @form, holder_from = bank_holder_index
WHERE id IN (SELECT m.id FROM member m WHERE m.holder_form < @form ORDER BY m.holder_form, m.id LIMIT @most)
RETURNING id, bank_account_name, bank_holder_index;

-- name: TakeChangedHolders :many
-- Members whose spelling was written without its keys, by a node of the previous version.
UPDATE member SET holder_form = @form, holder_from = bank_holder_index
WHERE id IN (SELECT m.id FROM member m WHERE m.holder_from <> m.bank_holder_index ORDER BY m.id LIMIT @most)
RETURNING id, bank_account_name, bank_holder_index;

-- name: SpeltOtherwise :many
-- Members of a span that share a key with somebody who spells the name differently.
SELECT k.member,
    CAST(COALESCE((SELECT o.member FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling < k.spelling
        ORDER BY o.spelling DESC, o.member LIMIT 1), '') AS TEXT) AS one,
    CAST(COALESCE((SELECT o.member FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling > k.spelling
        ORDER BY o.spelling, o.member LIMIT 1), '') AS TEXT) AS another
FROM member_holder k
WHERE k.member >= @first AND k.member <= @last AND (
    EXISTS (SELECT 1 FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling < k.spelling)
    OR EXISTS (SELECT 1 FROM member_holder o WHERE o.holder_key = k.holder_key AND o.spelling > k.spelling));

-- name: AddHolderCase :exec
INSERT INTO holder_case (id, member, other, state, note, found_at, decided_by, decided_at)
VALUES (@id, @member, @other, 'open', '', @found_at, '', 0) ON CONFLICT (member, other) DO NOTHING;

-- name: HolderCases :many
-- All cases except those of one state. An empty state excludes none.
SELECT * FROM holder_case WHERE state <> @left_out ORDER BY found_at, id LIMIT @most;

-- name: OpenHolderCases :one
SELECT COUNT(*) AS count, CAST(COALESCE(MIN(found_at), 0) AS BIGINT) AS oldest FROM holder_case WHERE state = 'open';

-- name: HolderCase :one
SELECT * FROM holder_case WHERE id = @id;

-- name: CloseHolderCase :execrows
UPDATE holder_case SET state = 'closed', note = @note, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND state = 'open';

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
